"""The seam between two Pulumi stacks: one registers the Azure half, the other the in-cluster half."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import Entry
from aksgpu.desired.markers import FromAzure, markers_in
from aksgpu.plan import Plan
from aksgpu_pulumi.output_paths import value_at

HANDED_OVER = "forInCluster"
"""Stack output of the Azure half: every value that the in-cluster half takes from Azure, by `<entry>.<output>`."""

KUBECONFIG = "kubeconfig"
CLUSTER_ID = FromAzure("cluster", "id")


def needed_in_cluster(plan: Plan) -> tuple[FromAzure, ...]:
    """Every value of the Azure half that the in-cluster half or the outputs use, sorted, without repeats."""
    found = {CLUSTER_ID, *_from_azure(plan.outputs)}
    for entry in plan.in_cluster:
        found.update(_from_azure(_content(entry)))
    return tuple(sorted(found, key=_name))


def handed_over(plan: Plan, answer: Callable[[FromAzure], Any]) -> Mapping[str, Any]:
    """What the stack of the Azure half exports under HANDED_OVER."""
    return {_name(marker): answer(marker) for marker in needed_in_cluster(plan)}


class AzureStack:
    """The other stack, seen from the one that registers the in-cluster half."""

    def __init__(self, stack: str, name: str, parent: pulumi.Resource) -> None:
        self._stack = stack
        self._reference = pulumi.StackReference(name, stack, pulumi.ResourceOptions(parent=parent))
        self._values: pulumi.Output[Any] = self._reference.get_output(HANDED_OVER)

    def value(self, marker: FromAzure) -> pulumi.Output[Any]:
        """The other stack's value for a marker. Fails with clear words if that stack does not export it."""
        return self._values.apply(lambda values: self._found(_name(marker), value_at(values, (_name(marker),))))

    def kubeconfig(self) -> pulumi.Output[str]:
        """The other stack's kubeconfig."""
        exported: pulumi.Output[Any] = self._reference.get_output(KUBECONFIG)
        return exported.apply(lambda value: self._found(KUBECONFIG, value))

    def _found(self, what: str, value: Any) -> Any:
        if value is None:
            raise pulumi.RunError(
                f"azureStack {self._stack} does not export {what}. "
                "Run up there first, with `register: azure` and the same stack file otherwise."
            )
        return value


def _name(marker: FromAzure) -> str:
    return f"{marker.resource}.{marker.output}"


def _from_azure(value: Any) -> Iterator[FromAzure]:
    return (marker for marker in markers_in(value) if isinstance(marker, FromAzure))


def _content(entry: Entry) -> Any:
    return getattr(entry, "manifest", None) or getattr(entry, "values", None)

"""An existing cluster: what the stack declares against what Azure returns."""

from collections.abc import Iterator, Mapping
from typing import Any

import pulumi

from aksgpu.desired.azure.existing_cluster import differs
from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.output_paths import steps, value_at


class FactsDiffer(pulumi.RunError):
    """A resource that somebody else made is not what the stack says it is."""


def refuse_other_facts(entry: AzureResource, returned: Mapping[str, Any]) -> None:
    """Compare every declared fact with what Azure returned. Raises FactsDiffer with all differences at once."""
    differences = tuple(_differences(entry.inputs, returned))
    if differences:
        name = list(entry.path.values())[-1]
        raise FactsDiffer(
            f"{entry.key}: {name} in Azure is not what the stack declares, so checks and plan do not hold for it.\n"
            + "\n".join(f"  {line}" for line in differences)
            + "\nCorrect the facts in the stack file, or the resource."
        )


def _differences(declared: Mapping[str, Any], returned: Mapping[str, Any]) -> Iterator[str]:
    for path, expected in declared.items():
        actual = value_at(returned, steps(path))
        if differs(path, expected, actual):
            yield f"{path}: declared {_shown(expected)}, in Azure {_shown(actual)}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

"""AKS's own namespace."""

from collections.abc import Iterator
from typing import Final

from aksgpu_policies.kinds import CONFIG_MAP, NAMESPACED
from aksgpu_policies.places import namespace_of
from aksgpu_policies.reading import read, shown
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

OURS: Final = ("cluster-autoscaler-priority-expander", "ama-metrics-settings-configmap")
"""ConfigMaps that AKS reads there and leaves to its users."""


@rule(
    "kube-system-left-alone",
    "Nothing stands in kube-system but the two ConfigMaps that AKS reads there: AKS changes that namespace by itself, "
    "and its upgrades undo or break what others put into it.",
    *NAMESPACED,
    severity="medium",
    enforcement="advisory",
)
def kube_system_left_alone(thing: Resource) -> Iterator[Finding]:
    """Advisory: AKS documents a few more objects there, such as coredns-custom."""
    namespace, name = namespace_of(thing), read(thing.inputs, "metadata.name")
    config_map = thing.kind == CONFIG_MAP
    if (not isinstance(namespace, Unknown) and namespace != "kube-system") or (config_map and name in OURS):
        return
    if isinstance(namespace, Unknown):
        yield CouldNotJudge.at("The namespace", namespace)
    elif config_map and isinstance(name, Unknown):
        yield CouldNotJudge.at("metadata.name", name)
    else:
        kind = thing.kind.partition(":")[2]
        called = f"{kind} {shown(name)}" if isinstance(name, str) else kind
        yield Violation(
            f"This puts the {called} into kube-system, which is AKS's own namespace.",
            "Put it into a namespace of its own.",
        )

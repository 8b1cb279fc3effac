"""The order in which the autoscaler's `priority` expander tries pools."""

from collections.abc import Iterator, Mapping

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import KubernetesObject, Part
from aksgpu.desired.object_keys import object_key

CONFIG_MAP = "cluster-autoscaler-priority-expander"
"""Name and namespace are fixed by the autoscaler (kubernetes/autoscaler, priority expander)."""

SPOT_PRIORITY = 20
ON_DEMAND_PRIORITY = 10
"""Without `autoscaler.priorities`, spot pools are tried first: the highest number wins."""


def parts(subject: Subject) -> Iterator[Part]:
    """The part `autoscaler`, where the stack's own cluster uses the priority expander."""
    if subject.facts.ours and subject.stack.autoscaler.expander == "priority":
        yield Part("autoscaler", "Autoscaler", (_config_map(subject),))


def pool_priorities(subject: Subject) -> Mapping[str, int]:
    """Priority by name of each autoscaled pool. Pools that are missing in the list would never be tried."""
    given = subject.stack.autoscaler.priorities
    return {name: given.get(name, _default(offer)) for name, offer in subject.offers.items() if offer.autoscaled}


def _default(offer: PoolOffer) -> int:
    return SPOT_PRIORITY if offer.spot else ON_DEMAND_PRIORITY


def _config_map(subject: Subject) -> KubernetesObject:
    manifest = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": CONFIG_MAP, "namespace": "kube-system"},
        "data": {"priorities": _priorities(subject)},
    }
    return KubernetesObject(key=object_key(manifest), manifest=manifest)


def _priorities(subject: Subject) -> str:
    """Priority to patterns of scale set names, as YAML text. AKS calls them `aks-<pool>-<digits>-vmss`."""
    priorities = pool_priorities(subject)
    lines: list[str] = []
    for priority in sorted(set(priorities.values()), reverse=True):
        lines.append(f"{priority}:")
        pools = sorted(subject.offers[name].azure_name for name, own in priorities.items() if own == priority)
        lines += [f"  - ^aks-{pool}-.*" for pool in pools]
    return "\n".join(lines) + "\n"

"""ResourceFlavors: one for each pool that a queue draws from."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.offers import POOL_LABEL
from aksgpu.config.derived.queue_flavors import QueueFlavor, queue_flavors, queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, kueue_object
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.tolerations import toleration


def flavors_in_use(subject: Subject) -> dict[str, QueueFlavor]:
    """Every flavor that a queue has, by name; CPU flavors first."""
    used = [flavor for team in queued_teams(subject.stack) for flavor in queue_flavors(subject, team)]
    used.sort(key=lambda flavor: flavor.has_gpus)
    return {flavor.name: flavor for flavor in used}


def resource_flavors(subject: Subject) -> Iterator[KubernetesObject]:
    """The flavors. A job that gets one also gets the selector and the tolerations of exactly that pool.

    The selector is our own label alone: it is known while a pool has no node, and a new generation keeps it.
    """
    for name, flavor in flavors_in_use(subject).items():
        spec: dict[str, Any] = {}
        if flavor.offer is not None:
            spec["nodeLabels"] = {POOL_LABEL: flavor.offer.name}
            if flavor.offer.taints:
                spec["tolerations"] = [toleration(taint) for taint in flavor.offer.taints]
        yield kueue_object(subject, "ResourceFlavor", name, spec, after=(CHART_KEY,))

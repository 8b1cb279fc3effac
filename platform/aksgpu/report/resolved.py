"""A stack with every default filled in and everything derived beside it: what `aksgpu query` looks into."""

from typing import Any

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.desired.entries import ChartRelease
from aksgpu.desired.markers import as_json, resolve
from aksgpu.plan import Plan
from aksgpu.report.plan_json import entry_json


def resolved(plan: Plan) -> dict[str, Any]:
    """The whole configuration in camelCase, and next to it what was derived for pools, charts and entries."""
    view = plan.subject.stack.model_dump(mode="json", by_alias=True, exclude_none=True, fallback=lambda _: "***")
    facts = plan.subject.facts
    view["cluster"] = {
        "name": facts.name,
        "resourceGroup": facts.resource_group,
        "kubernetesVersion": facts.kubernetes_version,
        "private": facts.private,
        "networkDataplane": facts.network_dataplane,
        "networkPolicy": facts.network_policy,
        **view["cluster"],
    }
    for name, offer in plan.subject.offers.items():
        section = {"gpu": "gpuPools", "cpu": "cpuPools", "system": "systemPool"}[offer.kind]
        place = view[section] if offer.kind == "system" else view[section][name]
        place.update(_offer(offer))
    view["releases"] = {
        entry.name: {"version": entry.version, "namespace": entry.namespace, "reference": entry.reference}
        for entry in plan.entries.values()
        if isinstance(entry, ChartRelease)
    }
    view["outputs"] = resolve(plan.outputs, as_json)
    view["entries"] = {key: entry_json(entry) for key, entry in plan.entries.items()}
    return view


def _offer(offer: PoolOffer) -> dict[str, Any]:
    names = list(offer.gpu_resources)
    derived: dict[str, Any] = {
        "azureName": offer.azure_name,
        "quotaFamily": offer.quota_family,
        "vcpu": offer.vcpu,
        "ramGib": offer.ram_gib,
        "minNodes": offer.min_nodes,
        "maxNodes": offer.max_nodes,
        "taints": [str(taint) for taint in offer.taints],
        "labels": dict(offer.labels),
        "allocatableCpuMillicores": offer.allocatable_cpu_millicores,
        "allocatableMemoryMib": offer.allocatable_memory_mib,
    }
    if offer.kind == "gpu":
        derived |= {
            "gpuModel": offer.gpu_model,
            "gpusPerNode": offer.gpus_per_node,
            "resourcesPerNode": dict(offer.gpu_resources),
            "queueable": dict(offer.queueable),
            "resourceName": names[0] if len(names) == 1 else names,
        }
    return derived

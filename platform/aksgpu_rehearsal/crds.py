"""Definitions that AKS brings by itself: they are in the cluster before our stack is."""

from pathlib import Path
from typing import Any

import yaml

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.waiting import until

PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

# Azure's managed Prometheus serves the Prometheus operator's kinds under a group of its own:
# https://learn.microsoft.com/azure/azure-monitor/containers/prometheus-metrics-scrape-crd
BROUGHT_BY_AKS = {
    "prometheus-operator/monitoring.coreos.com_podmonitors.yaml": "azmonitoring.coreos.com",
    "cilium/ciliumnetworkpolicies.yaml": None,
    # The managed cluster autoscaler serves ProvisioningRequests:
    # https://learn.microsoft.com/azure/aks/configure-kueue-with-cluster-autoscaler
    "cluster-autoscaler/autoscaling.x-k8s.io_provisioningrequests.yaml": None,
}
"""File of the definition, and the group that it gets instead of its own."""


def add_definitions(api: Api, folder: Path) -> None:
    """Make the definitions, and wait until the API server serves them."""
    names = [_add(api, yaml.safe_load((folder / file).read_text()), group) for file, group in BROUGHT_BY_AKS.items()]
    for name in names:
        until(f"the API of {name}", lambda name=name: _served(api.get(f"{PATH}/{name}")), 60)


def _add(api: Api, definition: dict[str, Any], group: str | None) -> str:
    if group:
        own = definition["spec"]["group"]
        definition["spec"]["group"] = group
        definition["metadata"] = {"name": definition["metadata"]["name"].replace(own, group)}
    api.create(PATH, definition)
    return str(definition["metadata"]["name"])


def _served(definition: dict[str, Any] | None) -> bool:
    conditions: list[dict[str, str]] = (definition or {}).get("status", {}).get("conditions") or []
    return any(item["type"] == "Established" and item["status"] == "True" for item in conditions)

"""What a destroyed platform left behind, in the simulated cloud and in the API server."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aksgpu_rehearsal.api import Api

OWN_NAMESPACES = {"default", "kube-node-lease", "kube-public", "kube-system"}
BROUGHT_BY_AKS = {
    "podmonitors.azmonitoring.coreos.com",
    "ciliumnetworkpolicies.cilium.io",
    "provisioningrequests.autoscaling.x-k8s.io",
}
AGGREGATOR = "clusterrole-aggregation-controller"
"""Kubernetes' own. It applies an aggregated role after a part of it went, and so makes anew one that went with them
(v1.36.3: pkg/controller/clusterroleaggregation, applyClusterRoles)."""


def leftovers(api: Api, cloud: Path) -> dict[str, object]:
    """The names of what is left, by where; empty where nothing is."""
    definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    found = {
        "azure": sorted(json.loads(cloud.read_text())["resources"]),
        "namespaces": sorted(names(api, "/api/v1/namespaces") - OWN_NAMESPACES),
        "webhooks": sorted(
            name
            for kind in ("mutating", "validating")
            for name in names(api, f"/apis/admissionregistration.k8s.io/v1/{kind}webhookconfigurations")
        ),
        "aggregated APIs": sorted(
            item["metadata"]["name"]
            for item in api.items("/apis/apiregistration.k8s.io/v1/apiservices")
            if item["spec"].get("service")
        ),
        "priorities": sorted(
            name for name in names(api, "/apis/scheduling.k8s.io/v1/priorityclasses") if not name.startswith("system-")
        ),
        "storage classes": sorted(names(api, "/apis/storage.k8s.io/v1/storageclasses")),
        "cluster roles": sorted(
            item["metadata"]["name"]
            for item in api.items("/apis/rbac.authorization.k8s.io/v1/clusterroles")
            if item["metadata"]["name"].startswith(("aksgpu", "kueue", "gpu-operator", "nvidia"))
            and managers(item) != {AGGREGATOR}
        ),
        "custom resources": [
            f"{item['spec']['names']['plural']}/{name}"
            for item in api.items(definitions)
            if item["metadata"]["name"] not in BROUGHT_BY_AKS and "kwok" not in item["spec"]["group"]
            for name in names(api, path_of(item))
        ],
    }
    return {where: what for where, what in found.items() if what}


def managers(item: Mapping[str, Any]) -> set[str]:
    return {field["manager"] for field in item["metadata"].get("managedFields", [])}


def path_of(definition: Mapping[str, Any]) -> str:
    spec = definition["spec"]
    version = next(item["name"] for item in spec["versions"] if item["storage"])
    return f"/apis/{spec['group']}/{version}/{spec['names']['plural']}"


def names(api: Api, path: str) -> set[str]:
    return {item["metadata"]["name"] for item in api.items(path)}

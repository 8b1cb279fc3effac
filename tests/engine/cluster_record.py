"""Everything that an API server holds, without what differs between two clusters of the same platform."""

import base64
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from aksgpu_rehearsal.api import Api, Json

OF_ONE_CLUSTER = {
    *("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "ownerReferences", "status"),
    *("clusterIP", "clusterIPs", "caBundle", "kubernetes.io/service-account.uid"),
    # The GPU Operator's: a hash over identities too, and a mark that it makes minutes later.
    *("nvidia.com/last-applied-hash", "nvidia.com/gpu-driver-upgrade-state"),
}
"""Keys that are dropped wherever they stand: identities, times, addresses, generated certificates, observations."""

PASSING = {
    *("componentstatuses", "controllerrevisions", "endpoints", "endpointslices", "events", "ipaddresses", "leases"),
    *("pods", "replicasets"),
}
"""Kinds that say what goes on, or that controllers make under names of the moment."""

ANSWERED_ELSEWHERE = {"visibility.kueue.x-k8s.io"}
"""Aggregated APIs, which keep nothing in this API server and may not answer just now."""

CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
HELM = "helm.sh/release.v1"


def cluster_record(api: Api) -> dict[str, Json]:
    """Every object by kind, namespace and name, such as `Namespace /vision`, in the preferred version of its group."""
    return {key: _comparable(item) for key, item in _objects(api)}


def differences(one: Mapping[str, Json], other: Mapping[str, Json]) -> dict[str, tuple[Json | None, Json | None]]:
    """What is only in one of two records, or not the same in both."""
    keys = sorted(one.keys() | other.keys())
    return {key: (one.get(key), other.get(key)) for key in keys if one.get(key) != other.get(key)}


def _objects(api: Api) -> Iterator[tuple[str, Json]]:
    groups = [group for group in (api.get("/apis") or {})["groups"] if group["name"] not in ANSWERED_ELSEWHERE]
    for version in ("/api/v1", *(f"/apis/{group['preferredVersion']['groupVersion']}" for group in groups)):
        for resource in (api.get(version) or {}).get("resources", []):
            if "list" in resource["verbs"] and resource["name"] not in PASSING:
                for item in api.items(f"{version}/{resource['name']}"):
                    namespace = item["metadata"].get("namespace", "")
                    yield f"{resource['kind']} {namespace}/{item['metadata']['name']}", item


def _comparable(item: Json) -> Json:
    if item.get("type") == HELM:
        return _release(item)
    if "type" in item and "data" in item:  # a secret, whose content is generated
        item = {**item, "data": sorted(item["data"])}
    return _without(item)


def _release(secret: Json) -> Json:
    """What Helm keeps of a release, without its times and without the templates of the chart."""
    packed = base64.b64decode(base64.b64decode(secret["data"]["release"]))
    release = json.loads(gzip.decompress(packed))
    kept = {key: release[key] for key in ("name", "namespace", "version", "config", "manifest")}
    return {**kept, "status": release["info"]["status"], "chart": release["chart"]["metadata"]}


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if key not in OF_ONE_CLUSTER}
    if isinstance(value, list):
        return [_without(inner) for inner in value]
    return CERTIFICATE.sub("a certificate", value) if isinstance(value, str) else value

"""Answers to the functions that programs call."""

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aksgpu_rehearsal.simulated_azure.faults import AzureFailure
from aksgpu_rehearsal.simulated_azure.names import arm_id
from aksgpu_rehearsal.simulated_azure.outputs import known_id

_CLUSTER = "azure-native:containerservice:ManagedCluster"
Content = Mapping[str, Any]


def answer(token: str, content: Content, subscription_id: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the function `token` returns. Raises AzureFailure for one that is not simulated or finds nothing."""
    if token not in _ANSWERS:
        raise AzureFailure(f"simulated Azure has no function {token}; it has {', '.join(sorted(_ANSWERS))}")
    return _ANSWERS[token](content, subscription_id, arguments)


def _get_cluster(content: Content, subscription_id: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    id_ = arm_id(_CLUSTER, subscription_id, arguments)
    found = content["resources"].get(id_)
    if found is None:
        raise AzureFailure(f"simulated Azure: 404 ResourceNotFound: there is no {id_}")
    return {**found["outputs"], "id": id_}


def _credentials(content: Content, subscription_id: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    cluster = _get_cluster(content, subscription_id, arguments)
    file = content["settings"]["kubeconfig"]
    if not file:
        raise AzureFailure(
            f"simulated Azure has no kubeconfig for {cluster['name']}: name a file as settings.kubeconfig in the cloud"
        )
    try:
        text = Path(file).read_bytes()
    except OSError as failure:
        raise AzureFailure(f"simulated Azure cannot read the kubeconfig {file}: {failure.strerror}") from None
    return {"kubeconfigs": [{"name": "clusterUser", "value": base64.b64encode(text).decode()}]}


def _client_config(content: Content, subscription_id: str, _: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "clientId": known_id("client"),
        "objectId": known_id("object"),
        "subscriptionId": subscription_id,
        "tenantId": content["settings"]["tenantId"],
    }


_ANSWERS: Mapping[str, Callable[[Content, str, Mapping[str, Any]], dict[str, Any]]] = {
    "azure-native:authorization:getClientConfig": _client_config,
    "azure-native:containerservice:getManagedCluster": _get_cluster,
    "azure-native:containerservice:listManagedClusterUserCredentials": _credentials,
}

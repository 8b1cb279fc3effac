"""Datasets: data that exists already, as one static volume and one claim in each team's namespace.

No class is involved, so nothing empty can be made in their place, and nothing is deleted with a claim. BlobFuse and
SMB mount as the team's own identity, by the token of the ServiceAccount `workload` of the pod that mounts; NFS knows no
identities, and the account's network rules decide.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.config.model.storage import Dataset
from aksgpu.desired.azure.names import shortened
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.markers import FromAzure
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.storage.mount_options import DATA_LAKE, mount_options
from aksgpu.desired.storage.sub_resources import account_key
from aksgpu.desired.tenancy.namespaces import namespace_key

_HANDLE_LENGTH = 128
"""Bytes that the CSI specification allows for a text."""

MOUNTED_BY_IDENTITY = ("blob-fuse", "files-smb")


def datasets(subject: Subject) -> Iterator[KubernetesObject]:
    """A volume and a claim for each dataset and each of its teams."""
    for name, dataset in subject.stack.storage.datasets.items():
        for team in dict.fromkeys(dataset.teams):
            volume = _volume(subject, name, dataset, team)
            yield volume
            yield _claim(subject, name, dataset, team, volume)


def account_of(dataset: Dataset) -> str:
    """Name of the storage account that holds a dataset."""
    if dataset.existing_account is not None:
        return dataset.existing_account.name
    assert dataset.account is not None
    return dataset.account


def _volume(subject: Subject, name: str, dataset: Dataset, team: str) -> KubernetesObject:
    namespace = namespace_of(subject.stack, team)
    source = {
        "driver": STORAGE_PROFILES[dataset.protocol].driver,
        "readOnly": dataset.read_only,
        "volumeAttributes": _attributes(subject, dataset, team),
    }
    spec: dict[str, Any] = {
        "capacity": {"storage": dataset.size},
        "accessModes": [_access_mode(dataset)],
        "persistentVolumeReclaimPolicy": "Retain",
        "storageClassName": "",
        "claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": namespace, "name": name},
        "mountOptions": mount_options(
            subject, dataset.protocol, _own_options(subject, dataset), read_only=dataset.read_only
        ),
    }
    volume = f"{name}.{namespace}.{_digest(source, spec)}"
    # The handle is free text to both drivers, and must differ for each volume; `#` and `/` are theirs.
    spec["csi"] = {**source, "volumeHandle": shortened(volume, _HANDLE_LENGTH)}
    manifest: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": volume},
        "spec": spec,
    }
    account = dataset.account
    after = (namespace_key(namespace), *((account_key(account),) if account else ()))
    return KubernetesObject(object_key(manifest), manifest, after=after, replace_on_changes=("spec.csi",))


def _claim(subject: Subject, name: str, dataset: Dataset, team: str, volume: KubernetesObject) -> KubernetesObject:
    namespace = namespace_of(subject.stack, team)
    manifest: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "accessModes": [_access_mode(dataset)],
            "resources": {"requests": {"storage": dataset.size}},
            "storageClassName": "",
            "volumeName": volume.manifest["metadata"]["name"],
        },
    }
    immutable = ("spec.accessModes", "spec.resources", "spec.storageClassName", "spec.volumeName")
    after = (namespace_key(namespace), volume.key)
    return KubernetesObject(object_key(manifest), manifest, after=after, replace_on_changes=immutable)


def _access_mode(dataset: Dataset) -> str:
    # Both drivers mount without write access only where the mode says so: blob-csi-driver and azurefile-csi-driver,
    # nodeserver.go. `readOnly` alone is not looked at when they mount with a token.
    return "ReadOnlyMany" if dataset.read_only else "ReadWriteMany"


def _attributes(subject: Subject, dataset: Dataset, team: str) -> dict[str, Any]:
    """In the spelling of docs/driver-parameters.md of blob-csi-driver and azurefile-csi-driver."""
    location = dataset.existing_account
    out: dict[str, Any] = {
        "protocol": STORAGE_PROFILES[dataset.protocol].protocol,
        "resourceGroup": location.resource_group if location else subject.facts.resource_group,
        "storageAccount": account_of(dataset),
    }
    if location is not None and location.subscription_id is not None:
        out["subscriptionID"] = location.subscription_id
    if dataset.container is not None:
        out["containerName"] = dataset.container
    if dataset.share is not None:
        out["shareName"] = dataset.share
    if dataset.protocol == "files-nfs" and dataset.encrypt_in_transit:
        out["encryptInTransit"] = "true"
    if dataset.protocol in MOUNTED_BY_IDENTITY:
        out["clientID"] = FromAzure(f"team-{team}-identity", "clientId")
        out["mountWithWorkloadIdentityToken"] = "true"
    return out


def _own_options(subject: Subject, dataset: Dataset) -> tuple[str, ...]:
    location = dataset.existing_account
    if location is not None:
        data_lake = location.hierarchical_namespace
    else:
        account = subject.stack.storage.accounts.get(account_of(dataset))
        data_lake = account is not None and account.hierarchical_namespace
    return (DATA_LAKE,) if data_lake and dataset.protocol == "blob-fuse" else ()


def _digest(source: Mapping[str, Any], spec: Mapping[str, Any]) -> str:
    """Part of the volume's name, from what cannot change in place: a changed dataset gets a new volume and claim.

    A claim whose volume is made again under the same name stays lost for ever.
    """
    fixed = {"source": source, "modes": spec["accessModes"], "options": spec["mountOptions"], "size": spec["capacity"]}
    return hashlib.sha256(json.dumps(fixed, sort_keys=True, default=repr).encode()).hexdigest()[:8]

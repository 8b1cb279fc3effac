"""StorageClasses: how volumes are made that do not exist yet."""

from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageClass
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.storage.class_parameters import parameters
from aksgpu.desired.storage.mount_options import mount_options
from aksgpu.desired.storage.sub_resources import account_key

CHECKPOINTS_LABEL = "aksgpu/checkpoints"
"""On classes for checkpoints, so that policies know them whatever they are called."""

IMMUTABLE = ("parameters", "provisioner", "reclaimPolicy", "mountOptions", "volumeBindingMode")
"""Kubernetes takes no change of these. A class that is made again leaves its volumes as they are."""


def storage_classes(subject: Subject) -> Iterator[KubernetesObject]:
    """Every class of the stack."""
    for name, config in subject.stack.storage.classes.items():
        manifest: dict[str, Any] = {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "StorageClass",
            "metadata": {"name": name, "labels": {CHECKPOINTS_LABEL: "true"}} if config.checkpoints else {"name": name},
            "provisioner": STORAGE_PROFILES[config.profile].driver,
            "parameters": parameters(subject, config),
            "reclaimPolicy": config.reclaim_policy,
            "volumeBindingMode": binding(config),
            "allowVolumeExpansion": config.expandable,
        }
        options = mount_options(subject, config.profile, config.mount_options)
        if options:
            manifest["mountOptions"] = options
        after = (account_key(config.account),) if config.account else ()
        yield KubernetesObject(object_key(manifest), manifest, after=after, replace_on_changes=IMMUTABLE)


def binding(config: StorageClass) -> str:
    """When a volume is made. A disk waits for its pod, since a disk made before it may lie in another zone."""
    return config.binding or ("WaitForFirstConsumer" if config.profile == "disk" else "Immediate")

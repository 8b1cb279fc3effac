"""Rules about labels of pools: their syntax, and those that belong to somebody else."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error
from aksgpu.config.rules.pools.each_pool import each_pool
from aksgpu.config.rules.pools.label_keys import why_not_a_key, why_not_a_value

_OWN_FIELDS = {
    "nvidia.com/mig.config": "mig.layout sets it",
    "nvidia.com/device-plugin.config": "timeSlicing and mps set it",
    "nvidia.com/mig.config.state": "the MIG manager reports with it",
}
_INSTEAD = {
    "nvidia.com/mig.config": "Take it out, and write mig.layout in this pool.",
    "nvidia.com/device-plugin.config": "Take it out, and write timeSlicing or mps in this pool.",
}
_AKS_LABELS = ("accelerator", "agentpool", "storageprofile", "storagetier")
"""Labels without a prefix that AKS writes itself (AKS docs, use-labels)."""


def labels_are_well_formed(subject: Subject) -> Iterator[Finding]:
    """Kubernetes' rules for label keys and values."""
    for path, _, pool in each_pool(subject):
        for key, value in pool.labels.items():
            reason = why_not_a_key(key)
            if reason is not None:
                yield error(
                    (*path, "labels", key),
                    f"{key!r} is not a label key: {reason}.",
                    "Write a key such as tier or example.com/tier.",
                )
                continue
            reason = why_not_a_value(value)
            if reason is not None:
                yield error(
                    (*path, "labels", key),
                    f"{value!r} is not a label value: {reason}.",
                    "Write a value such as gold or team-vision.",
                )


def labels_belong_to_the_user(subject: Subject) -> Iterator[Finding]:
    """AKS, NVIDIA and this platform keep some labels for themselves."""
    for path, name, pool in each_pool(subject):
        for key in pool.labels:
            owner = _owner_of_label(key)
            if owner is not None and why_not_a_key(key) is None:
                yield error(
                    (*path, "labels", key),
                    f"{name} sets the label {key}, which is taken: {owner}.",
                    _INSTEAD.get(key, "Take it out, or write a label of your own such as example.com/tier."),
                )


def _owner_of_label(key: str) -> str | None:
    prefix, _, _ = key.rpartition("/")
    if key in _AKS_LABELS:
        return "AKS writes it, and selectors and the autoscaler rely on it"
    if prefix == "aksgpu":
        return "the platform selects nodes by labels of this prefix"
    if prefix == "kubernetes.azure.com" or prefix.endswith(".kubernetes.azure.com"):
        return "AKS refuses labels of this prefix"
    if prefix in ("kubernetes.io", "k8s.io") or prefix.endswith((".kubernetes.io", ".k8s.io")):
        return "AKS and Kubernetes refuse labels of this prefix"
    if key in _OWN_FIELDS:
        return _OWN_FIELDS[key]
    if key.startswith("nvidia.com/gpu.deploy."):
        return "the GPU Operator changes it while it works on a node"
    return None

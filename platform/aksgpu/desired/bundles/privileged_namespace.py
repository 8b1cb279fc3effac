"""A namespace for pods that need the host: drivers, discovery, exporters."""

from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

_LEVELS = ("enforce", "audit", "warn")


def privileged_namespace(name: str) -> KubernetesObject:
    """A namespace whose Pod Security level is privileged in all three modes.

    GPU Operator's operands and the discovery worker mount host paths, which the baseline level forbids.
    """
    labels = {f"pod-security.kubernetes.io/{mode}": "privileged" for mode in _LEVELS}
    manifest = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}
    return KubernetesObject(object_key(manifest), manifest)

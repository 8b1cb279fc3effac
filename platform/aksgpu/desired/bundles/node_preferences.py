"""What charts prefer about nodes that AKS does not show."""

from typing import Any


def no_control_plane() -> dict[str, Any]:
    """An affinity in place of the one that charts have by themselves: for the nodes of the control plane.

    AKS shows none. The charts name them by node-role.kubernetes.io/master too, which Kubernetes deprecated, so that the
    API server warned of it at each install and upgrade.
    """
    return {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": []}}

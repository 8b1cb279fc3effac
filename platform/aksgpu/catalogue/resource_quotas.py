"""What a ResourceQuota can count, and the names that it takes for it."""

import re

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest

STANDARD = frozenset(
    {
        *(
            f"{prefix}{what}"
            for prefix in ("", "requests.", "limits.")
            for what in ("cpu", "memory", "ephemeral-storage")
        ),
        *("pods", "services", "services.loadbalancers", "services.nodeports", "secrets", "configmaps"),
        *("replicationcontrollers", "resourcequotas", "persistentvolumeclaims", "requests.storage"),
    }
)
"""Names that Kubernetes itself knows (Kubernetes docs, concepts/policy/resource-quotas)."""

_STORAGE_CLASS = re.compile(r"[-.a-z0-9]+\.storageclass\.storage\.k8s\.io/(requests\.storage|persistentvolumeclaims)")
_COUNT = re.compile(r"count/[a-z][a-z0-9]*(\.[-.a-z0-9]+)?")
_HUGE_PAGES = re.compile(r"((requests|limits)\.)?hugepages-[0-9]+[KMGT]i")


def why_quota_counts_nothing(name: str) -> Problem | None:
    """Why a ResourceQuota with this name limits nothing, or is refused; None where it counts what it says.

    Extended resources, such as GPUs, are counted as requests only, since they have no limits of their own.
    """
    if name in STANDARD or any(known.fullmatch(name) for known in (_STORAGE_CLASS, _COUNT, _HUGE_PAGES)):
        return None
    prefix, dot, rest = name.partition(".")
    if dot and prefix in ("requests", "limits") and "/" in rest:
        if prefix == "requests":
            return None
        return Problem(
            f"{name} counts nothing: a ResourceQuota counts requests for GPUs and the like, never limits.",
            f"Write requests.{rest}.",
        )
    if "/" in name:
        return Problem(
            f"{name} counts nothing: a ResourceQuota counts GPUs and the like under `requests.` only.",
            f"Write requests.{name}.",
        )
    near = nearest(name, STANDARD)
    return Problem(
        f"{name} is not a name that a ResourceQuota knows.",
        f"Did you mean {near}?"
        if near
        else "Write for example requests.nvidia.com/gpu, requests.cpu, requests.memory or pods.",
    )

"""Whether the Kubernetes version in a plan is only where the cluster starts."""

from aksgpu.config.derived.subject import Subject


def version_is_a_start(subject: Subject) -> bool:
    """True where the version must not be compared with the running one afterwards.

    AKS's own channel moves it then (field case F44). Or the file gives none: the newest of each day must not upgrade a
    cluster that runs.
    """
    created = subject.stack.cluster.create
    if created is None:
        return False
    return created.kubernetes_version is None or created.upgrades.channel in ("patch", "stable", "rapid")

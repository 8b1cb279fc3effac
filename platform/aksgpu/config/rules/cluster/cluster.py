"""Rules about the cluster itself: which one, its SKU, Kubernetes version, tier and names."""

from collections.abc import Iterator

from aksgpu.catalogue.kubernetes_versions import (
    KUBERNETES_VERSIONS,
    kubernetes_note,
    kubernetes_version,
    kubernetes_warning,
    newest_generally_available,
    why_no_long_term_support,
    why_not_a_kubernetes_version,
)
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

CREATE: Path = ("cluster", "create")
FACTS: Path = ("cluster", "existing", "facts")
NODE_GROUP_SUFFIX = "-nodes"
NODE_GROUP_LENGTH = 80
"""AKS limit on the name of the resource group that it makes for the nodes."""


def exactly_one_cluster(subject: Subject) -> Iterator[Finding]:
    """A stack makes its cluster or names one that exists."""
    cluster = subject.stack.cluster
    if cluster.create is None and cluster.existing is None:
        yield error(
            ("cluster",),
            "neither `create` nor `existing` is given, so there is no cluster.",
            "Write cluster.create with a name and entra.adminGroups, or cluster.existing with resourceGroup, name "
            "and facts.",
        )
    if cluster.create is not None and cluster.existing is not None:
        yield error(
            ("cluster", "existing"),
            "both `create` and `existing` are given, and one stack has one cluster.",
            "Keep `create` if this stack makes the cluster, or `existing` if somebody else made it.",
        )


def cluster_sku_is_supported(subject: Subject) -> Iterator[Finding]:
    """AKS Automatic is recognised and refused."""
    created = subject.stack.cluster.create
    if created is not None and created.sku == "Automatic":
        yield error(
            (*CREATE, "sku"),
            "AKS Automatic is not supported yet: it has no cluster autoscaler, node pools come from node "
            "auto-provisioning, and its safeguards block the GPU Operator and Kueue unless namespaces are excluded.",
            "Leave sku out, or write sku: Base, which is AKS Standard.",
        )


def kubernetes_version_is_known(subject: Subject) -> Iterator[Finding]:
    """The version is one that the catalogue has."""
    given, path = _given_version(subject)
    if given is None:
        return
    problem = why_not_a_kubernetes_version(given, subject.today)
    if problem is None:
        return
    newest = KUBERNETES_VERSIONS[-1]
    if not subject.facts.ours and subject.facts.minor_number > newest.number:
        yield note(path, f"{problem.message} Rules that depend on the version use what holds for {newest.minor}.")
    else:
        yield error(path, problem.message, problem.remedy)


def kubernetes_version_has_support(subject: Subject) -> Iterator[Finding]:
    """A version whose support has ended, or has not begun, is a warning."""
    given, path = _given_version(subject)
    if given is None:
        return
    created = subject.stack.cluster.create
    lts = created is not None and created.tier == "Premium" and created.support_plan == "AKSLongTermSupport"
    problem = kubernetes_warning(given, subject.today, long_term_support=lts)
    if problem:
        yield warning(path, problem.message, problem.remedy)


def kubernetes_version_is_certain(subject: Subject) -> Iterator[Finding]:
    """What the catalogue does not know of the version, and a version that the stack leaves open."""
    given, path = _given_version(subject)
    if given is None:
        newest = newest_generally_available(subject.today).minor
        yield note(
            CREATE,
            f"no kubernetesVersion is given. A new cluster starts with {newest}, the newest that is generally "
            "available today; a cluster that runs already is not upgraded by that.",
            f'Write kubernetesVersion: "{newest}" to stay on it.',
        )
    words = kubernetes_note(given or subject.facts.kubernetes_version)
    if words and kubernetes_version(subject.facts.kubernetes_version):
        yield note(path, words)


def tier_and_support_plan_agree(subject: Subject) -> Iterator[Finding]:
    """Long-term support needs the Premium tier, which is for nothing else."""
    created = subject.stack.cluster.create
    if created is None:
        return
    problem = why_no_long_term_support(created.tier, created.support_plan)
    if problem:
        yield error((*CREATE, "supportPlan"), problem.message, problem.remedy)
    if created.tier == "Premium" and created.support_plan != "AKSLongTermSupport":
        yield warning(
            (*CREATE, "tier"),
            "the Premium tier costs more than Standard and only adds long-term support, which is not switched on.",
            "Write supportPlan: AKSLongTermSupport, or tier: Standard.",
        )


def resource_group_leaves_room(subject: Subject) -> Iterator[Finding]:
    """AKS makes a second resource group, whose name is the first one's with an ending."""
    created = subject.stack.cluster.create
    if created is None:
        return
    name = f"{subject.facts.resource_group}{NODE_GROUP_SUFFIX}"
    if len(name) > NODE_GROUP_LENGTH:
        path = (*CREATE, "resourceGroup" if created.resource_group else "name")
        yield error(
            path,
            f"the resource group of the nodes would be called {name}: {len(name)} characters, and AKS takes "
            f"{NODE_GROUP_LENGTH}.",
            f"Use a resourceGroup of at most {NODE_GROUP_LENGTH - len(NODE_GROUP_SUFFIX)} characters.",
        )


def existing_cluster_takes_no_settings(subject: Subject) -> Iterator[Finding]:
    """Settings of the cluster itself mean nothing for a cluster that somebody else made."""
    if subject.facts.ours:
        return
    given = subject.stack.model_fields_set
    owned = {"system_pool": "systemPool", "autoscaler": "autoscaler"}
    for field, key in owned.items():
        if field in given:
            yield error(
                (key,),
                f"the cluster {subject.facts.name} exists already, and its {_OWNED_WORDS[key]} belongs to whoever made "
                "it: what stands here would change nothing.",
                f"Leave {key} out." + (_AUTOSCALER_FACTS if key == "autoscaler" else ""),
            )


_AUTOSCALER_FACTS = (
    " What the stack must know of the owner's are maxNodeProvisionMinutes and skipNodesWithLocalStorage under "
    "cluster.existing.facts."
)
_OWNED_WORDS = {"systemPool": "system pool", "autoscaler": "autoscaler profile"}


def _given_version(subject: Subject) -> tuple[str | None, Path]:
    existing = subject.stack.cluster.existing
    if existing is not None:
        return existing.facts.kubernetes_version, (*FACTS, "kubernetesVersion")
    created = subject.stack.cluster.create
    return (created.kubernetes_version if created else None), (*CREATE, "kubernetesVersion")


RULES = (
    exactly_one_cluster,
    cluster_sku_is_supported,
    kubernetes_version_is_known,
    kubernetes_version_has_support,
    kubernetes_version_is_certain,
    tier_and_support_plan_agree,
    resource_group_leaves_room,
    existing_cluster_takes_no_settings,
)

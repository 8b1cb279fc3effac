"""What the reader of a plan should know of the cluster: its access, and defaults that nobody wrote."""

from collections.abc import Iterator

from aksgpu.catalogue.autoscaler import AUTOSCALER_KEYS
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.config.model.upgrades import MaintenanceWindow
from aksgpu.desired.azure import names
from aksgpu.desired.azure.autoscaler_profile import autoscaler_profile
from aksgpu.desired.azure.log_workspace import AUDIT_RETENTION_DAYS, RETENTION_DAYS, needs_log_workspace
from aksgpu.desired.azure.single_points import single_points_of_failure
from aksgpu.desired.entries import Statement

AS_AKS_DOES = "As AKS does."


def statements(subject: Subject) -> Iterator[Statement]:
    """Sentences about the cluster, its autoscaler, its monitoring and its single points of failure."""
    for text in (*_access(subject), *_private_access(subject), *_halves(subject)):
        yield Statement("access", text)
    created = subject.stack.cluster.create
    if created is not None:
        for text in (*_autoscaler(subject), *_upgrades(created), *_logs(subject)):
            yield Statement("defaults", text)
        yield Statement("versions", _version(subject, created))
    for text in single_points_of_failure(subject):
        yield Statement("single points of failure", text)


def _access(subject: Subject) -> Iterator[str]:
    stack = subject.stack
    login = stack.access.login
    yield (
        f"Preview and up sign in to the cluster with kubelogin, mode {login}. kubelogin must be on PATH, and whoever "
        "runs them must have signed in that way."
    )
    created = stack.cluster.create
    if created is None:
        yield (
            f"The cluster {subject.facts.name} is somebody else's. What cluster.existing.facts says of it is compared "
            "with what Azure returns before anything is made, and whoever runs up needs to administer the cluster."
        )
        return
    groups = ", ".join(created.entra.admin_groups)
    yield f"Whoever runs up must be a member of an admin group of the cluster: {groups}."


def _private_access(subject: Subject) -> Iterator[str]:
    if not subject.facts.private:
        created = subject.stack.cluster.create
        if created is not None and created.api_server.authorized_ranges and subject.stack.register_ != "azure":
            yield "Preview and up must run from one of apiServer.authorizedRanges."
        return
    if subject.stack.register_ == "azure":
        yield "Only the Azure half is registered, so preview and up run from anywhere, although the cluster is private."
        return
    yield (
        "The API server has no public address: preview and up run on a machine inside the virtual network, or in a "
        "network that is peered with it and resolves its private DNS zone."
    )
    if subject.facts.ours:
        yield (
            "The first time, when that network does not exist yet: run up with register: azure from anywhere, put the "
            "runner in, and go on with register: all."
        )


def _halves(subject: Subject) -> Iterator[str]:
    stack = subject.stack
    if stack.register_ == "azure":
        yield (
            "If a second stack registers the in-cluster half (register: inCluster), destroy that one first: it reaches "
            "this stack's cluster by what this stack exports."
        )
    elif stack.azure_stack is not None:
        yield (
            f"The Azure half belongs to the stack {stack.azure_stack}: run up there first, and destroy here first. "
            "Without that stack's cluster nothing of this one can be deleted."
        )


def _autoscaler(subject: Subject) -> Iterator[str]:
    given = {name for name in type(subject.stack.autoscaler).model_fields if name in _given(subject)}
    fields = type(subject.stack.autoscaler).model_fields
    open_keys = [fields[name].alias or name for name in fields if name not in given and name != "priorities"]
    values = autoscaler_profile(subject)
    for key in open_keys:
        if AUTOSCALER_KEYS[key].reason != AS_AKS_DOES:
            yield f"autoscaler.{key} is {_plain(values[key])}. {AUTOSCALER_KEYS[key].reason}"
    same = [f"{key} {_plain(values[key])}" for key in open_keys if AUTOSCALER_KEYS[key].reason == AS_AKS_DOES]
    if same:
        yield f"autoscaler, as AKS does without a word: {', '.join(same)}."


def _given(subject: Subject) -> set[str]:
    return subject.stack.autoscaler.model_fields_set


def _plain(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _upgrades(cluster: NewCluster) -> Iterator[str]:
    upgrades = cluster.upgrades
    by_window: dict[str, list[str]] = {}
    for what, window in (
        ("AKS's own releases", upgrades.default_window),
        ("Kubernetes", upgrades.kubernetes_window),
        ("node images", upgrades.node_os_window),
    ):
        by_window.setdefault(_when(window), []).append(what)
    for when, what in by_window.items():
        yield f"Maintenance of {' and '.join(what)}: {when}."
    if upgrades.channel == "none":
        yield "Kubernetes is upgraded only when kubernetesVersion changes (channel none)."
    yield f"Node images follow the channel {upgrades.node_os_channel}; GPU nodes restart then."


def _when(window: MaintenanceWindow) -> str:
    weeks = "every week" if window.interval_weeks == 1 else f"every {window.interval_weeks} weeks"
    return f"{weeks} on {window.day} from {window.start_time} ({window.utc_offset}) for {window.duration_hours} h"


def _logs(subject: Subject) -> Iterator[str]:
    if needs_log_workspace(subject) and subject.stack.monitoring.log_workspace is None:
        audit = subject.stack.compliance.audit_logs
        days = AUDIT_RETENTION_DAYS if audit else RETENTION_DAYS
        yield f"The log workspace {names.log_workspace(subject)} keeps logs for {days} days."
    if subject.stack.compliance.audit_logs:
        yield "Audit logs hold every change and every sign-in. Reads are left out: they are most of the volume."


def _version(subject: Subject, cluster: NewCluster) -> str:
    version = subject.facts.kubernetes_version
    if cluster.kubernetes_version is None:
        return f"A new cluster starts with Kubernetes {version}, today's newest. One that runs is not upgraded by that."
    if cluster.upgrades.channel in ("patch", "stable", "rapid"):
        return f"The cluster starts with Kubernetes {version}; the channel {cluster.upgrades.channel} moves it on."
    return f"The cluster runs Kubernetes {version}."

"""Kueue's release and its namespace."""

from collections.abc import Iterator

from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import KUEUE_NAMESPACE
from aksgpu.desired.bundles.chart_source import release_reference
from aksgpu.desired.bundles.cpu_places import cpu_places
from aksgpu.desired.bundles.gpu_operator import CHART_KEY as GPU_OPERATOR_KEY
from aksgpu.desired.bundles.kueue.configuration import kueue_values
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, kueue_manifest
from aksgpu.desired.bundles.node_feature_discovery import CHART_KEY as NFD_KEY
from aksgpu.desired.entries import ChartRelease, Entry, KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.platform_policies import kueue_policies

RELEASE = "kueue"
"""Fixed: the names of everything in the chart start with it."""

PROBE = "aksgpu-probe"
"""Name of the object that is only ever tried, never made."""


def kueue_chart(subject: Subject) -> Iterator[Entry]:
    """The namespace, who may reach the manager in it, then the release.

    Helm does not wait for it: on the way down it would wait for ClusterRoles that Kubernetes makes anew, and on the way
    up "ready" is said before the webhooks answer. What comes after waits until the API server takes the probe.
    It comes after every chart that its webhooks could keep from starting.
    """
    namespace = _namespace()
    yield namespace
    policies = tuple(kueue_policies(subject))
    yield from policies
    release = kueue_release(subject.stack)
    reference, repository = release_reference(subject, release.chart)
    others = (NFD_KEY, GPU_OPERATOR_KEY) if subject.stack.gpu_pools else ()
    yield ChartRelease(
        key=CHART_KEY,
        name=RELEASE,
        namespace=KUEUE_NAMESPACE,
        reference=reference,
        repository=repository,
        version=release.chart.version,
        values=kueue_values(subject),
        after=(namespace.key, *(entry.key for entry in policies), *others, *cpu_places(subject)),
        awaited=False,
        probe=kueue_manifest(subject, "ResourceFlavor", PROBE) | {"spec": {}},
    )


def _namespace() -> KubernetesObject:
    """Pod Security level restricted: the manager needs nothing that it forbids."""
    labels = {f"pod-security.kubernetes.io/{mode}": "restricted" for mode in ("enforce", "audit", "warn")}
    manifest = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": KUEUE_NAMESPACE, "labels": labels}}
    return KubernetesObject(object_key(manifest), manifest)

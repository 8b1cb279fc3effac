"""What lets managed Prometheus read Kueue's metrics, which Kueue gives only to a token that may get /metrics."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.metrics_namespace import METRICS_NAMESPACE
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

TOKEN = "kueue-metrics-token"
_READER = "kueue-metrics-reader-aksgpu"
_ACCOUNT = "kueue-metrics"
_RBAC = "rbac.authorization.k8s.io"

SECRETS_BY_NAMESPACE_SINCE = "1.37"
"""From here on AKS's collector reads Secrets only where it is told and allowed to.

Source: Azure/prometheus-collector, internal/docs/secret-restriction-changes.md and ama-metrics-clusterRole.yaml
(2026-07-21).
"""

_COLLECTOR = {"kind": "ServiceAccount", "name": "ama-metrics-serviceaccount", "namespace": "kube-system"}


def collector_needs_permission(subject: Subject) -> bool:
    """Whether the collector may not read Secrets of all namespaces by itself."""
    return subject.facts.at_least(SECRETS_BY_NAMESPACE_SINCE)


def access(subject: Subject) -> Iterator[KubernetesObject]:
    """The namespace, an account that may get /metrics and nothing else, its token, and the collector's way to it."""
    labels = {f"pod-security.kubernetes.io/{mode}": "restricted" for mode in ("enforce", "audit", "warn")}
    namespace = _object(
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": METRICS_NAMESPACE, "labels": labels}}
    )
    account = _namespaced("v1", "ServiceAccount", _ACCOUNT, {"automountServiceAccountToken": False}, namespace.key)
    yield namespace
    yield account
    yield from _reader(account.key)
    yield _token(account.key)
    if collector_needs_permission(subject):
        yield from _collector_permission(namespace.key)
        if subject.facts.ours:
            yield collector_settings()


def _reader(account_key: str) -> Iterator[KubernetesObject]:
    role = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {"name": _READER},
        "rules": [{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}],
    }
    yield _object(role)
    binding = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": _READER},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": _READER},
        "subjects": [{"kind": "ServiceAccount", "name": _ACCOUNT, "namespace": METRICS_NAMESPACE}],
    }
    yield _object(binding, after=(object_key(role), account_key), replace_on_changes=("roleRef",))


def _token(account_key: str) -> KubernetesObject:
    manifest = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": TOKEN,
            "namespace": METRICS_NAMESPACE,
            "annotations": {"kubernetes.io/service-account.name": _ACCOUNT},
        },
        "type": "kubernetes.io/service-account-token",
    }
    # Kubernetes fills the token in.
    return KubernetesObject(object_key(manifest), manifest, after=(account_key,), ignore_changes=("data",), secret=True)


def _collector_permission(namespace_key: str) -> Iterator[KubernetesObject]:
    name = "ama-metrics-secrets-reader"
    # The collector lists and watches, which a rule for one name does not allow; hence a namespace of its own.
    rules = {"rules": [{"apiGroups": [""], "resources": ["secrets"], "verbs": ["get", "list", "watch"]}]}
    role = _namespaced(f"{_RBAC}/v1", "Role", name, rules, namespace_key)
    yield role
    binding = {"roleRef": {"apiGroup": _RBAC, "kind": "Role", "name": name}, "subjects": [_COLLECTOR]}
    yield _namespaced(f"{_RBAC}/v1", "RoleBinding", name, binding, role.key, replace_on_changes=("roleRef",))


def collector_settings() -> KubernetesObject:
    """The collector's settings, of which this is the only one: it names the namespace to read Secrets in.

    What is left out keeps Azure's default. On somebody else's cluster the ConfigMap may exist and is left alone.
    """
    return _object(
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "ama-metrics-settings-configmap", "namespace": "kube-system"},
            "data": {
                "schema-version": "v1",
                "config-version": "ver1",
                "prometheus-collector-settings": f'secrets_access_namespaces = "{METRICS_NAMESPACE}"\n',
            },
        }
    )


def _namespaced(
    api_version: str,
    kind: str,
    name: str,
    body: dict[str, Any],
    after: str,
    replace_on_changes: tuple[str, ...] = (),
) -> KubernetesObject:
    metadata = {"name": name, "namespace": METRICS_NAMESPACE}
    manifest = {"apiVersion": api_version, "kind": kind, "metadata": metadata, **body}
    return _object(manifest, after=(after,), replace_on_changes=replace_on_changes)


def _object(
    manifest: dict[str, Any], after: tuple[str, ...] = (), replace_on_changes: tuple[str, ...] = ()
) -> KubernetesObject:
    return KubernetesObject(object_key(manifest), manifest, after=after, replace_on_changes=replace_on_changes)

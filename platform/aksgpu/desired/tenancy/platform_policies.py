"""Policies around the platform's own pods: only where they cannot stop the platform.

Kueue's manager: its webhooks decide over every job, so its policy names whoever calls them for the API server, and
nothing else may come in. Egress stays open: the manager talks to the API server, and to nobody of a team. It is there
before the chart: then the wait for Kueue's answer tries it too, and nobody waits for Kueue to mend it.
DCGM exporter: it answers anyone with every team's pod names, so only the collector may ask. It is selected alone: the
GPU Operator's other pods download drivers and talk to the API server, and a policy there could only stop them.
Node Feature Discovery gets none: nothing listens there but health and metrics of its own.
Kubelet probes come from the pod's own node and pass under every engine.
"""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import KUEUE_NAMESPACE
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.tenancy import peers
from aksgpu.desired.tenancy.cilium_policies import cilium_policy, cilium_ports, uses_cilium
from aksgpu.desired.tenancy.namespaces import namespace_key
from aksgpu.desired.tenancy.network_policies import enforced, policy

_KUEUE_LABELS = {"app.kubernetes.io/name": "kueue", "control-plane": "controller-manager"}
_DCGM_LABELS = {"app": "nvidia-dcgm-exporter"}
API_SERVER_ENTITIES = ("host", "kube-apiserver", "remote-node")
"""The API server as Cilium sees it, and nodes, in whose network a konnectivity agent may run."""


def kueue_policies(subject: Subject) -> Iterator[KubernetesObject]:
    """Policies of Kueue's manager; none without a policy engine."""
    if not enforced(subject):
        return
    after = (namespace_key(KUEUE_NAMESPACE),)
    calls = {
        "from": peers.api_server_callers(subject),
        "ports": peers.tcp(peers.KUEUE_WEBHOOK, peers.KUEUE_VISIBILITY),
    }
    rules = [calls]
    if subject.facts.managed_prometheus:
        rules.append({"from": [peers.metrics_collector()], "ports": peers.tcp(peers.KUEUE_METRICS)})
    spec = {"podSelector": {"matchLabels": _KUEUE_LABELS}, "ingress": rules}
    yield policy(KUEUE_NAMESPACE, "allow-api-server-and-metrics", spec, after)
    if uses_cilium(subject):
        rule = {
            "fromEntities": list(API_SERVER_ENTITIES),
            "toPorts": cilium_ports(peers.KUEUE_WEBHOOK, peers.KUEUE_VISIBILITY),
        }
        entities = {"endpointSelector": {"matchLabels": _KUEUE_LABELS}, "ingress": [rule]}
        yield cilium_policy(KUEUE_NAMESPACE, "allow-api-server", entities, after)


def dcgm_policies(subject: Subject) -> Iterator[KubernetesObject]:
    """The policy of the DCGM exporter; none without a policy engine, or where nothing collects."""
    if not (enforced(subject) and subject.facts.managed_prometheus):
        return
    rule = {"from": [peers.metrics_collector()], "ports": peers.tcp(peers.DCGM_METRICS)}
    spec = {"podSelector": {"matchLabels": _DCGM_LABELS}, "ingress": [rule]}
    namespace = subject.stack.gpu_software.operator.namespace
    yield policy(namespace, "allow-metrics-scraping", spec, ("chart-gpu-operator",))

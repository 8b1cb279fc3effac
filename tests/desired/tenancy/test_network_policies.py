"""What the policies let through, judged packet by packet under both engines."""

from collections.abc import Callable
from typing import Any

import pytest
from kubernetes_schemas import validate
from network_policy_semantics import End, Network, blocks

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.tenancy.cilium_policies import cilium_policies
from aksgpu.desired.tenancy.network_policies import network_policies
from aksgpu.desired.tenancy.platform_policies import dcgm_policies, kueue_policies

MakeSubject = Callable[..., Subject]
GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
CALICO: dict[str, Any] = {"network": {"dataplane": "azure", "policy": "calico"}}
ENGINES = {"cilium": {}, "calico": CALICO}
TEAMS: dict[str, Any] = {"speech": {}, "language": {"namespace": "nlp", "internetEgress": False}}

VISION = End("10.244.1.5", "vision", {"job": "train"}, {"metrics": 8000})
VISION_PEER = End("10.244.2.9", "vision")
SPEECH = End("10.244.3.7", "speech")
LANGUAGE = End("10.244.4.4", "nlp")
OTHER = End("10.244.5.5", "somebody-else")
CORE_DNS = End("10.244.0.2", "kube-system", {"k8s-app": "kube-dns"})
COLLECTOR = End("10.244.0.3", "kube-system", {"rsName": "ama-metrics"})
NODE_COLLECTOR = End("10.244.0.4", "kube-system", {"dsName": "ama-metrics-node"})
KONNECTIVITY = End("10.244.0.6", "kube-system", {"app": "konnectivity-agent"})
KONNECTIVITY_ELSEWHERE = End("10.244.0.8", "kube-system", {"k8s-app": "konnectivity-agent"})
IMPOSTOR = End("10.244.5.6", "somebody-else", {"app": "konnectivity-agent", "rsName": "ama-metrics"})
KUEUE = End("10.244.0.7", "kueue-system", {"app.kubernetes.io/name": "kueue", "control-plane": "controller-manager"})
DCGM = End("10.244.6.1", "gpu-operator", {"app": "nvidia-dcgm-exporter"})
DEVICE_PLUGIN = End("10.244.6.2", "gpu-operator", {"app": "nvidia-device-plugin-daemonset"})
NODE = End("10.224.0.10", entity="host")
LOCAL_DNS = End("169.254.10.10", entity="host")
METADATA = End("169.254.169.254")
WIRE_SERVER = End("168.63.129.16")
PRIVATE_ENDPOINT = End("10.225.0.9")
PUBLIC = End("20.60.40.1")
ON_PREMISES = End("10.10.4.4")
API_SERVER = End("10.224.0.200", entity="kube-apiserver")


def manifests(subject: Subject) -> tuple[Any, ...]:
    entries = [*dcgm_policies(subject), *kueue_policies(subject)]
    for team in subject.stack.teams:
        entries += [*network_policies(subject, team), *cilium_policies(subject, team)]
    return tuple(entry.manifest for entry in entries)


def network(make: MakeSubject, engine: str, changes: dict[str, Any] | None = None, **created: Any) -> Network:
    stack: dict[str, Any] = {"teams": TEAMS, "cluster": {"create": {**ENGINES[engine], **created}}}
    merged = make({**stack, **(changes or {}), "teams": {**TEAMS, **(changes or {}).get("teams", {})}})
    return Network(manifests(merged), engine)


@pytest.fixture(params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> str:
    return request.param


def test_workers_of_one_team_reach_each_other_on_every_port_and_protocol(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    for port, protocol in ((29500, "TCP"), (1, "UDP"), (65535, "SCTP")):
        assert net.passes(VISION, VISION_PEER, port, protocol)


def test_teams_are_apart_in_both_directions(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    for source, target in ((VISION, SPEECH), (SPEECH, VISION), (VISION, LANGUAGE), (OTHER, VISION), (VISION, OTHER)):
        assert not net.passes(source, target, 443)
        assert not net.passes(source, target, 53, "UDP")


def test_dns_is_answered_by_the_cluster_and_by_the_node(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    for server in (CORE_DNS, LOCAL_DNS):
        assert net.passes(VISION, server, 53, "UDP")
        assert net.passes(VISION, server, 53, "TCP")
        assert not net.passes(VISION, server, 443)
    assert not net.passes(VISION, SPEECH, 53, "UDP")


def test_nothing_that_a_stack_says_opens_instance_metadata(subject: MakeSubject, engine: str) -> None:
    wide = {
        "egress": [{"cidr": "0.0.0.0/0", "ports": [80, 443]}, {"cidr": "169.254.0.0/16", "ports": [80]}],
        "kubernetesApi": True,
        "ingressNamespaces": ["kube-system"],
    }
    net = network(subject, engine, {"teams": {"vision": wide}, "monitoring": {"teamMetrics": True}})
    for port in (80, 443, 32526):
        assert not net.passes(VISION, METADATA, port)
        assert not net.passes(VISION, WIRE_SERVER, port)
    assert net.passes(VISION, PUBLIC, 80)


def test_under_cilium_a_policy_that_people_add_themselves_does_not_open_it_either(subject: MakeSubject) -> None:
    net = network(subject, "cilium")
    own = {
        "kind": "NetworkPolicy",
        "metadata": {"name": "open", "namespace": "vision"},
        "spec": {"podSelector": {}, "policyTypes": ["Egress"], "egress": [{}]},
    }
    opened = Network((*net.policies, own), "cilium")
    assert opened.passes(VISION, PUBLIC, 8443)
    assert not opened.passes(VISION, METADATA, 80)


def test_the_internet_is_port_443_of_public_addresses_and_a_choice(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    assert net.passes(VISION, PUBLIC, 443)
    assert not net.passes(VISION, PUBLIC, 80)
    assert not net.passes(LANGUAGE, PUBLIC, 443)
    assert not net.passes(VISION, ON_PREMISES, 443)
    assert not net.passes(VISION, NODE, 443)


def test_a_virtual_network_in_public_space_is_not_the_internet(subject: MakeSubject, engine: str) -> None:
    vnet = {"addressSpace": "20.60.0.0/16", "nodeSubnet": "20.60.0.0/18", "privateEndpointSubnet": "20.60.64.0/24"}
    ranges = {**ENGINES[engine].get("network", {}), "vnet": vnet}
    net = network(subject, engine, network=ranges)
    assert not net.passes(VISION, End("20.60.40.1"), 443)
    assert net.passes(VISION, End("20.60.64.9"), 443)


def test_private_endpoints_are_open_also_without_internet(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    for team in (VISION, LANGUAGE):
        assert net.passes(team, PRIVATE_ENDPOINT, 443)
        assert not net.passes(team, PRIVATE_ENDPOINT, 445)


def test_private_endpoints_of_a_subnet_that_nobody_gave_a_range_for_are_left_to_the_team(
    subject: MakeSubject, engine: str
) -> None:
    subnet = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/nodes"
    net = network(subject, engine, network={**ENGINES[engine].get("network", {}), "existingSubnet": subnet})
    assert not net.passes(VISION, PRIVATE_ENDPOINT, 443)


def test_team_egress_adds_ranges_and_never_pods(subject: MakeSubject, engine: str) -> None:
    egress = [{"cidr": "10.0.0.0/8", "ports": [1433]}, {"cidr": "10.244.3.0/24", "ports": [1433]}]
    net = network(subject, engine, {"teams": {"vision": {"egress": egress}}})
    assert net.passes(VISION, ON_PREMISES, 1433)
    assert not net.passes(VISION, ON_PREMISES, 443)
    assert not net.passes(SPEECH, ON_PREMISES, 1433)
    open_to_vision = {
        "kind": "NetworkPolicy",
        "metadata": {"name": "open", "namespace": "speech"},
        "spec": {"podSelector": {}, "policyTypes": ["Ingress"], "ingress": [{}]},
    }
    assert not Network((*net.policies, open_to_vision), engine).passes(VISION, SPEECH, 1433)


def test_named_namespaces_may_come_in_and_no_others(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine, {"teams": {"vision": {"ingressNamespaces": ["ingress"]}}})
    assert net.passes(End("10.244.9.9", "ingress"), VISION, 8080)
    assert not net.passes(OTHER, VISION, 8080)
    assert not net.passes(End("10.244.9.9", "ingress"), SPEECH, 8080)


def test_only_the_collector_scrapes_and_only_where_teams_have_metrics(subject: MakeSubject, engine: str) -> None:
    with_metrics = network(subject, engine, {"monitoring": {"teamMetrics": True}})
    assert with_metrics.passes(COLLECTOR, VISION, 8000)
    assert not with_metrics.passes(COLLECTOR, VISION, 8001)
    assert not with_metrics.passes(NODE_COLLECTOR, VISION, 8000)
    assert not with_metrics.passes(IMPOSTOR, VISION, 8000)
    assert not network(subject, engine).passes(COLLECTOR, VISION, 8000)
    off = {"monitoring": {"teamMetrics": True, "managedPrometheus": False}}
    assert not network(subject, engine, off).passes(COLLECTOR, VISION, 8000)


def test_the_kubernetes_api_of_a_private_cluster_is_a_choice(subject: MakeSubject, engine: str) -> None:
    private = {"apiServer": {"private": True, "authorizedRanges": []}}
    net = network(subject, engine, {"teams": {"vision": {"kubernetesApi": True}}}, **private)
    assert net.passes(VISION, API_SERVER, 443)
    assert not net.passes(VISION, API_SERVER, 10250)
    assert not net.passes(SPEECH, API_SERVER, 443)


def test_kueues_webhooks_hear_the_api_server_and_nobody_else(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine)
    for port in (9443, 8082):
        assert net.passes(KONNECTIVITY, KUEUE, port)
        assert net.passes(KONNECTIVITY_ELSEWHERE, KUEUE, port)
        for stranger in (VISION, OTHER, IMPOSTOR, COLLECTOR):
            assert not net.passes(stranger, KUEUE, port)
    assert net.passes(COLLECTOR, KUEUE, 8443)
    assert not net.passes(KONNECTIVITY, KUEUE, 8081)
    assert net.passes(KUEUE, API_SERVER, 443)


def test_under_vnet_integration_the_api_servers_own_subnet_calls(subject: MakeSubject, engine: str) -> None:
    net = network(subject, engine, apiServer={"subnetPrefix": "10.226.0.0/28"})
    assert net.passes(End("10.226.0.5"), KUEUE, 9443)
    assert not net.passes(End("10.226.1.5"), KUEUE, 9443)


def test_under_cilium_an_agent_in_the_nodes_network_calls_too(subject: MakeSubject) -> None:
    net = network(subject, "cilium")
    for entity in ("host", "remote-node", "kube-apiserver"):
        assert net.passes(End("10.224.0.10", entity=entity), KUEUE, 9443)
        assert not net.passes(End("10.224.0.10", entity=entity), KUEUE, 8443)


def test_the_dcgm_exporter_answers_the_collector_alone_and_its_neighbours_are_left_alone(
    subject: MakeSubject, engine: str
) -> None:
    net = network(subject, engine)
    assert net.passes(COLLECTOR, DCGM, 9400)
    assert not net.passes(OTHER, DCGM, 9400)
    assert net.passes(OTHER, DEVICE_PLUGIN, 8080)
    assert net.passes(DEVICE_PLUGIN, PUBLIC, 443)
    assert net.passes(DCGM, API_SERVER, 443)
    without_collector = network(subject, engine, {"monitoring": {"managedPrometheus": False}})
    assert without_collector.passes(OTHER, DCGM, 9400)


def test_without_an_engine_there_are_no_objects_that_only_look_safe(subject: MakeSubject) -> None:
    bare = subject({"cluster": {"create": {"network": {"dataplane": "azure", "policy": "none"}}}})
    assert manifests(bare) == ()


def test_calico_gets_no_cilium_objects(subject: MakeSubject) -> None:
    kinds = {
        each["kind"] for each in network(subject, "calico", {"teams": {"vision": {"kubernetesApi": True}}}).policies
    }
    assert kinds == {"NetworkPolicy"}


def test_every_exception_lies_inside_its_block(subject: MakeSubject, engine: str) -> None:
    from ipaddress import IPv4Network

    egress = [{"cidr": "0.0.0.0/0"}, {"cidr": "10.244.0.0/16"}, {"cidr": "168.63.129.16/32"}]
    for block in blocks(network(subject, engine, {"teams": {"vision": {"egress": egress}}}).policies):
        for each in block.get("except", ()):
            assert IPv4Network(each).subnet_of(IPv4Network(block["cidr"]))
            assert each != block["cidr"]


def test_every_policy_is_what_the_api_server_accepts_and_waits_for_its_namespace(
    subject: MakeSubject, engine: str
) -> None:
    wide = {"egress": [{"cidr": "10.9.0.0/16"}], "kubernetesApi": True, "ingressNamespaces": ["ingress"]}
    made = subject(
        {
            "cluster": {"create": {**ENGINES[engine], "apiServer": {"subnetPrefix": "10.226.0.0/28"}}},
            "teams": {"vision": wide},
            "monitoring": {"teamMetrics": True},
        }
    )
    entries = [*network_policies(made, "vision"), *cilium_policies(made, "vision")]
    assert all("namespace-vision" in entry.after for entry in entries)
    for manifest in manifests(made):
        assert validate(manifest) == []
    keys = [entry.key for entry in entries]
    assert len(keys) == len(set(keys))

"""The cluster that a stack makes: complete, protected, and never fighting with what Azure changes."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.approvals import protected
from aksgpu.desired.azure import cluster, network
from aksgpu.desired.azure.cluster import dns_service_ip
from aksgpu.desired.azure.monitoring import monitoring_azure
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, Joined
from aksgpu.ordering import in_order

Make = Callable[..., Subject]
REGISTRY = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerRegistry/registries/images"
SUBNET = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub/subnets/nodes"


def entries(subject: Subject) -> dict[str, AzureResource]:
    (part,) = cluster.parts(subject)
    assert (part.name, part.component) == ("cluster", "Cluster")
    return {entry.key: entry for entry in part.entries if isinstance(entry, AzureResource)}


def made(subject: Subject) -> AzureResource:
    return entries(subject)["cluster"]


def created(**changes: Any) -> dict[str, Any]:
    return {"cluster": {"create": changes}}


def test_the_whole_azure_half_has_an_order(subject: Make) -> None:
    everything = subject(
        created(apiServer={"subnetPrefix": "10.226.0.0/28"}) | {"monitoring": {"containerInsights": True}}
    )
    parts = (*network.parts(everything), *cluster.parts(everything))
    order = in_order((*(entry for part in parts for entry in part.entries), *monitoring_azure(everything)))
    assert order.index("role-cluster-subnet-api-server-network") < order.index("cluster")
    assert order.index("role-cluster-kubelet-operator") < order.index("cluster")
    assert order.index("log-workspace") < order.index("cluster"), "the logs' add-on names it"
    assert order.index("cluster") < order.index("data-collection-association-insights")


def test_a_secure_default(subject: Make) -> None:
    inputs = made(subject()).inputs
    assert inputs["disableLocalAccounts"] is True
    assert inputs["enableRBAC"] is True
    assert inputs["aadProfile"]["enableAzureRBAC"] is True
    assert inputs["identity"]["userAssignedIdentities"] == [FromAzure("identity-cluster", "id")]
    assert inputs["identityProfile"]["kubeletidentity"]["objectId"] == FromAzure("identity-kubelet", "principalId")
    assert inputs["oidcIssuerProfile"] == {"enabled": True}
    assert inputs["securityProfile"]["workloadIdentity"] == {"enabled": True}
    assert inputs["apiServerAccessProfile"] == {
        "enablePrivateCluster": False,
        "authorizedIPRanges": ["203.0.113.10/32"],
    }


def test_exactly_one_inline_pool_small_and_ours(subject: Make) -> None:
    (pool,) = made(subject({"cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}})).inputs[
        "agentPoolProfiles"
    ]
    assert (pool["name"], pool["mode"], pool["type"]) == ("system", "System", "VirtualMachineScaleSets")
    assert (pool["count"], pool["enableAutoScaling"]) == (3, False)
    assert pool["nodeLabels"] == {"aksgpu/pool": "system"}
    assert pool["localDNSProfile"] == {"mode": "Disabled"}
    assert pool["vnetSubnetID"] == FromAzure("subnet-nodes", "id")
    assert "nodeTaints" not in pool
    assert "orchestratorVersion" not in pool, "left out, an upgrade by AKS's channel is no difference"


def test_a_dedicated_pool_is_tainted(subject: Make) -> None:
    changes: dict[str, Any] = {"systemPool": {"dedicated": True, "zones": ["2", "1", "2"]}}
    (pool,) = made(subject(changes)).inputs["agentPoolProfiles"]
    assert pool["nodeTaints"] == ["CriticalAddonsOnly=true:NoSchedule"]
    assert pool["availabilityZones"] == ["1", "2"]


def test_nothing_of_the_inline_pool_is_ignored_by_its_place_in_the_list(subject: Make) -> None:
    """Azure's list also holds pools that other resources made, in its own order: a path with an index hits another."""
    for channel in ("none", "patch", "stable", "rapid", "node-image"):
        entry = made(subject(created(kubernetesVersion="1.36", upgrades={"channel": channel})))
        assert not [path for path in (*entry.ignore_changes, *entry.create_only) if "agentPoolProfiles" in path]


@pytest.mark.parametrize(
    ("version", "channel", "ignored"),
    [
        ("1.36", "none", False),
        ("1.36", "node-image", False),
        ("1.36", "patch", True),
        ("1.36", "stable", True),
        (None, "none", True),
    ],
)
def test_a_version_that_moves_is_sent_once(subject: Make, version: str | None, channel: str, ignored: bool) -> None:
    entry = made(subject(created(kubernetesVersion=version, upgrades={"channel": channel})))
    assert entry.ignore_changes == (("kubernetesVersion",) if ignored else ())
    assert entry.inputs["kubernetesVersion"] == (version or "1.37")


def test_the_cluster_is_protected_until_an_approval_holds(subject: Make) -> None:
    approval = {"action": "replace", "owner": "ml", "reason": "new network", "expires": "2026-12-31"}
    changes = {"approve": {"cluster": approval}}
    assert made(subject()).protect
    assert made(subject()).scarce
    assert not made(subject(changes, date(2026, 12, 31))).protect
    assert made(subject(changes, date(2027, 1, 1))).protect, "an expired approval lifts nothing"
    assert protected(subject(changes, date(2026, 12, 31)), "t4"), "nor does one for something else"


def test_what_cannot_change_in_place(subject: Make) -> None:
    create_only = made(subject()).create_only
    assert "networkProfile.podCidr" in create_only
    assert "apiServerAccessProfile.enablePrivateCluster" in create_only
    integrated = made(subject(created(apiServer={"subnetPrefix": "10.226.0.0/28"}))).create_only
    assert "apiServerAccessProfile.enablePrivateCluster" not in integrated, "AKS switches it there"


@pytest.mark.parametrize(
    ("zone", "public_name"), [("system", False), ("none", True), (f"{SUBNET}/../privatelink", False)]
)
def test_private_clusters(subject: Make, zone: str, public_name: bool) -> None:
    api = {"private": True, "authorizedRanges": [], "privateDnsZone": zone}
    assert made(subject(created(apiServer=api))).inputs["apiServerAccessProfile"] == {
        "enablePrivateCluster": True,
        "privateDNSZone": zone,
        "enablePrivateClusterPublicFQDN": public_name,
    }


def test_nodes_behind_a_nat_gateway_are_let_in(subject: Make) -> None:
    gateway = {"outbound": "natGateway", "natGatewayIps": 2}
    access = made(subject(created(network=gateway))).inputs["apiServerAccessProfile"]
    assert access["authorizedIPRanges"] == [
        "203.0.113.10/32",
        Joined((FromAzure("nat-gateway-ip-1", "ipAddress"), "/32")),
        Joined((FromAzure("nat-gateway-ip-2", "ipAddress"), "/32")),
    ]
    open_to_all = made(subject(created(network=gateway, apiServer={"authorizedRanges": []})))
    assert "authorizedIPRanges" not in open_to_all.inputs["apiServerAccessProfile"]


def test_under_vnet_integration_nodes_come_from_inside(subject: Make) -> None:
    changes = created(network={"outbound": "natGateway"}, apiServer={"subnetPrefix": "10.226.0.0/28"})
    access = made(subject(changes)).inputs["apiServerAccessProfile"]
    assert access["authorizedIPRanges"] == ["203.0.113.10/32"]
    assert access["enableVnetIntegration"] is True
    assert access["subnetId"] == FromAzure("subnet-api-server", "id")


@pytest.mark.parametrize(
    ("outbound", "sent"),
    [
        ("loadBalancer", "loadBalancer"),
        ("natGateway", "userAssignedNATGateway"),
        ("userDefinedRouting", "userDefinedRouting"),
        ("none", "none"),
    ],
)
def test_outbound_types(subject: Make, outbound: str, sent: str) -> None:
    profile = made(subject(created(network={"outbound": outbound}))).inputs["networkProfile"]
    assert profile["outboundType"] == sent
    assert profile["networkPluginMode"] == "overlay"


def test_dns_answers_at_the_tenth_address() -> None:
    assert dns_service_ip("10.0.0.0/16") == "10.0.0.10"
    assert dns_service_ip("192.168.255.240/28") == "192.168.255.250"


def test_an_isolated_cluster_waits_for_its_way_to_the_registry(subject: Make) -> None:
    entry = made(subject(created(network={"outbound": "none"}, bootstrapRegistry=REGISTRY)))
    assert entry.inputs["bootstrapProfile"] == {"artifactSource": "Cache", "containerRegistryId": REGISTRY}
    assert {"role-kubelet-images-pull", "dns-group-registry", "dns-link-registry"} <= set(entry.after)
    connected = made(subject(created(registries=[REGISTRY])))
    assert "bootstrapProfile" not in connected.inputs
    assert "role-kubelet-images-pull" not in connected.after


def test_add_ons_that_are_off_are_written_as_off(subject: Make) -> None:
    changes = created(
        addOns={"azurePolicy": False, "imageCleaner": {"enabled": False}},
        csiDrivers={"blob": False, "file": False, "disk": False, "snapshots": False},
    )
    inputs = made(subject(changes | {"monitoring": {"managedPrometheus": False}})).inputs
    assert inputs["addonProfiles"] == {"azurepolicy": {"enabled": False}, "omsagent": {"enabled": False}}
    assert inputs["azureMonitorProfile"] == {"metrics": {"enabled": False}}
    assert all(driver == {"enabled": False} for driver in inputs["storageProfile"].values())
    assert inputs["securityProfile"]["imageCleaner"] == {"enabled": False, "intervalHours": 168}
    assert "defender" not in inputs["securityProfile"]


def test_maintenance_windows_have_aks_names_and_follow_one_another(subject: Make) -> None:
    window = {"day": "Saturday", "intervalWeeks": 2, "blackouts": [{"start": "2026-12-20", "end": "2027-01-04"}]}
    found = entries(subject(created(upgrades={"nodeOsWindow": window})))
    windows = {key: entry for key, entry in found.items() if key.startswith("maintenance-")}
    assert {key: entry.path["configName"] for key, entry in windows.items()} == {
        "maintenance-default": "default",
        "maintenance-kubernetes": "aksManagedAutoUpgradeSchedule",
        "maintenance-node-os": "aksManagedNodeOSUpgradeSchedule",
    }
    assert [entry.after for entry in windows.values()] == [
        ("cluster",),
        ("maintenance-default",),
        ("maintenance-kubernetes",),
    ]
    assert windows["maintenance-node-os"].inputs["maintenanceWindow"] == {
        "schedule": {"weekly": {"dayOfWeek": "Saturday", "intervalWeeks": 2}},
        "durationHours": 6,
        "startTime": "01:00",
        "utcOffset": "+00:00",
        "notAllowedDates": [{"start": "2026-12-20", "end": "2027-01-04"}],
    }
    assert "notAllowedDates" not in windows["maintenance-default"].inputs["maintenanceWindow"]

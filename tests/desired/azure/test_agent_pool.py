"""AgentPool entries: what AKS must be told, and what must be left out."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest
from pulumi_azure_native.containerservice import agent_pool as sdk

from aksgpu.config.derived.pool_names import gpu_pool_choices
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.agent_pool import CREATE_ONLY, cpu_pool_parts, gpu_pool_parts
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

Make = Callable[..., Subject]
T4: dict[str, Any] = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
GROUP = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/r"


def entry_of(made: Subject, name: str = "p") -> AzureResource:
    parts = {part.name: part for part in (*cpu_pool_parts(made), *gpu_pool_parts(made))}
    part = parts.get(f"gpu-pool-{name}") or parts[f"cpu-pool-{name}"]
    (entry,) = part.entries
    assert isinstance(entry, AzureResource)
    return entry


def inputs(subject: Make, stack: Mapping[str, Any] | None = None, **pool: Any) -> Mapping[str, Any]:
    return entry_of(subject({"gpuPools": {"p": {**T4, **pool}}, **(stack or {})})).inputs


def test_parts_and_components(subject: Make) -> None:
    made = subject({"cpuPools": {"apps": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}, "gpuPools": {"p": T4}})
    assert [(part.name, part.component) for part in cpu_pool_parts(made)] == [("cpu-pool-apps", "CpuNodePool")]
    assert [part.name for part in gpu_pool_parts(made)] == ["gpu-pool-t4", "gpu-pool-p"]
    assert {part.component for part in gpu_pool_parts(made)} == {"GpuNodePool"}


def test_address_of_a_pool(subject: Make) -> None:
    made = subject({"gpuPools": {"p": T4}})
    entry = entry_of(made)
    assert entry.key == "pool-p"
    assert list(entry.path.items()) == [
        ("resourceGroupName", "rg-gpu-dev"),
        ("resourceName", "gpu-dev"),
        ("agentPoolName", made.offers["p"].azure_name),
    ]
    assert "cluster" in entry.after


def test_the_operator_needs_nodes_without_a_driver(subject: Make) -> None:
    assert inputs(subject)["gpuProfile"] == {"driver": "None"}
    assert inputs(subject, {"gpuSoftware": {"driverOwner": "aks"}})["gpuProfile"] == {"driver": "Install"}


def test_a_cpu_pool_has_no_gpu_profile_and_is_not_scarce(subject: Make) -> None:
    entry = entry_of(subject({"cpuPools": {"p": {"vmSize": "Standard_D8ds_v5", "nodes": 3}}}))
    assert "gpuProfile" not in entry.inputs
    assert entry.inputs["osDiskSizeGB"] == 128
    assert (entry.scarce, entry.protect) == (False, False)


def test_what_is_always_said(subject: Make) -> None:
    made = inputs(subject)
    assert made["type"] == "VirtualMachineScaleSets"
    assert (made["mode"], made["osType"], made["osSKU"]) == ("User", "Linux", "Ubuntu")
    assert (made["osDiskType"], made["osDiskSizeGB"], made["kubeletDiskType"]) == ("Managed", 256, "OS")
    assert made["scaleDownMode"] == "Delete"
    assert made["localDNSProfile"] == {"mode": "Disabled"}
    assert made["vnetSubnetID"] == FromAzure("subnet-nodes", "id")
    assert made["nodeLabels"]["aksgpu/pool"] == "p"
    assert made["nodeTaints"] == ["nvidia.com/gpu=present:NoSchedule"]
    assert made["tags"]["owner"] == "ml-platform"
    assert "powerState" not in made


def test_every_input_is_one_that_the_sdk_knows(subject: Make) -> None:
    properties = {name: value for name, value in vars(sdk.AgentPool).items() if isinstance(value, property)}
    known = {getattr(value.fget, "_pulumi_name", name) for name, value in properties.items()}
    assert {"osSKU", "count"} <= known
    assert "os_sku" not in known
    made = {
        **inputs(subject, spot={}, capacityReservationGroup=GROUP, zones=["1"], mig={"aksProfile": "MIG1g"}),
        **inputs(subject, upgrade={"maxSurge": 1}),
    }
    assert set(made) <= known


def test_an_autoscaled_pool_says_its_count_once(subject: Make) -> None:
    made = entry_of(subject({"gpuPools": {"p": {**T4, "scale": {"min": 1, "max": 5, "initial": 3}}}}))
    assert (made.inputs["enableAutoScaling"], made.inputs["count"]) == (True, 3)
    assert (made.inputs["minCount"], made.inputs["maxCount"]) == (1, 5)
    assert "count" in made.ignore_changes


@pytest.mark.parametrize(("initial", "count"), [(None, 1), (1, 1), (5, 5), (9, 5)])
def test_the_first_count_is_within_the_bounds(subject: Make, initial: int | None, count: int) -> None:
    assert inputs(subject, scale={"min": 1, "max": 5, "initial": initial})["count"] == count


def test_a_fixed_pool_keeps_its_count_under_control(subject: Make) -> None:
    made = entry_of(subject({"gpuPools": {"p": {"vmSize": "Standard_NC4as_T4_v3", "nodes": 4}}}))
    assert (made.inputs["enableAutoScaling"], made.inputs["count"]) == (False, 4)
    assert not {"minCount", "maxCount"} & set(made.inputs)
    assert "count" not in made.ignore_changes


def test_a_spot_pool_has_no_upgrade_settings_at_all(subject: Make) -> None:
    made = inputs(subject, spot={"maxPrice": 2.5})
    assert "upgradeSettings" not in made
    assert (made["scaleSetPriority"], made["scaleSetEvictionPolicy"], made["spotMaxPrice"]) == ("Spot", "Delete", 2.5)
    assert "kubernetes.azure.com/scalesetpriority=spot:NoSchedule" in made["nodeTaints"]
    assert made["nodeLabels"]["kubernetes.azure.com/scalesetpriority"] == "spot"


def test_a_regular_pool_has_no_spot_fields_at_all(subject: Make) -> None:
    assert not [key for key in inputs(subject) if key.startswith(("scaleSet", "spot"))]


@pytest.mark.parametrize(
    ("upgrade", "surge", "unavailable"),
    [
        (None, "0", "1"),
        ({"maxSurge": "33%"}, "33%", "0"),
        ({"maxSurge": 2}, "2", "0"),
        ({"maxUnavailable": 3}, "0", "3"),
    ],
)
def test_upgrade_settings_are_texts_and_go_one_way(
    subject: Make, upgrade: dict[str, Any] | None, surge: str, unavailable: str
) -> None:
    settings = inputs(subject, upgrade=upgrade)["upgradeSettings"]
    assert (settings["maxSurge"], settings["maxUnavailable"]) == (surge, unavailable)
    assert settings["undrainableNodeBehavior"] == "Cordon"


def test_a_gpu_pool_is_protected_until_its_loss_is_approved(subject: Make) -> None:
    approve = {"approve": {"p": {"action": "replace", "owner": "a", "reason": "b", "expires": "2026-12-24"}}}
    assert entry_of(subject({"gpuPools": {"p": T4}})).protect
    approved = {"gpuPools": {"p": T4}, **approve}
    assert not entry_of(subject(approved, today=date(2026, 12, 24))).protect
    assert entry_of(subject(approved, today=date(2026, 12, 25))).protect


def test_local_dns_is_always_said(subject: Make) -> None:
    required = {"cluster": {"create": {"network": {"localDns": "Required"}}}}
    assert inputs(subject, required)["localDNSProfile"] == {"mode": "Required"}


def test_compliance_reaches_nodes(subject: Make) -> None:
    assert inputs(subject, {"compliance": {"encryptionAtHost": True}})["enableEncryptionAtHost"] is True


def test_an_ephemeral_disk_without_a_size_is_azures_choice(subject: Make) -> None:
    made = inputs(subject, disk={"type": "Ephemeral"})
    assert made["osDiskType"] == "Ephemeral"
    assert "osDiskSizeGB" not in made


def test_a_fixed_version_is_sent_and_compared(subject: Make) -> None:
    fixed = entry_of(subject({"cluster": {"create": {"kubernetesVersion": "1.36"}}, "gpuPools": {"p": T4}}))
    assert fixed.inputs["orchestratorVersion"] == "1.36"
    assert "orchestratorVersion" not in fixed.ignore_changes


@pytest.mark.parametrize("create", [{}, {"kubernetesVersion": "1.36", "upgrades": {"channel": "patch"}}])
def test_a_pool_follows_a_control_plane_that_moves(subject: Make, create: dict[str, Any]) -> None:
    """A pool that is added later would otherwise be newer than the cluster, which AKS refuses."""
    made = entry_of(subject({"cluster": {"create": create}, "gpuPools": {"p": T4}}))
    assert "orchestratorVersion" not in made.inputs
    assert "orchestratorVersion" in made.ignore_changes


def test_pools_of_somebody_elses_cluster(existing_subject: Make) -> None:
    subnet = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n"
    facts = {"cluster": {"existing": {"facts": {"nodeSubnet": subnet}}}, "gpuPools": {"p": T4}}
    made = entry_of(existing_subject(facts)).inputs
    assert made["vnetSubnetID"] == subnet
    assert "orchestratorVersion" not in made
    assert "vnetSubnetID" not in entry_of(existing_subject({"gpuPools": {"p": T4}})).inputs


def test_what_names_a_pool_is_what_aks_cannot_change(subject: Make) -> None:
    """Every create-only input follows from a choice that the generation counts, or is the same for all pools."""
    plain = subject({"gpuPools": {"p": T4}})
    same_for_all = {"osType", "type", "vmSize"}
    changes: dict[str, dict[str, Any]] = {
        "availabilityZones": {"zones": ["1"]},
        "capacityReservationGroupID": {"capacityReservationGroup": GROUP},
        "gpuInstanceProfile": {"mig": {"aksProfile": "MIG1g"}},
        "kubeletDiskType": {"disk": {"kubelet": "Temporary"}},
        "maxPods": {"maxPods": 30},
        "osDiskSizeGB": {"disk": {"sizeGib": 512}},
        "osDiskType": {"disk": {"type": "Ephemeral"}},
        "scaleSetEvictionPolicy": {"spot": {"evictionPolicy": "Deallocate"}},
        "scaleSetPriority": {"spot": {}},
        "spotMaxPrice": {"spot": {"maxPrice": 1}},
    }
    by_stack = {"enableEncryptionAtHost", "gpuProfile", "vnetSubnetID"}
    assert set(CREATE_ONLY) == same_for_all | set(changes) | by_stack
    for field, change in changes.items():
        changed = subject({"gpuPools": {"p": {**T4, **change}}})
        assert entry_of(changed).inputs.get(field) != entry_of(plain).inputs.get(field), field
        assert changed.offers["p"].azure_name != plain.offers["p"].azure_name, field
    assert entry_of(plain).create_only == CREATE_ONLY
    assert list(gpu_pool_choices(plain.stack.gpu_pools["p"], plain.stack, plain.facts))

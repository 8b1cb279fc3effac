"""Where rules about pools draw their lines."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest

from aksgpu.catalogue import vm_sizes as catalogue
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules import pools as pool_rules
from aksgpu.config.rules.pools import (
    cpu_pools,
    gpu_helm_values,
    gpu_software,
    mig,
    mig_strategy,
    node_counts,
    node_labels,
    node_os,
    node_taints,
    pool_names,
    pool_placement,
    pool_upgrades,
    sharing,
    spot_pools,
    vm_sizes,
)

Make = Callable[..., Subject]
T4: dict[str, Any] = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
A100 = "Standard_NC24ads_A100_v4"


def pool(**changes: Any) -> dict[str, Any]:
    return {"gpuPools": {"t4": {**T4, **changes}}}


@pytest.mark.parametrize(
    "key",
    [
        "kubernetes.azure.com/tier",
        "sub.kubernetes.azure.com/tier",
        "kubernetes.io/tier",
        "node-role.kubernetes.io/gpu",
        "nvidia.com/gpu.deploy.driver",
        "nvidia.com/mig.config",
        "nvidia.com/device-plugin.config",
        "accelerator",
        "agentpool",
        "aksgpu/pool",
        "aksgpu/anything",
    ],
)
def test_labels_of_others(subject: Make, key: str) -> None:
    (finding,) = node_labels.labels_belong_to_the_user(subject(pool(labels={key: "x"})))
    assert finding.severity is Severity.ERROR
    assert finding.path == ("gpuPools", "t4", "labels", key)


@pytest.mark.parametrize("key", ["tier", "example.com/accelerator", "aks.azure.com/tier", "nvidia.com/gpu.product-of"])
def test_labels_of_the_user(subject: Make, key: str) -> None:
    assert not list(node_labels.labels_belong_to_the_user(subject(pool(labels={key: "x"}))))
    assert not list(node_labels.labels_are_well_formed(subject(pool(labels={key: "x"}))))


def test_a_label_may_be_empty(subject: Make) -> None:
    assert not list(node_labels.labels_are_well_formed(subject(pool(labels={"tier": ""}))))


def test_every_size_of_the_catalogue_has_one_answer(subject: Make) -> None:
    for name, size in catalogue.gpu_vm_sizes().items():
        stack = subject(pool(vmSize=name))
        errors = [
            finding
            for rule in (vm_sizes.gpu_vm_size_is_known, vm_sizes.gpu_vm_size_may_be_used)
            for finding in rule(stack)
            if finding.severity is Severity.ERROR
        ]
        judged = catalogue.judge_size(size, stack.today)
        assert len(errors) == (judged.verdict != "works"), name


def test_accepting_lifts_doubts_and_never_a_refusal(subject: Make) -> None:
    for name, size in catalogue.gpu_vm_sizes().items():
        stack = subject(pool(vmSize=name, acceptUnconfirmed=True))
        refused = catalogue.judge_size(size, stack.today).verdict == "refused"
        severities = {finding.severity for finding in vm_sizes.gpu_vm_size_may_be_used(stack)}
        assert (Severity.ERROR in severities) == refused, name


def test_a_retirement_that_is_to_come_is_a_warning_first(subject: Make) -> None:
    retiring = [size for size in catalogue.gpu_vm_sizes().values() if size.retires and size.verdict != "refused"]
    for size in retiring:
        assert size.retires
        before, after = (subject(pool(vmSize=size.name), today=day) for day in (date(2026, 1, 1), date(2030, 1, 1)))
        assert Severity.WARNING in {found.severity for found in vm_sizes.gpu_vm_size_may_be_used(before)}
        assert Severity.ERROR in {found.severity for found in vm_sizes.gpu_vm_size_may_be_used(after)}


def test_a_new_cpu_size_with_its_whole_shape_is_taken(subject: Make) -> None:
    shape = {"vmSize": "Standard_D8new_v9", "family": "f", "vcpu": 8, "ramGib": 32, "nodes": 1}
    stack = subject({"cpuPools": {"apps": shape}})
    assert not list(cpu_pools.cpu_vm_size_is_known(stack))
    assert stack.offers["apps"].vcpu == 8


def test_azure_names_that_meet_by_accident(subject: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def same(*_: object) -> str:
        return "same"

    assert not list(pool_names.azure_pool_names_differ(subject(pool())))
    monkeypatch.setattr(pool_names, "gpu_pool_name", same)
    (finding,) = pool_names.azure_pool_names_differ(subject({"gpuPools": {"b": T4}}))
    assert finding.path == ("gpuPools", "b")
    assert "t4" in finding.message


@pytest.mark.parametrize("initial", [0, 1, 2])
def test_any_start_within_the_bounds(subject: Make, initial: int) -> None:
    assert not list(node_counts.scale_bounds_are_in_order(subject(pool(scale={"max": 2, "initial": initial}))))


def test_a_warm_serving_pool_is_fine(subject: Make) -> None:
    warm = pool(workload="inference", scale={"min": 1, "max": 2})
    assert not list(node_counts.serving_keeps_a_warm_node(subject(warm)))
    assert not list(node_counts.serving_keeps_a_warm_node(subject(pool(workload="inference", scale=None, nodes=2))))


@pytest.mark.parametrize("price", [-1, 0.5, 12.34567])
def test_prices_that_azure_takes(subject: Make, price: float) -> None:
    assert not list(spot_pools.spot_price_is_possible(subject(pool(spot={"maxPrice": price}))))


def test_aks_could_deallocate_with_its_own_driver(subject: Make) -> None:
    stack = {**pool(spot={"evictionPolicy": "Deallocate"}), "gpuSoftware": {"driverOwner": "aks"}}
    assert not list(spot_pools.evicted_nodes_are_deleted(subject(stack)))


def test_a_reservation_is_out_of_reach_of_a_system_identity(existing_subject: Make) -> None:
    group = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/r"
    facts = {"cluster": {"existing": {"facts": {"identity": "SystemAssigned"}}}}
    (finding,) = spot_pools.reserved_capacity_needs_an_identity(
        existing_subject({**pool(capacityReservationGroup=group), **facts})
    )
    assert finding.severity is Severity.ERROR


def test_pods_take_addresses_without_an_overlay(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"networkPluginMode": "none"}}}}
    (finding,) = pool_placement.pods_have_addresses(existing_subject({**pool(), **facts}))
    assert finding.severity is Severity.WARNING
    assert "222" in finding.message
    assert not list(pool_placement.pods_have_addresses(existing_subject(pool())))


@pytest.mark.parametrize(
    ("size", "gib", "fits"),
    [
        ("Standard_NC4as_T4_v3", 128, True),
        ("Standard_NC4as_T4_v3", 177, False),
        (A100, 894, True),
        ("Standard_ND96isr_H100_v5", 2000, True),
    ],
)
def test_ephemeral_disks_go_where_there_is_room(subject: Make, size: str, gib: int, fits: bool) -> None:
    found = list(
        pool_placement.ephemeral_disk_has_room(subject(pool(vmSize=size, disk={"type": "Ephemeral", "sizeGib": gib})))
    )
    assert bool(found) != fits


def test_unknown_local_storage_is_a_note(subject: Make) -> None:
    size = "Standard_NC128lds_xl_RTXPRO6000BSE_v6"
    disk = {"type": "Ephemeral"}
    (finding,) = pool_placement.ephemeral_disk_has_room(subject(pool(vmSize=size, disk=disk, acceptUnconfirmed=True)))
    assert finding.severity is Severity.NOTE


def test_surge_alone_leaves_nothing_unavailable(subject: Make) -> None:
    surging = subject(pool(upgrade={"maxSurge": 1}))
    assert not list(pool_upgrades.upgrade_goes_one_way(surging))
    assert not list(pool_upgrades.upgrade_can_move(surging))


def test_the_cluster_is_not_blocked_by_the_spot_taint_on_spot_pools(subject: Make) -> None:
    spot = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"
    assert not list(node_taints.taints_belong_to_the_user(subject(pool(spot={}, taints=[spot]))))


def test_one_mistake_in_a_taint_is_said_once(subject: Make) -> None:
    for text in ("nvidia.com/gpu=true:NoSchedule", "nvidia.com/gpu=present:NoSchedule", "sku=gpu:NoSchedule"):
        stack = subject(pool(taints=[text]))
        rules = [rule for rule in pool_rules.RULES if rule.__module__ == node_taints.__name__]
        assert len([finding for rule in rules for finding in rule(stack)]) == (text != "sku=gpu:NoSchedule"), text


@pytest.mark.parametrize(
    "layout",
    [{"1g.10gb": 7}, {"3g.40gb": 2}, {"4g.40gb": 1, "2g.20gb": 1, "1g.10gb": 1}, {"1g.10gb+me": 1, "1g.10gb": 6}],
)
def test_layouts_that_fit(subject: Make, layout: Mapping[str, int]) -> None:
    stack = subject(pool(vmSize=A100, scale={"min": 1, "max": 1}, mig={"layout": dict(layout)}))
    assert not list(mig.mig_layout_fits_gpu(stack))
    assert not list(mig_strategy.mixed_mig_pool_keeps_a_node(stack))


def test_a_fixed_number_of_nodes_is_known_to_the_autoscaler(subject: Make) -> None:
    fixed = pool(vmSize=A100, scale=None, nodes=2, mig={"layout": {"1g.10gb": 7}})
    assert not list(mig_strategy.mixed_mig_pool_keeps_a_node(subject(fixed)))


def test_single_may_start_from_zero(subject: Make) -> None:
    stack = {**pool(vmSize=A100, mig={"layout": {"1g.10gb": 7}}), "gpuSoftware": {"migStrategy": "single"}}
    assert not list(mig_strategy.mixed_mig_pool_keeps_a_node(subject(stack)))
    assert list(mig_strategy.single_strategy_misleads_the_autoscaler(subject(stack)))


def test_hopper_does_not_reboot(subject: Make) -> None:
    hopper = pool(vmSize="Standard_NC40ads_H100_v5", scale={"min": 1, "max": 1}, mig={"layout": {"1g.12gb": 7}})
    assert not list(mig.ampere_reboots_for_mig(subject(hopper)))


def test_time_slicing_of_slices_is_allowed(subject: Make) -> None:
    both = pool(vmSize=A100, scale={"min": 1, "max": 1}, mig={"layout": {"1g.10gb": 7}}, timeSlicing={"replicas": 2})
    assert not list(sharing.mps_needs_whole_gpus(subject(both)))
    assert not list(sharing.gpus_are_shared_one_way(subject(both)))


@pytest.mark.parametrize(("reserved", "there"), [(2, True), (3, False)])
def test_serving_may_take_all_and_no_more(subject: Make, reserved: int, there: bool) -> None:
    assert bool(list(sharing.reserved_for_serving_is_there(subject(pool(reservedForServing=reserved))))) != there


def test_an_os_whose_support_ended_is_a_warning(subject: Make) -> None:
    stack = {"gpuSoftware": {"nodeOs": "Ubuntu2204"}, "cluster": {"create": {"kubernetesVersion": "1.36"}}}
    assert not list(node_os.node_os_has_support(subject(stack, today=date(2027, 6, 30))))
    (finding,) = node_os.node_os_has_support(subject(stack, today=date(2027, 7, 1)))
    assert finding.severity is Severity.WARNING


def test_os_rules_need_no_gpu_pool_to_be_silent(subject: Make) -> None:
    none = {"gpuPools": {"t4": ...}, "teams": {"vision": ...}, "cluster": {"create": {"kubernetesVersion": "1.34"}}}
    assert not list(node_os.node_os_stays_at_the_next_upgrade(subject(none)))
    assert not list(gpu_software.images_come_from_the_internet(subject(none)))


def test_a_mirror_silences_the_note_about_the_internet(subject: Make) -> None:
    mirrored = {"charts": {"imageRegistry": "acr.example.io"}}
    assert not list(gpu_software.images_come_from_the_internet(subject(mirrored)))


def test_free_helm_values_are_free(subject: Make) -> None:
    values = {"driver": {"upgradePolicy": {"maxParallelUpgrades": 2}}, "operator": {"logging": {"level": "debug"}}}
    assert not list(
        gpu_helm_values.operator_values_are_free(subject({"gpuSoftware": {"operator": {"values": values}}}))
    )


def test_one_owned_branch_is_one_finding(subject: Make) -> None:
    values = {"migManager": "off"}
    (finding,) = gpu_helm_values.operator_values_are_free(subject({"gpuSoftware": {"operator": {"values": values}}}))
    assert finding.dotted == "gpuSoftware.operator.values.migManager"

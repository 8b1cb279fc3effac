"""Every rule about pools and GPU software speaks where it should, at its place, and is silent otherwise."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules import (
    chart_places,
    cpu_pools,
    gpu_helm_values,
    gpu_metrics,
    gpu_software,
    mig,
    mig_strategy,
    node_counts,
    node_labels,
    node_os,
    node_taints,
    platform_namespaces,
    pool_names,
    pool_placement,
    pool_rules,
    pool_upgrades,
    rdma,
    sharing,
    spot_pools,
    vm_sizes,
)
from aksgpu.config.subject import Subject

Make = Callable[..., Subject]
Rule = Callable[[Subject], Iterator[Finding]]
Stack = dict[str, Any]
ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

A100 = "Standard_NC24ads_A100_v4"
H100 = "Standard_NC40ads_H100_v5"
IB = "Standard_ND96isr_H100_v5"
GROUP = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/r"
SHAPE = {
    "family": "standardXFamily",
    "vcpu": 40,
    "ramGib": 300,
    "gpuModel": "H100-NVL",
    "gpuCount": 1,
    "gpuMemoryGb": 94,
}


def gpu(**pool: Any) -> Stack:
    """A stack whose one GPU pool `p` is a T4 pool with these changes."""
    base = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
    return {"gpuPools": {"t4": ..., "p": {**base, **pool}}, "teams": {"vision": {"queue": ...}}}


def mig_pool(layout: dict[str, int], size: str = A100, **pool: Any) -> Stack:
    return gpu(**{"vmSize": size, "scale": {"min": 1, "max": 2}, "mig": {"layout": layout}, **pool})


def cpu(**pool: Any) -> Stack:
    """A stack with one CPU pool `p`."""
    return {"cpuPools": {"p": {"vmSize": "Standard_D8ds_v5", "nodes": 2, **pool}}}


def software(**changes: Any) -> Stack:
    return {"gpuSoftware": changes}


def on(minor: str) -> Stack:
    return {"cluster": {"create": {"kubernetesVersion": minor}}}


SPEAKS: list[tuple[Rule, Stack, Severity, str, str]] = [
    (
        pool_names.pool_names_are_free,
        {"gpuPools": {"system": gpu()["gpuPools"]["p"]}},
        ERROR,
        "gpuPools.system",
        "system",
    ),
    (
        pool_names.pool_names_are_free,
        {"cpuPools": {"t4": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}},
        ERROR,
        "gpuPools.t4",
        "CPU pool",
    ),
    (cpu_pools.cpu_vm_size_is_known, cpu(vmSize="Standard_Nope_v9"), ERROR, "cpuPools.p.vmSize", "Standard_Nope_v9"),
    (cpu_pools.cpu_vm_size_is_known, cpu(vmSize=H100), ERROR, "cpuPools.p.vmSize", "GPU"),
    (cpu_pools.cpu_vm_size_is_known, cpu(vmSize="Standard_Nope_v9", vcpu=8), ERROR, "cpuPools.p.vmSize", "family or"),
    (cpu_pools.cpu_vm_size_is_known, cpu(vmSize="standard_d8ds_v5"), ERROR, "cpuPools.p.vmSize", "spelled"),
    (cpu_pools.cpu_shape_belongs_to_unknown_sizes, cpu(vcpu=8), ERROR, "cpuPools.p.vcpu", "contradict"),
    (cpu_pools.cpu_vm_size_is_sound, cpu(vmSize="Standard_B4ms"), WARNING, "cpuPools.p.vmSize", "burstable"),
    (cpu_pools.cpu_vm_size_is_sound, cpu(vmSize="Standard_D8s_v3"), WARNING, "cpuPools.p.vmSize", "old"),
    (vm_sizes.gpu_vm_size_is_known, gpu(vmSize="Standard_NC24ads_A100_v5"), ERROR, "gpuPools.p.vmSize", "no VM size"),
    (vm_sizes.gpu_vm_size_is_known, gpu(vmSize="Standard_NV8as_v4"), ERROR, "gpuPools.p.vmSize", "NVv4"),
    (vm_sizes.gpu_vm_size_is_known, gpu(vmSize="Standard_NV8as_v4", shape=SHAPE), ERROR, "gpuPools.p.vmSize", "NVv4"),
    (vm_sizes.gpu_vm_size_is_known, gpu(vmSize=A100.lower(), shape=SHAPE), ERROR, "gpuPools.p.vmSize", "spelled"),
    (vm_sizes.gpu_vm_size_is_known, gpu(vmSize="Standard_NC1new_v9", shape=SHAPE), NOTE, "gpuPools.p.vmSize", "tried"),
    (vm_sizes.gpu_vm_size_may_be_used, gpu(vmSize="Standard_NC6s_v3"), ERROR, "gpuPools.p.vmSize", "retired"),
    (vm_sizes.gpu_vm_size_may_be_used, gpu(vmSize="Standard_NV6ads_A10_v5"), ERROR, "gpuPools.p.vmSize", "Not certain"),
    (
        vm_sizes.gpu_vm_size_may_be_used,
        gpu(vmSize="Standard_NV6ads_A10_v5", acceptUnconfirmed=True),
        NOTE,
        "gpuPools.p.vmSize",
        "GRID",
    ),
    (vm_sizes.accepting_needs_a_doubt, gpu(acceptUnconfirmed=True), WARNING, "gpuPools.p.acceptUnconfirmed", "nothing"),
    (vm_sizes.shape_belongs_to_unknown_sizes, gpu(shape=SHAPE), ERROR, "gpuPools.p.shape", "contradict"),
    (
        vm_sizes.shape_belongs_to_unknown_sizes,
        gpu(vmSize="Standard_NC8ads_A10_v4", acceptUnconfirmed=True),
        ERROR,
        "gpuPools.p.vmSize",
        "shape",
    ),
    (
        vm_sizes.arm64_nodes_need_arm64_images,
        gpu(vmSize="Standard_ND128isr_GB300_v6", acceptUnconfirmed=True),
        WARNING,
        "gpuPools.p.vmSize",
        "arm64",
    ),
    (node_counts.pool_scales_or_is_fixed, gpu(nodes=2), ERROR, "gpuPools.p.nodes", "both"),
    (node_counts.pool_scales_or_is_fixed, gpu(scale=None), ERROR, "gpuPools.p", "neither"),
    (node_counts.pool_scales_or_is_fixed, cpu(nodes=None), ERROR, "cpuPools.p", "neither"),
    (node_counts.scale_bounds_are_in_order, gpu(scale={"min": 5, "max": 2}), ERROR, "gpuPools.p.scale.min", "5"),
    (
        node_counts.scale_bounds_are_in_order,
        gpu(scale={"max": 2, "initial": 3}),
        ERROR,
        "gpuPools.p.scale.initial",
        "3",
    ),
    (node_counts.fixed_pool_has_nodes, gpu(scale=None, nodes=0), ERROR, "gpuPools.p.nodes", "0 nodes"),
    (
        node_counts.pool_is_within_the_limit,
        gpu(scale={"max": 1000}, upgrade={"maxSurge": 1}),
        ERROR,
        "gpuPools.p.scale.max",
        "1,001",
    ),
    (
        node_counts.infiniband_pool_is_one_placement_group,
        gpu(vmSize=IB, scale={"max": 101}),
        NOTE,
        "gpuPools.p.scale.max",
        "placement group",
    ),
    (node_counts.serving_keeps_a_warm_node, gpu(workload="inference"), WARNING, "gpuPools.p.scale", "first request"),
    (
        spot_pools.spot_pool_takes_no_upgrade_settings,
        gpu(spot={}, upgrade={"maxSurge": "33%"}),
        ERROR,
        "gpuPools.p.upgrade",
        "spot pool",
    ),
    (spot_pools.spot_price_is_possible, gpu(spot={"maxPrice": 0}), ERROR, "gpuPools.p.spot.maxPrice", "-1"),
    (spot_pools.spot_price_is_possible, gpu(spot={"maxPrice": 1.1234567}), ERROR, "gpuPools.p.spot.maxPrice", "five"),
    (
        spot_pools.evicted_nodes_are_deleted,
        gpu(spot={"evictionPolicy": "Deallocate"}),
        ERROR,
        "gpuPools.p.spot.evictionPolicy",
        "leftovers",
    ),
    (
        spot_pools.reserved_capacity_is_not_spot,
        gpu(spot={}, capacityReservationGroup=GROUP),
        ERROR,
        "gpuPools.p.capacityReservationGroup",
        "on-demand",
    ),
    (
        spot_pools.reserved_capacity_needs_an_identity,
        gpu(capacityReservationGroup=GROUP),
        NOTE,
        "gpuPools.p.capacityReservationGroup",
        "Contributor",
    ),
    (pool_placement.zones_are_named_once, gpu(zones=["1", "2", "1"]), ERROR, "gpuPools.p.zones[2]", "twice"),
    (pool_placement.gpu_pool_of_several_zones, gpu(zones=["1", "2"]), NOTE, "gpuPools.p.zones", "2 zones"),
    (
        pool_placement.ephemeral_disk_has_room,
        gpu(disk={"type": "Ephemeral", "sizeGib": 512}),
        ERROR,
        "gpuPools.p.disk.sizeGib",
        "176",
    ),
    (
        pool_placement.ephemeral_disk_has_room,
        cpu(vmSize="Standard_D8s_v5", disk={"type": "Ephemeral"}),
        ERROR,
        "cpuPools.p.disk.type",
        "none",
    ),
    (
        pool_placement.kubelet_disk_exists,
        cpu(vmSize="Standard_D8s_v5", disk={"kubelet": "Temporary"}),
        ERROR,
        "cpuPools.p.disk.kubelet",
        "none",
    ),
    (pool_placement.gpu_disk_holds_images, gpu(disk={"sizeGib": 64}), WARNING, "gpuPools.p.disk.sizeGib", "64"),
    (
        pool_upgrades.upgrade_can_move,
        gpu(upgrade={"maxSurge": "0%", "maxUnavailable": 0}),
        ERROR,
        "gpuPools.p.upgrade",
        "neither",
    ),
    (
        pool_upgrades.upgrade_goes_one_way,
        gpu(upgrade={"maxSurge": 1, "maxUnavailable": 1}),
        ERROR,
        "gpuPools.p.upgrade.maxUnavailable",
        "preview",
    ),
    (pool_upgrades.gpu_surge_needs_quota, gpu(upgrade={"maxSurge": 2}), NOTE, "gpuPools.p.upgrade.maxSurge", "8 vCPU"),
    (
        pool_upgrades.drain_outlasts_pods,
        gpu(upgrade={"drainTimeoutMinutes": 5}),
        WARNING,
        "gpuPools.p.upgrade.drainTimeoutMinutes",
        "600",
    ),
    (rdma.rdma_waits_for_the_network_operator, gpu(vmSize=IB, rdma=True), ERROR, "gpuPools.p.rdma", "Network Operator"),
    (rdma.rdma_waits_for_the_network_operator, gpu(rdma=True), ERROR, "gpuPools.p.rdma", "no InfiniBand"),
    (
        rdma.infiniband_is_not_used,
        gpu(vmSize=IB),
        NOTE,
        "gpuPools.p.vmSize",
        "RDMA not installed: NCCL uses TCP on eth0",
    ),
    (node_labels.labels_are_well_formed, gpu(labels={"-x": "y"}), ERROR, "gpuPools.p.labels.-x", "key"),
    (
        node_labels.labels_are_well_formed,
        cpu(labels={"Upper.Case/x": "y"}),
        ERROR,
        "cpuPools.p.labels.Upper.Case/x",
        "DNS",
    ),
    (node_labels.labels_are_well_formed, gpu(labels={"x": "a b"}), ERROR, "gpuPools.p.labels.x", "value"),
    (node_taints.taints_are_well_formed, gpu(taints=["a/b/c=d:NoSchedule"]), ERROR, "gpuPools.p.taints[0]", "key"),
    (
        node_taints.taints_belong_to_the_user,
        gpu(taints=["kubernetes.azure.com/scalesetpriority=spot:NoSchedule"]),
        ERROR,
        "gpuPools.p.taints[0]",
        "belong to AKS",
    ),
    (
        node_taints.implied_taints_are_not_repeated,
        gpu(spot={}, taints=["kubernetes.azure.com/scalesetpriority=spot:NoSchedule"]),
        WARNING,
        "gpuPools.p.taints[0]",
        "by itself",
    ),
    (
        node_taints.implied_taints_are_not_repeated,
        gpu(taints=["nvidia.com/gpu=present:NoSchedule"]),
        WARNING,
        "gpuPools.p.taints[0]",
        "by itself",
    ),
    (
        node_taints.taints_are_written_once,
        gpu(taints=["a=b:NoSchedule", "a=c:NoSchedule"]),
        ERROR,
        "gpuPools.p.taints[1]",
        "one for each",
    ),
    (
        node_taints.taints_are_written_once,
        gpu(taints=["nvidia.com/gpu=true:NoSchedule"]),
        ERROR,
        "gpuPools.p.taints[0]",
        "present",
    ),
    (
        node_taints.gpu_taint_has_one_style,
        gpu(taints=["gpu=true:NoSchedule"]),
        WARNING,
        "gpuPools.p.taints[0]",
        "another",
    ),
    (
        node_taints.gpu_taint_has_one_style,
        {"gpuPools": {"s": gpu(gpuTaint="sku")["gpuPools"]["p"]}},
        WARNING,
        "gpuPools.s.gpuTaint",
        "both",
    ),
    (
        mig.mig_has_one_owner,
        gpu(vmSize=A100, mig={"layout": {"1g.10gb": 7}, "aksProfile": "MIG1g"}),
        ERROR,
        "gpuPools.p.mig.aksProfile",
        "both",
    ),
    (mig.mig_has_one_owner, gpu(vmSize=A100, mig={}), ERROR, "gpuPools.p.mig", "how"),
    (
        mig.aks_profile_needs_aks_driver,
        gpu(vmSize=A100, mig={"aksProfile": "MIG1g"}),
        ERROR,
        "gpuPools.p.mig.aksProfile",
        "own driver",
    ),
    (mig.mig_layout_fits_gpu, mig_pool({"1g.10gb": 7}, H100), ERROR, "gpuPools.p.mig.layout", "1g.10gb"),
    (mig.mig_layout_fits_gpu, mig_pool({"4g.40gb": 1, "3g.40gb": 2}), ERROR, "gpuPools.p.mig.layout", "fit"),
    (mig.mig_layout_fits_gpu, mig_pool({"1g.10gb": 7}, "Standard_NC4as_T4_v3"), ERROR, "gpuPools.p.mig.layout", "MIG"),
    (
        mig.aks_profile_fits_gpu,
        gpu(mig={"aksProfile": "MIG1g"}),
        ERROR,
        "gpuPools.p.mig.aksProfile",
        "T4",
    ),
    (
        mig_strategy.mixed_mig_pool_keeps_a_node,
        mig_pool({"1g.10gb": 7}, scale={"min": 0, "max": 2}),
        ERROR,
        "gpuPools.p.scale.min",
        "autoscaler",
    ),
    (
        mig_strategy.mixed_mig_pool_keeps_a_node,
        mig_pool({"1g.10gb": 7}, scale={"max": 2}),
        ERROR,
        "gpuPools.p.scale",
        "autoscaler",
    ),
    (
        mig_strategy.single_strategy_needs_equal_slices,
        mig_pool({"3g.40gb": 1, "1g.10gb": 2}) | software(migStrategy="single"),
        ERROR,
        "gpuPools.p.mig.layout",
        "2 kinds",
    ),
    (
        mig_strategy.single_strategy_misleads_the_autoscaler,
        mig_pool({"1g.10gb": 7}) | software(migStrategy="single"),
        WARNING,
        "gpuPools.p.mig",
        "slice",
    ),
    (
        mig.mig_is_certain,
        mig_pool({"1g.35gb": 7}, "Standard_ND128isr_GB300_v6", acceptUnconfirmed=True),
        NOTE,
        "gpuPools.p.mig",
        "GB300",
    ),
    (mig.mig_is_certain, mig_pool({"3g.47gb": 1, "2g.24gb": 1}, H100), NOTE, "gpuPools.p.mig.layout", "A100's rules"),
    (
        mig.mig_needs_a_recent_driver,
        mig_pool({"1g.18gb": 7}, "Standard_ND96isr_H200_v5") | software(operator={"driverVersion": "535.216.01"}),
        ERROR,
        "gpuPools.p.mig",
        "535.216.01",
    ),
    (mig.ampere_reboots_for_mig, mig_pool({"1g.10gb": 7}), NOTE, "gpuPools.p.mig.layout", "reboots"),
    (
        sharing.gpus_are_shared_one_way,
        gpu(timeSlicing={"replicas": 2}, mps={"replicas": 2}),
        ERROR,
        "gpuPools.p.mps",
        "only one",
    ),
    (sharing.mps_needs_whole_gpus, mig_pool({"1g.10gb": 7}, mps={"replicas": 2}), ERROR, "gpuPools.p.mps", "MPS"),
    (sharing.shares_have_no_walls, gpu(timeSlicing={"replicas": 4}), NOTE, "gpuPools.p.timeSlicing", "4 pods"),
    (sharing.shares_have_no_walls, gpu(mps={"replicas": 4}), NOTE, "gpuPools.p.mps", "experimental"),
    (sharing.reserved_for_serving_is_there, gpu(reservedForServing=3), ERROR, "gpuPools.p.reservedForServing", "has 2"),
    (
        sharing.reserved_for_serving_is_there,
        mig_pool({"3g.40gb": 1, "1g.10gb": 2}, reservedForServing=1),
        ERROR,
        "gpuPools.p.reservedForServing",
        "2 kinds",
    ),
    (
        node_os.node_os_exists,
        software(nodeOs="Ubuntu2204") | on("1.37"),
        ERROR,
        "gpuSoftware.nodeOs",
        "1.37",
    ),
    (node_os.node_os_stays_at_the_next_upgrade, on("1.34"), WARNING, "gpuSoftware.nodeOs", "24.04"),
    (node_os.node_os_is_certain, software(nodeOs="Ubuntu2404") | on("1.36"), NOTE, "gpuSoftware.nodeOs", "2025-09-01"),
    (node_os.operator_drives_this_os, software(nodeOs="AzureLinux") | on("1.36"), NOTE, "gpuSoftware.nodeOs", "image"),
    (gpu_software.driver_is_the_operators, software(driverOwner="aks"), ERROR, "gpuSoftware.driverOwner", "autoscaler"),
    (
        gpu_software.gpu_charts_are_known,
        software(operator={"version": "v26.3.4"}),
        ERROR,
        "gpuSoftware.operator.version",
        "v26.3.3",
    ),
    (
        gpu_software.gpu_charts_are_known,
        software(nodeFeatureDiscovery={"version": "0.1"}),
        ERROR,
        "gpuSoftware.nodeFeatureDiscovery.version",
        "0.18.3",
    ),
    (gpu_software.gpu_charts_fit_kubernetes, on("1.37"), NOTE, "gpuSoftware.operator.version", "not confirmed"),
    (
        gpu_software.gpu_charts_are_for_clusters,
        software(operator={"version": "v25.10"}),
        WARNING,
        "gpuSoftware.operator.version",
        "rehearsals",
    ),
    (
        gpu_software.driver_version_is_well_formed,
        software(operator={"driverVersion": "latest"}),
        ERROR,
        "gpuSoftware.operator.driverVersion",
        "580.126.20",
    ),
    (
        gpu_software.driver_version_is_well_formed,
        software(operator={"driverVersion": "570.124.06"}),
        NOTE,
        "gpuSoftware.operator.driverVersion",
        "not confirmed",
    ),
    (
        gpu_software.registry_is_used,
        software(registry={"password": "x"}) | {"charts": {"imageRegistry": "acr.example.io"}},
        WARNING,
        "gpuSoftware.registry",
        "never used",
    ),
    (
        gpu_software.registry_server_is_a_host,
        software(registry={"server": "https://acr.example.io/nvidia", "password": "x"}),
        ERROR,
        "gpuSoftware.registry.server",
        "host",
    ),
    (gpu_software.images_come_from_the_internet, {}, NOTE, "gpuSoftware", "nvcr.io"),
    (
        vm_sizes.shape_names_an_nvidia_gpu,
        gpu(vmSize="Standard_ND1new_v9", shape={**SHAPE, "gpuModel": "MI300X"}),
        ERROR,
        "gpuPools.p.shape.gpuModel",
        "NVIDIA",
    ),
    (
        vm_sizes.shape_names_an_nvidia_gpu,
        gpu(vmSize="Standard_ND1new_v9", shape={**SHAPE, "gpuModel": "H100-SXM"}),
        NOTE,
        "gpuPools.p.shape.gpuModel",
        "H100-SXM-80GB",
    ),
    (
        chart_places.charts_come_from_an_oci_path,
        {"charts": {"mirror": "https://a.example.io"}},
        ERROR,
        "charts.mirror",
        "OCI",
    ),
    (
        chart_places.image_registry_is_a_place,
        {"charts": {"imageRegistry": "https://a.example.io"}},
        ERROR,
        "charts.imageRegistry",
        "https",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "kube-system"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "Kubernetes",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "kueue-system"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "Kueue",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "GPU Operator"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "lower-case",
    ),
    (
        platform_namespaces.metrics_namespace_is_free,
        {"teams": {"vision": {"namespace": "aksgpu-monitoring"}}},
        ERROR,
        "teams.vision.namespace",
        "token",
    ),
    (
        gpu_helm_values.operator_values_are_free,
        software(operator={"values": {"mig": {"strategy": "single"}}}),
        ERROR,
        "gpuSoftware.operator.values.mig",
        "gpuSoftware.migStrategy",
    ),
    (
        gpu_helm_values.operator_values_are_free,
        software(operator={"values": {"driver": None}}),
        ERROR,
        "gpuSoftware.operator.values.driver",
        "gpuSoftware.driverOwner",
    ),
    (
        gpu_helm_values.discovery_values_are_free,
        software(nodeFeatureDiscovery={"values": {"worker": {"tolerations": []}}}),
        ERROR,
        "gpuSoftware.nodeFeatureDiscovery.values.worker.tolerations",
        "taints",
    ),
    (
        gpu_metrics.scrape_ends_before_the_next,
        {"monitoring": {"dcgm": {"scrapeInterval": "5s"}}},
        ERROR,
        "monitoring.dcgm.scrapeTimeout",
        "5",
    ),
    (
        gpu_metrics.divided_gpus_are_measured,
        mig_pool({"1g.10gb": 7}) | {"monitoring": {"dcgm": {"profiling": False}}},
        WARNING,
        "monitoring.dcgm.profiling",
        "p has",
    ),
    (
        gpu_metrics.extra_counters_are_fields,
        {"monitoring": {"dcgm": {"extraCounters": ["gpu_temp"]}}},
        ERROR,
        "monitoring.dcgm.extraCounters[0]",
        "gpu_temp",
    ),
]


def case_name(case: tuple[Rule, Stack, Severity, str, str]) -> str:
    return f"{case[0].__name__}-{case[3]}-{case[2]}"


@pytest.mark.parametrize("case", SPEAKS, ids=case_name)
def test_a_rule_speaks_once_at_its_place(subject: Make, case: tuple[Rule, Stack, Severity, str, str]) -> None:
    rule, stack, severity, place, words = case
    found = [finding for finding in rule(subject(stack)) if finding.severity is severity]
    assert {finding.dotted for finding in found} == {place}
    assert len(found) == 1 or severity is NOTE
    assert any(words in f"{finding.message} {finding.remedy}" for finding in found)
    assert all(finding.remedy for finding in found) or severity is NOTE


@pytest.mark.parametrize("rule", pool_rules.RULES, ids=lambda rule: rule.__name__)
def test_a_sound_stack_is_left_alone(subject: Make, rule: Rule) -> None:
    sound = subject(on("1.36") | {"cpuPools": {"apps": {"vmSize": "Standard_D8ds_v5", "scale": {"min": 1, "max": 4}}}})
    assert not [finding for finding in rule(sound) if finding.severity is not NOTE]


def test_every_rule_is_seen_to_speak() -> None:
    elsewhere = {
        "azure_pool_names_differ",
        "labels_belong_to_the_user",
        "node_os_has_support",
        "pods_have_addresses",
        "quota_name_is_certain",
    }
    spoken = {rule.__name__ for rule, *_ in SPEAKS} | elsewhere
    assert {rule.__name__ for rule in pool_rules.RULES} == spoken


def test_no_rule_is_listed_twice() -> None:
    assert len(set(pool_rules.RULES)) == len(pool_rules.RULES)

"""Names, sizes, counts, placement and upgrades of pools: each rule speaks at its place."""

import pytest
from pool_rule_cases import (
    A100,
    ERROR,
    H100,
    IB,
    NOTE,
    SHAPE,
    WARNING,
    Case,
    Make,
    case_name,
    cpu,
    gpu,
    rules_of,
    speaks_at_its_place,
)

from aksgpu.config.rules.pools import cpu_pools, node_counts, pool_names, vm_sizes

SPEAKS: list[Case] = [
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
    (
        cpu_pools.cpu_vm_size_is_known,
        cpu(vmSize="Standard_Nope_v9", vcpu=8),
        ERROR,
        "cpuPools.p.vmSize",
        "family and ramGib",
    ),
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
]
SEEN_ELSEWHERE = {"azure_pool_names_differ"}


@pytest.mark.parametrize("case", SPEAKS, ids=case_name)
def test_a_rule_speaks_at_its_place(subject: Make, case: Case) -> None:
    speaks_at_its_place(subject, case)


def test_every_rule_is_seen_to_speak() -> None:
    spoken = {rule.__name__ for rule, *_ in SPEAKS} | SEEN_ELSEWHERE
    assert rules_of(cpu_pools, node_counts, pool_names, vm_sizes) == spoken

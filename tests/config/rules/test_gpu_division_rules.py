"""Labels, taints, MIG and sharing: each rule speaks at its place."""

import pytest
from pool_rule_cases import (
    A100,
    ERROR,
    H100,
    NOTE,
    WARNING,
    Case,
    Make,
    case_name,
    cpu,
    gpu,
    mig_pool,
    rules_of,
    software,
    speaks_at_its_place,
)

from aksgpu.config.rules.pools import mig, mig_strategy, node_labels, node_taints, sharing

SPEAKS: list[Case] = [
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
    (
        sharing.shared_pool_keeps_a_node,
        gpu(timeSlicing={"replicas": 4}, scale={"min": 0, "max": 2}),
        ERROR,
        "gpuPools.p.scale.min",
        "gpu.shared",
    ),
    (sharing.shared_pool_keeps_a_node, gpu(mps={"replicas": 4}, scale={"max": 2}), ERROR, "gpuPools.p.scale", "wait"),
    (sharing.reserved_for_serving_is_there, gpu(reservedForServing=3), ERROR, "gpuPools.p.reservedForServing", "has 2"),
    (
        sharing.reserved_for_serving_is_there,
        mig_pool({"3g.40gb": 1, "1g.10gb": 2}, reservedForServing=1),
        ERROR,
        "gpuPools.p.reservedForServing",
        "2 kinds",
    ),
]
SEEN_ELSEWHERE = {"labels_belong_to_the_user"}


@pytest.mark.parametrize("case", SPEAKS, ids=case_name)
def test_a_rule_speaks_at_its_place(subject: Make, case: Case) -> None:
    speaks_at_its_place(subject, case)


def test_every_rule_is_seen_to_speak() -> None:
    spoken = {rule.__name__ for rule, *_ in SPEAKS} | SEEN_ELSEWHERE
    assert rules_of(mig, mig_strategy, node_labels, node_taints, sharing) == spoken

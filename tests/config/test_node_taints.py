"""Taints of pools."""

from collections.abc import Callable

import pytest

from aksgpu.config.derived.node_taints import NodeTaint, node_taint
from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]
T4 = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}


@pytest.mark.parametrize(
    ("text", "taint"),
    [
        ("team=vision:NoSchedule", NodeTaint("team", "vision", "NoSchedule")),
        ("example.com/gpu:NoExecute", NodeTaint("example.com/gpu", "", "NoExecute")),
    ],
)
def test_a_taint_reads_and_writes_as_one_text(text: str, taint: NodeTaint) -> None:
    assert node_taint(text) == taint
    assert str(taint) == text


def test_a_gpu_pool_carries_the_gpu_taint_the_users_and_the_spot_taint(subject: Make) -> None:
    pool = {**T4, "taints": ["team=vision:NoExecute"], "spot": {}}
    taints = subject({"gpuPools": {"t4": pool}}).offers["t4"].taints
    assert [str(taint) for taint in taints] == [
        "nvidia.com/gpu=present:NoSchedule",
        "team=vision:NoExecute",
        "kubernetes.azure.com/scalesetpriority=spot:NoSchedule",
    ]


def test_the_other_taint_style(subject: Make) -> None:
    taints = subject({"gpuPools": {"t4": {**T4, "gpuTaint": "sku"}}}).offers["t4"].taints
    assert [str(taint) for taint in taints] == ["sku=gpu:NoSchedule"]


def test_a_taint_that_is_written_twice_is_there_once(subject: Make) -> None:
    pool = {**T4, "taints": ["nvidia.com/gpu=present:NoSchedule", "a=b:NoSchedule", "a=b:NoSchedule"]}
    taints = subject({"gpuPools": {"t4": pool}}).offers["t4"].taints
    assert [str(taint) for taint in taints] == ["nvidia.com/gpu=present:NoSchedule", "a=b:NoSchedule"]


def test_a_dedicated_system_pool_is_tainted(subject: Make) -> None:
    assert subject().offers["system"].taints == ()
    dedicated = subject({"systemPool": {"dedicated": True}}).offers["system"].taints
    assert [str(taint) for taint in dedicated] == ["CriticalAddonsOnly=true:NoSchedule"]

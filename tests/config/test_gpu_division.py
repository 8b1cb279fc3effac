"""How GPUs are divided and shared, and the names that follow."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from aksgpu.config.derived.gpu_division import MIG_LABEL, SHARING_LABEL, layout_name, sharing_config
from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]
A100 = "A100-PCIe-80GB"
LABEL_VALUE = re.compile(r"[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?")


def offered(subject: Make, pool: dict[str, Any], strategy: str = "mixed") -> Mapping[str, int]:
    pool = {"scale": {"min": 1, "max": 3}, **pool}
    return subject({"gpuPools": {"p": pool}, "gpuSoftware": {"migStrategy": strategy}}).offers["p"].gpu_resources


def test_whole_gpus(subject: Make) -> None:
    assert offered(subject, {"vmSize": "Standard_NC48ads_A100_v4"}) == {"nvidia.com/gpu": 2}


def test_a_fraction_of_a_gpu_is_one_gpu(subject: Make) -> None:
    assert offered(subject, {"vmSize": "Standard_NV6ads_A10_v5"}) == {"nvidia.com/gpu": 1}


def test_mixed_slices_are_counted_by_profile_and_gpu(subject: Make) -> None:
    layout = {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}
    assert offered(subject, {"vmSize": "Standard_NC48ads_A100_v4", "mig": {"layout": layout}}) == {
        "nvidia.com/mig-3g.40gb": 2,
        "nvidia.com/mig-2g.20gb": 2,
        "nvidia.com/mig-1g.10gb": 4,
    }


def test_a_media_profile_has_a_full_stop_in_its_resource(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC24ads_A100_v4", "mig": {"layout": {"1g.10gb+me": 1}}}
    assert offered(subject, pool) == {"nvidia.com/mig-1g.10gb.me": 1}


def test_single_slices_pass_for_gpus(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC48ads_A100_v4", "mig": {"layout": {"1g.10gb": 7}}}
    assert offered(subject, pool, "single") == {"nvidia.com/gpu": 14}


def test_the_profile_of_aks_becomes_the_gpus_own(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC40ads_H100_v5", "mig": {"aksProfile": "MIG1g"}}
    assert offered(subject, pool) == {"nvidia.com/mig-1g.12gb": 7}


@pytest.mark.parametrize("way", ["timeSlicing", "mps"])
def test_shares_have_a_name_of_their_own(subject: Make, way: str) -> None:
    pool = {"vmSize": "Standard_NC64as_T4_v3", way: {"replicas": 5}}
    assert offered(subject, pool) == {"nvidia.com/gpu.shared": 20}


def test_slices_can_be_shared_too(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC24ads_A100_v4", "mig": {"layout": {"1g.10gb": 7}}, "timeSlicing": {"replicas": 2}}
    assert offered(subject, pool) == {"nvidia.com/mig-1g.10gb.shared": 14}
    assert offered(subject, pool, "single") == {"nvidia.com/gpu.shared": 14}


def test_a_layout_that_does_not_exist_still_has_an_offer(subject: Make) -> None:
    # A rule refuses it; nothing that reads offers may fail on the way there.
    pool = {"vmSize": "Standard_NC4as_T4_v3", "mig": {"layout": {"nonsense": 3}}}
    assert offered(subject, pool) == {"nvidia.com/mig-nonsense": 3}


def test_equal_layouts_share_one_name_whatever_their_order() -> None:
    one = layout_name(A100, {"1g.10gb": 2, "3g.40gb": 1, "2g.20gb": 1})
    assert one == layout_name(A100, {"2g.20gb": 1, "1g.10gb": 2, "3g.40gb": 1}) == "1x3g.40gb_1x2g.20gb_2x1g.10gb"


def test_every_layout_name_is_a_label_value() -> None:
    long = {f"1g.{number}0gb+me.all": 1 for number in range(1, 9)}
    for layout in ({"1g.10gb": 7}, {"1g.10gb+me": 1, "1g.10gb": 6}, long):
        assert LABEL_VALUE.fullmatch(layout_name(A100, layout))


def test_nodes_are_told_by_label(subject: Make) -> None:
    pools = {
        "cut": {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 1}, "mig": {"layout": {"1g.10gb": 7}}},
        "turns": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 1}, "timeSlicing": {"replicas": 4}},
        "whole": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 1}},
    }
    offers = subject({"gpuPools": pools}).offers
    assert offers["cut"].labels[MIG_LABEL] == "7x1g.10gb"
    assert offers["turns"].labels[SHARING_LABEL] == "time-slicing-4"
    assert not {MIG_LABEL, SHARING_LABEL} & set(offers["whole"].labels)


def test_a_shared_slice_has_another_config_than_a_shared_gpu(subject: Make) -> None:
    turns = {"timeSlicing": {"replicas": 4}, "scale": {"min": 1, "max": 1}, "vmSize": "Standard_NC24ads_A100_v4"}
    stack = subject({"gpuPools": {"a": turns, "b": {**turns, "mig": {"layout": {"1g.10gb": 7}}}}}).stack
    whole = sharing_config(stack.gpu_pools["a"], A100, "mixed")
    slices = sharing_config(stack.gpu_pools["b"], A100, "mixed")
    assert whole
    assert slices
    assert whole.name != slices.name
    assert (whole.resources, slices.resources) == (("nvidia.com/gpu",), ("nvidia.com/mig-1g.10gb",))
    assert LABEL_VALUE.fullmatch(slices.name)

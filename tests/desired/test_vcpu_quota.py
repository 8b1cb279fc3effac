"""vCPU quota by family: at the maximum, with surge, and with both pools of a rotation."""

from collections.abc import Callable
from datetime import date
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.vcpu_quota import SPOT_FAMILY, VcpuNeed, vcpu_needs

Make = Callable[..., Subject]
A100: dict[str, Any] = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 4}}
FAMILY = "standardNCADSA100v4Family"


def needs(made: Subject) -> dict[str, VcpuNeed]:
    return {need.family: need for need in vcpu_needs(made)}


def test_pools_of_one_family_add_up_with_their_surge(subject: Make) -> None:
    pools = {"a": {**A100, "upgrade": {"maxSurge": "10%"}}, "b": {**A100, "vmSize": "Standard_NC48ads_A100_v4"}}
    need = needs(subject({"gpuPools": pools}))[FAMILY]
    assert (need.at_maximum, need.with_surge, need.with_rotation) == (4 * 24 + 4 * 48, 4 * 24 + 4 * 48 + 24, 312)


def test_the_system_pool_counts_with_the_cpu_pools_of_its_family(subject: Make) -> None:
    need = needs(subject({"cpuPools": {"apps": {"vmSize": "Standard_D8ds_v5", "nodes": 3}}}))["standardDDSv5Family"]
    assert (need.at_maximum, need.with_surge) == (3 * 4 + 3 * 8, 3 * 4 + 3 * 8 + 4 + 8)


def test_spot_nodes_have_a_quota_of_their_own(subject: Make) -> None:
    found = needs(subject({"gpuPools": {"a": A100, "s": {**A100, "spot": {}}}}))
    assert found[FAMILY].at_maximum == 96
    assert found[SPOT_FAMILY].at_maximum == 96


def test_a_rotation_counts_both_pools_while_its_approval_holds(subject: Make) -> None:
    approve = {"a": {"action": "replace", "owner": "x", "reason": "y", "expires": "2026-12-10"}}
    stack = {"gpuPools": {"a": A100}, "approve": approve}
    assert needs(subject(stack, today=date(2026, 12, 10)))[FAMILY].with_rotation == 192
    assert needs(subject(stack, today=date(2026, 12, 11)))[FAMILY].with_rotation == 96


def test_a_removal_needs_no_second_pool(subject: Make) -> None:
    approve = {"a": {"action": "remove", "owner": "x", "reason": "y", "expires": "2026-12-10"}}
    assert needs(subject({"gpuPools": {"a": A100}, "approve": approve}))[FAMILY].with_rotation == 96


def test_families_come_sorted(subject: Make) -> None:
    found = [need.family for need in vcpu_needs(subject({"gpuPools": {"a": A100}}))]
    assert found == sorted(found)

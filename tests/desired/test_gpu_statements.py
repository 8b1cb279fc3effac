"""What the plan says of pools and GPU software."""

from collections.abc import Callable
from datetime import date
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.gpu_statements import statements

Make = Callable[..., Subject]
A100: dict[str, Any] = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 2}}


def said(made: Subject, topic: str) -> list[str]:
    return [statement.text for statement in statements(made) if statement.topic == topic]


def test_os_release_and_driver_are_stated(subject: Make) -> None:
    on = {"cluster": {"create": {"kubernetesVersion": "1.34"}}}
    os, driver, drain = said(subject(on), "versions")
    assert "Ubuntu 22.04" in os
    assert "1.34" in os
    assert "580.126.20" in driver
    assert "v26.3.3" in driver
    assert "Drain" in drain


def test_infiniband_without_rdma_is_stated(subject: Make) -> None:
    made = subject({"gpuPools": {"ib": {"vmSize": "Standard_ND96isr_H100_v5", "nodes": 1}}})
    (text,) = said(made, "rdma")
    assert text.endswith("RDMA not installed: NCCL uses TCP on eth0.")
    assert said(subject(), "rdma") == []


def test_a_layout_is_stated_with_the_steps_of_its_change(subject: Make) -> None:
    made = subject({"gpuPools": {"p": {**A100, "mig": {"layout": {"3g.40gb": 1, "1g.10gb": 2}}}}})
    layout, steps = said(made, "mig")
    assert "1 x 3g.40gb" in layout
    assert "2 x nvidia.com/mig-1g.10gb" in layout
    places = [steps.index(step) for step in ("cordon", "drain", "changes the label", "status.allocatable", "uncordon")]
    assert places == sorted(places)
    assert said(subject(), "mig") == []


def test_a_rotation_says_what_becomes_of_work(subject: Make) -> None:
    approve = {"t4": {"action": "replace", "owner": "a", "reason": "b", "expires": "2026-12-10"}}
    texts = said(subject({"approve": approve}), "rotation")
    assert any("requeued" in text and "t4" in text for text in texts)
    late = said(subject({"approve": approve}, today=date(2026, 12, 11)), "rotation")
    assert not any("requeued" in text for text in late)


def test_defaults_are_stated_only_where_they_hold(subject: Make) -> None:
    assert any("maxSurge 0" in text for text in said(subject(), "defaults"))
    own = subject({"gpuPools": {"t4": {"upgrade": {"maxSurge": 1}, "disk": {"sizeGib": 512}, "gpuTaint": "sku"}}})
    texts = said(own, "defaults")
    assert not any("maxSurge 0" in text or "256 GiB" in text or "nvidia.com/gpu=present" in text for text in texts)


def test_a_stack_without_gpus_has_little_to_say(subject: Make) -> None:
    made = subject({"gpuPools": {"t4": ...}, "teams": {"vision": ...}})
    assert {statement.topic for statement in statements(made)} == {"versions"}

"""Automatic upgrades and their windows."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import upgrades as rules

Make = Callable[..., Subject]
UPGRADES = "cluster.create.upgrades"


def created(version: str | None = None, **upgrades: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"kubernetesVersion": version, "upgrades": upgrades}}}


@pytest.mark.parametrize(
    ("version", "channel", "refused"),
    [
        ("1.36.2", "patch", True),
        ("1.36.2", "node-image", True),
        ("1.36", "patch", False),
        (None, "stable", False),
        ("1.36.2", "none", False),
    ],
)
def test_a_channel_takes_a_minor(subject: Make, version: str | None, channel: str, refused: bool) -> None:
    findings = list(rules.automatic_upgrades_need_a_minor(subject(created(version, channel=channel))))
    assert [finding.dotted for finding in findings] == (["cluster.create.kubernetesVersion"] if refused else [])
    assert all('"1.36"' in finding.remedy for finding in findings)


@pytest.mark.parametrize(("channel", "warned"), [("stable", True), ("rapid", True), ("patch", False), ("none", False)])
def test_long_term_support_stays_on_its_minor(subject: Make, channel: str, warned: bool) -> None:
    changes = created("1.34", channel=channel)
    changes["cluster"]["create"] |= {"tier": "Premium", "supportPlan": "AKSLongTermSupport"}
    findings = list(rules.long_term_support_keeps_its_minor(subject(changes)))
    assert [finding.severity for finding in findings] == ([Severity.WARNING] if warned else [])
    assert not list(rules.long_term_support_keeps_its_minor(subject(created(channel=channel))))


def test_the_node_image_channel_leaves_no_choice(subject: Make) -> None:
    (finding,) = rules.node_image_channels_agree(subject(created(channel="node-image", nodeOsChannel="None")))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"{UPGRADES}.nodeOsChannel")
    assert not list(rules.node_image_channels_agree(subject(created(channel="node-image"))))
    assert not list(rules.node_image_channels_agree(subject(created(channel="patch", nodeOsChannel="None"))))


@pytest.mark.parametrize(
    ("channel", "os", "severity"),
    [
        ("NodeImage", "Ubuntu", None),
        ("SecurityPatch", "Ubuntu", Severity.WARNING),
        ("Unmanaged", "Ubuntu2404", Severity.WARNING),
        ("SecurityPatch", "AzureLinux", Severity.ERROR),
        ("Unmanaged", "AzureContainerLinux", Severity.ERROR),
        ("None", "Ubuntu", Severity.WARNING),
    ],
)
def test_node_os_channels_on_gpu_nodes(subject: Make, channel: str, os: str, severity: Severity | None) -> None:
    changes = created(nodeOsChannel=channel) | {"gpuSoftware": {"nodeOs": os}}
    findings = list(rules.node_os_channel_suits_gpus(subject(changes)))
    assert [finding.severity for finding in findings] == ([severity] if severity else [])
    assert all("NodeImage" in finding.remedy for finding in findings)


def test_without_gpus_the_channel_is_nobodys_business(subject: Make) -> None:
    changes = created(nodeOsChannel="Unmanaged") | {"gpuPools": {"t4": ...}, "teams": {"vision": ...}}
    assert not list(rules.node_os_channel_suits_gpus(subject(changes)))


@pytest.mark.parametrize("offset", ["+14:30", "-12:30", "+01:75", "+99:00"])
def test_offsets_that_do_not_exist(subject: Make, offset: str) -> None:
    (finding,) = rules.maintenance_windows_are_possible(subject(created(nodeOsWindow={"utcOffset": offset})))
    assert finding.dotted == f"{UPGRADES}.nodeOsWindow.utcOffset"


@pytest.mark.parametrize("offset", ["+14:00", "-12:00", "+05:45"])
def test_offsets_that_exist(subject: Make, offset: str) -> None:
    assert not list(rules.maintenance_windows_are_possible(subject(created(nodeOsWindow={"utcOffset": offset}))))


def test_blackouts_end_after_they_start(subject: Make) -> None:
    window = {"blackouts": [{"start": "2027-01-04", "end": "2026-12-20"}]}
    (finding,) = rules.maintenance_windows_are_possible(subject(created(kubernetesWindow=window)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"{UPGRADES}.kubernetesWindow.blackouts[0]")
    assert "start: 2026-12-20" in finding.remedy


def test_a_blackout_of_the_past_is_noted(subject: Make) -> None:
    window = {"blackouts": [{"start": "2026-12-20", "end": "2027-01-04"}]}
    changes = created(defaultWindow=window)
    assert not list(rules.maintenance_windows_are_possible(subject(changes, date(2027, 1, 4))))
    (finding,) = rules.maintenance_windows_are_possible(subject(changes, date(2027, 1, 5)))
    assert finding.severity is Severity.NOTE

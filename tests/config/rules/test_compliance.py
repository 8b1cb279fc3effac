"""Regions, keys, tags, and identifiers that somebody still has to fill in."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import compliance as rules

Make = Callable[..., Subject]
ZERO = "00000000-0000-0000-0000-000000000000"
KEYS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/diskEncryptionSets/k"


@pytest.mark.parametrize(
    ("allowed", "remedy"),
    [
        ([], None),
        (["swedencentral", "westeurope"], None),
        (["swedensouth"], "swedensouth"),
        (["westus3", "uksouth"], "westus3 or uksouth"),
    ],
)
def test_allowed_regions(subject: Make, allowed: list[str], remedy: str | None) -> None:
    findings = list(rules.region_is_allowed(subject({"compliance": {"allowedRegions": allowed}})))
    assert [finding.dotted for finding in findings] == (["region"] if remedy else [])
    assert all(remedy and remedy in finding.remedy for finding in findings)


def test_unknown_regions_are_noted_only(subject: Make) -> None:
    changes = {"region": "swedencentrl", "compliance": {"allowedRegions": ["swedencentrl", "atlantis"]}}
    findings = list(rules.region_is_known(subject(changes)))
    assert [finding.dotted for finding in findings] == ["region", "compliance.allowedRegions[1]"]
    assert all(finding.severity is Severity.NOTE for finding in findings)
    assert "swedencentral" in findings[0].message
    assert not list(rules.region_is_known(subject()))


def test_zones_need_a_region_with_zones(subject: Make, existing_subject: Make) -> None:
    changes: dict[str, Any] = {
        "region": "westus",
        "systemPool": {"zones": ["1"]},
        "cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "nodes": 1, "zones": ["2"]}},
        "gpuPools": {"t4": {"zones": ["3"]}},
    }
    paths = [finding.dotted for finding in rules.zones_exist_in_the_region(subject(changes))]
    assert paths == ["systemPool.zones", "cpuPools.cpu.zones", "gpuPools.t4.zones"]
    theirs = {"region": "westus", "gpuPools": {"t4": {"zones": ["3"]}}}
    assert [finding.dotted for finding in rules.zones_exist_in_the_region(existing_subject(theirs))] == paths[-1:]
    assert not list(rules.zones_exist_in_the_region(subject({**changes, "region": "swedencentral"})))
    assert not list(rules.zones_exist_in_the_region(subject({"region": "westus"})))


def test_disk_keys_are_chosen_when_a_cluster_is_made(subject: Make, existing_subject: Make) -> None:
    changes = {"compliance": {"diskEncryptionSet": KEYS}}
    (finding,) = rules.disk_keys_are_for_new_clusters(existing_subject(changes))
    assert finding.severity is Severity.ERROR
    assert not list(rules.disk_keys_are_for_new_clusters(subject(changes)))


@pytest.mark.parametrize(
    ("tags", "path", "words"),
    [
        ({"team": "ml"}, None, ""),
        ({"Owner": "me"}, "tags.Owner", "from the field owner"),
        ({"managed-by": "me"}, "tags.managed-by", "writes the tag managed-by itself"),
        ({"a/b": "c"}, "tags.a/b", "has / in it"),
        ({"": "c"}, "tags.", "is empty"),
        ({"n" * 129: "c"}, f"tags.{'n' * 129}", "129 characters"),
        ({"note": "v" * 257}, "tags.note", "257 characters"),
        ({f"t{number}": "" for number in range(47)}, "tags", "47 tags"),
        ({f"t{number}": "" for number in range(46)}, None, ""),
        ({"team": "a", "Team": "b"}, "tags.Team", "one tag"),
    ],
)
def test_tags(subject: Make, tags: dict[str, str], path: str | None, words: str) -> None:
    findings = list(rules.tags_are_valid(subject({"tags": tags})))
    assert [finding.dotted for finding in findings] == ([path] if path else [])
    assert all(words in finding.message and finding.remedy for finding in findings)


def test_placeholders_anywhere_are_a_warning(subject: Make) -> None:
    changes: dict[str, Any] = {
        "subscriptionId": ZERO,
        "cluster": {"create": {"entra": {"adminGroups": [ZERO]}, "registries": [KEYS.replace("/s/", f"/{ZERO}/")]}},
    }
    findings = list(rules.placeholders_are_filled_in(subject(changes)))
    assert {finding.dotted for finding in findings} == {
        "subscriptionId",
        "cluster.create.entra.adminGroups[0]",
        "cluster.create.registries[0]",
    }
    assert all(finding.severity is Severity.WARNING for finding in findings)
    assert not list(rules.placeholders_are_filled_in(subject()))

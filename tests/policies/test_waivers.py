"""Waivers: read strictly, helping until their last day, and never silently."""

from datetime import date
from pathlib import Path

import pytest
from policy_cases_azure import account, cluster, pool

from aksgpu_policies.registry import RULES
from aksgpu_policies.run import judge
from aksgpu_policies.waivers import BadWaivers, Waiver, parse_waivers, read_waivers, waivers_of

ROOT = Path(__file__).parents[2]
NAMES = [rule.name for rule in RULES]
LAST = date(2026, 12, 31)
KEYS = Waiver("storage-account-no-shared-keys", "storage-*", "data-team", "SMB share of a lab device", LAST)
GOOD = """\
waivers:
  - rule: storage-account-no-shared-keys
    resource: storage-*
    owner: data-team
    reason: SMB share of a lab device
    expires: 2026-12-31
"""


def outcomes(today: date, *waivers: Waiver) -> list[tuple[str, str]]:
    judged = judge([account(allowSharedKeyAccess=True), pool()], waivers, today)
    return [(item.outcome, item.rule.name) for item in judged]


def test_without_a_waiver_a_mandatory_violation_stops() -> None:
    (item,) = judge([account(allowSharedKeyAccess=True)], (), LAST)
    assert item.stops
    assert item.waiver is None


def test_a_waiver_helps_on_its_last_day_too() -> None:
    (item,) = judge([account(allowSharedKeyAccess=True)], (KEYS,), LAST)
    assert (item.outcome, item.stops, item.waiver) == ("waived", False, KEYS)
    assert item.remedy == "Waived by data-team until 2026-12-31: SMB share of a lab device"


def test_an_expired_waiver_does_not_help_and_is_told() -> None:
    assert outcomes(date(2027, 1, 1), KEYS) == [("violation", KEYS.rule), ("expired waiver", KEYS.rule)]


def test_a_waiver_that_excuses_nothing_is_told() -> None:
    other = Waiver("cluster-protected", "cluster", "x", "y", LAST)
    assert ("unused waiver", "cluster-protected") in outcomes(LAST, KEYS, other)


def test_a_waiver_is_for_one_rule_and_the_resources_it_names() -> None:
    elsewhere = Waiver(KEYS.rule, "storage-other", "x", "y", LAST)
    assert outcomes(LAST, elsewhere)[0] == ("violation", KEYS.rule)
    another = Waiver("storage-account-tls", "storage-*", "x", "y", LAST)
    assert outcomes(LAST, another)[0] == ("violation", KEYS.rule)


def test_losing_the_cluster_takes_a_waiver_beside_the_approval() -> None:
    waiver = Waiver("cluster-protected", "cluster", "platform-lead", "moves to another region", LAST)
    assert [item.outcome for item in judge([cluster(protect=False)], (waiver,), LAST)] == ["waived"]
    assert [item.stops for item in judge([cluster(protect=False)], (), LAST)] == [True]
    assert [item.stops for item in judge([pool(protect=False)], (), LAST)] == [False]


def test_reading_gives_what_was_written() -> None:
    assert parse_waivers(GOOD, "w.yaml", NAMES) == (KEYS,)
    staged = parse_waivers(GOOD + "    stack: dev\n", "w.yaml", NAMES)
    assert (waivers_of(staged, "dev"), waivers_of(staged, "prod")) == (staged, ())


@pytest.mark.parametrize("text", ["", "# nothing\n", "waivers: []\n"])
def test_no_waivers(text: str) -> None:
    assert parse_waivers(text, "w.yaml", NAMES) == ()


def test_the_shipped_file_is_readable() -> None:
    assert read_waivers(ROOT / "policies" / "waivers.yaml", NAMES) == ()


BROKEN = {
    "waivers: [": ("w.yaml:1", "this is not YAML"),
    "a\x00b": ("w.yaml", "a character that YAML does not allow"),
    "[" * 5000: ("w.yaml", "nested too deep"),
    "- rule: x\n": ("w.yaml:1", "not a list of waivers"),
    "waivers:\n": ("w.yaml:1", "not a list of waivers"),
    "waivers: []\nmore: 1\n": ("w.yaml:1", "not a list of waivers"),
    "waivers:\n  - text\n": ("w.yaml:2", "a waiver is a mapping"),
    GOOD.replace("    owner: data-team\n", ""): ("w.yaml:2", "this waiver lacks owner"),
    GOOD.replace("data-team", "''"): ("w.yaml:4", "owner is not a text"),
    GOOD.replace("data-team", "[a]"): ("w.yaml:4", "owner is not a text"),
    GOOD.replace("data-team", "null"): ("w.yaml:4", "owner is not a text"),
    GOOD.replace("owner", "ownr"): ("w.yaml:4", "no key ownr. Did you mean owner?"),
    GOOD + "    owner: me\n": ("w.yaml:7", "owner is given twice"),
    GOOD.replace("shared-keys", "shared-key"): ("w.yaml:2", "Did you mean storage-account-no-shared-keys?"),
    GOOD.replace("storage-*", "'*'"): ("w.yaml:3", "would switch the rule off for everything"),
    GOOD.replace("2026-12-31", "2026-13-01"): ("w.yaml:6", "expires: 2026-13-01 is not a day"),
    GOOD.replace("2026-12-31", "soon"): ("w.yaml:6", "Write it as 2027-03-31"),
}


@pytest.mark.parametrize("text", BROKEN, ids=[words for _, words in BROKEN.values()])
def test_a_malformed_file_gives_one_clear_error(text: str) -> None:
    with pytest.raises(BadWaivers) as fault:
        parse_waivers(text, "w.yaml", NAMES)
    place, words = BROKEN[text]
    assert fault.value.place == place
    assert words in str(fault.value)
    assert fault.value.remedy


def test_a_file_that_cannot_be_read_gives_the_same_error(tmp_path: Path) -> None:
    (tmp_path / "w.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadWaivers, match="cannot be read"):
        read_waivers(tmp_path / "w.yaml", NAMES)
    with pytest.raises(BadWaivers, match="cannot be read"):
        read_waivers(tmp_path / "missing.yaml", NAMES)

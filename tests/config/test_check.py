"""Everything that is wrong is said in one pass, and nothing that a person could write raises."""

import copy
from collections.abc import Callable
from datetime import date
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aksgpu.config.finding import Severity
from aksgpu.config.reading.check import check

TODAY = date(2026, 12, 1)


def test_shape_and_rules_speak_in_one_pass(stack_data: Callable[..., dict[str, Any]]) -> None:
    data = stack_data({"owner": 1, "teams": {"vision": {"queue": {"quota": {"t5": {"gpus": 1}}}}}})
    paths = [finding.dotted for finding in check(data, TODAY).errors]
    assert "owner" in paths
    assert "teams.vision.queue.quota.t5" in paths


def test_what_hangs_on_a_misshapen_value_waits_until_it_is_right(stack_data: Callable[..., dict[str, Any]]) -> None:
    data = stack_data({"gpuPools": {"t4": {"scale": {"max": "two"}}}})
    findings = check(data, TODAY).errors
    assert [finding.dotted for finding in findings] == ["gpuPools.t4.scale.max"]


def test_a_valid_stack_has_no_error(stack_data: Callable[..., dict[str, Any]]) -> None:
    checked = check(stack_data(), TODAY)
    assert checked.errors == ()
    assert checked.stack is not None


def test_a_date_survives_pulumi(stack_data: Callable[..., dict[str, Any]]) -> None:
    """Pulumi reads an unquoted date as a time, and saves and passes it on as Go prints one."""
    approval = {"action": "replace", "owner": "ml", "reason": "more memory"}
    for written in ("2027-03-31", "2027-03-31 00:00:00 +0000 UTC"):
        checked = check(stack_data({"approve": {"t4": {**approval, "expires": written}}}), TODAY)
        assert checked.stack is not None, checked.errors
        assert checked.stack.approve["t4"].expires == date(2027, 3, 31)
    late = check(stack_data({"approve": {"t4": {**approval, "expires": "2027-03-31 10:00:00 +0000 UTC"}}}), TODAY)
    assert [finding.dotted for finding in late.errors] == ["approve.t4.expires"]


def test_every_error_says_what_to_do(stack_data: Callable[..., dict[str, Any]]) -> None:
    data = stack_data({"gpuPools": {"t4": {"vmSize": "Standard_NC6s_v3"}}, "teams": {"vision": {"wibble": 1}}})
    for finding in check(data, TODAY).errors:
        assert finding.message.endswith((".", "?"))
        assert finding.remedy, finding
        assert finding.rule


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)


@given(JUNK)
def test_any_data_at_all_is_judged(data: Any) -> None:
    checked = check(data, TODAY)
    assert checked.stack is None
    assert any(finding.severity is Severity.ERROR for finding in checked.findings)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(junk=JUNK, where=st.data())
def test_junk_anywhere_in_a_stack_is_judged(
    stack_data: Callable[..., dict[str, Any]], junk: Any, where: st.DataObject
) -> None:
    data = copy.deepcopy(stack_data())
    spot: Any = data
    for _ in range(where.draw(st.integers(0, 4))):
        if not isinstance(spot, dict) or not spot:
            break
        key = where.draw(st.sampled_from(sorted(spot)))
        if not isinstance(spot[key], dict) or where.draw(st.booleans()):
            spot[key] = junk
            break
        spot = spot[key]
    check(data, TODAY)

"""The autoscaler's profile: every key, as AKS takes it, with the catalogue's defaults."""

from collections.abc import Callable

import pytest

from aksgpu.catalogue.autoscaler import AUTOSCALER_KEYS
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.autoscaler_profile import autoscaler_profile

Make = Callable[..., Subject]


def test_every_key_is_sent_with_the_platforms_default(subject: Make) -> None:
    sent = autoscaler_profile(subject())
    written = {key: str(value).lower() for key, value in sent.items()}
    assert written == {key: row.default for key, row in AUTOSCALER_KEYS.items()}


def test_only_the_daemonset_flags_are_booleans(subject: Make) -> None:
    sent = autoscaler_profile(subject())
    booleans = {key for key, value in sent.items() if isinstance(value, bool)}
    assert booleans == {key for key, row in AUTOSCALER_KEYS.items() if row.sent_as_boolean}


def test_given_values_win(subject: Make) -> None:
    given = {"scaleDownUtilizationThreshold": 1, "skipNodesWithSystemPods": False, "maxNodeProvisionTime": "40m"}
    sent = autoscaler_profile(subject({"autoscaler": given}))
    assert sent["scaleDownUtilizationThreshold"] == "1"
    assert sent["skipNodesWithSystemPods"] == "false"
    assert sent["maxNodeProvisionTime"] == "40m"


@pytest.mark.parametrize(
    ("grace", "given", "sent"), [(3600, None, "3600"), (60, None, "600"), (3600, 900, "900"), (60, 0, "0")]
)
def test_the_longest_grace_period_counts_600_seconds_at_least(
    subject: Make, grace: int, given: int | None, sent: str
) -> None:
    teams = {"vision": {"terminationGraceSeconds": grace}}
    changes = {"teams": teams, "autoscaler": {"maxGracefulTerminationSec": given}}
    assert autoscaler_profile(subject(changes))["maxGracefulTerminationSec"] == sent


def test_a_stack_without_teams_has_a_profile(subject: Make) -> None:
    assert autoscaler_profile(subject({"teams": {"vision": ...}}))["maxGracefulTerminationSec"] == "600"

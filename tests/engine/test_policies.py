"""What breaks a rule is stopped by the real `pulumi preview --policy-pack`, in the rule's words."""

from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest
from literal_program import LiteralProgram
from policy_cases import Case
from policy_cases_in_engine import apart, broken, case_of, cases, is_filled_in, together
from policy_cases_of_all import CASES
from policy_previews import WITH_PACK, Previews, Said, passed, said, stopped, write_waivers

from aksgpu_policies.registry import RULES
from aksgpu_policies.rule import WholeStack
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.without_cluster import engine_without_cluster

ROOT = Path(__file__).parents[2]
SUBSCRIPTION = "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"
ADVISORY = ("cluster-workload-identity", "gpu-pool-protected", "kube-system-left-alone", "no-secrets-in-helm-values")
"""Written out: the test of a mandatory rule that comes to be advisory fails until the rule is put here."""

NAMES = sorted({rule.name for rule in RULES} | {case.rule for case in CASES})
MANDATORY = [name for name in NAMES if name not in ADVISORY]
OF_WHOLE_STACK = {rule.name for rule in RULES if isinstance(rule.check, WholeStack)}

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def previews(tools: Toolbox, tmp_path_factory: pytest.TempPathFactory) -> Previews:
    work = tmp_path_factory.mktemp("policies")
    program = LiteralProgram(work / "program", tools.folder / "charts")
    return Previews(program, engine_without_cluster(program, tools, work, SUBSCRIPTION))


def said_of(case: Case, found: Iterable[Said], level: str = "mandatory") -> list[str]:
    """What the case's rule said of the case's resources."""
    names = {one.name for one in case.resources}
    return [one.text for one in found if (one.rule, one.level) == (case.rule, level) and one.resource in names]


@pytest.mark.parametrize("rule", MANDATORY)
def test_what_breaks_one_mandatory_rule_is_stopped_in_its_words(rule: str, previews: Previews) -> None:
    case = case_of(rule)
    found = stopped(previews.of(case.resources))
    assert {one.rule for one in found} == {rule}
    assert any(case.says in text for text in said_of(case, found))


def test_what_breaks_an_advisory_rule_is_told_and_not_stopped(previews: Previews) -> None:
    chosen = apart(map(case_of, ADVISORY))
    found = passed(previews.of(together(chosen)))
    for case in chosen:
        assert any(case.says in text for text in said_of(case, found, "advisory")), case


def test_every_bad_case_is_found_by_the_engine_too(previews: Previews) -> None:
    """But for those about a whole stack, which here is the same for all."""
    chosen = apart(case for case in cases("bad") if case.rule in MANDATORY and case.rule not in OF_WHOLE_STACK)
    found = stopped(previews.of(together(chosen)))
    for case in chosen:
        assert any(case.says in text for text in said_of(case, found)), case


def test_what_breaks_no_rule_passes(previews: Previews) -> None:
    chosen = apart(case for case in cases("good") if not broken(case.resources))
    assert {case.rule for case in chosen} == set(NAMES)
    passed(previews.of(together(chosen)))


def test_a_release_without_a_version_has_one_once_its_chart_is_found(previews: Previews) -> None:
    """What helm-release-pinned says that it cannot see, as the provider's own check goes first."""
    chosen = apart(case for case in CASES if is_filled_in(case) and case.kind == "bad")
    assert {rule for case in chosen for rule in broken(case.resources)} == {"helm-release-pinned"}
    assert passed(previews.of(together(chosen))) == []


def waived() -> tuple[list[Case], list[tuple[str, str]]]:
    """A case of every mandatory rule, and a waiver for each."""
    chosen = apart(map(case_of, MANDATORY))
    return chosen, [(case.rule, case.resources[0].name.rpartition("-")[0] + "-*") for case in chosen]


def test_no_expired_waiver_helps(previews: Previews) -> None:
    chosen, waivers = waived()
    yesterday = date.today() - timedelta(1)
    outcome = previews.of(together(chosen), waivers, yesterday)
    found = stopped(outcome)
    told = [one.text for one in said(outcome) if one.rule.startswith("waived")]
    for (rule, where), case in zip(waivers, chosen, strict=True):
        assert said_of(case, found), case
        assert any(text.startswith(f"{rule}: The waiver of platform-lead for {where} expired") for text in told), case


def test_a_waiver_of_each_rule_helps_on_its_last_day(previews: Previews) -> None:
    chosen, waivers = waived()
    today = date.today()
    found = passed(previews.of(together(chosen), waivers, today))
    told = [one.text for one in found if one.rule.startswith("waived")]
    for rule, _ in waivers:
        words = f"Waived by platform-lead until {today}: agreed for now"
        assert any(text.startswith(f"{rule}: ") and text.endswith(words) for text in told), rule


LET_THROUGH = {
    ("team-namespace-pod-security", "namespace-vision"),
    ("checkpoints-retained", "storageclass-checkpoints"),
    ("storage-account-no-shared-keys", "storage-gpudev"),
    ("cluster-protected", "cluster"),
}
"""What the stack's own check accepts of the changes below, and the policies do not."""


def test_the_shipped_program_is_stopped_and_waived_alike(tools: Toolbox, tmp_path: Path) -> None:
    program = Program(ROOT / "stacks" / "Pulumi.dev.yaml", tmp_path / "program")
    stack = program.stack
    stack["teams"]["vision"]["podSecurity"] = "privileged"
    stack["storage"] = {
        "classes": {"checkpoints": {"profile": "disk", "reclaimPolicy": "Delete"}},
        "accounts": {"gpudev": {"sharedKeys": True}},
    }
    expires = (date.today() + timedelta(9)).isoformat()
    stack["approve"] = {"cluster": {"action": "remove", "owner": "a", "reason": "b", "expires": expires}}
    program.stack = stack
    engine = engine_without_cluster(program, tools, tmp_path, stack["subscriptionId"])
    found = stopped(engine.run(*WITH_PACK))
    assert {(one.rule, one.resource) for one in found} == LET_THROUGH
    write_waivers(program.folder, LET_THROUGH, date.today())
    passed(engine.run(*WITH_PACK))

"""Stacks for tests of the rules about pools and GPU software, and what each case asserts."""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules import pools as pool_rules

Make = Callable[..., Subject]
Rule = Callable[[Subject], Iterator[Finding]]
Stack = dict[str, Any]
Case = tuple[Rule, Stack, Severity, str, str]
"""A rule, a stack, how severely it speaks, at which path, and words that it says."""

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

A100 = "Standard_NC24ads_A100_v4"
H100 = "Standard_NC40ads_H100_v5"
IB = "Standard_ND96isr_H100_v5"
GROUP = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/r"
SHAPE = {
    "family": "standardXFamily",
    "vcpu": 40,
    "ramGib": 300,
    "gpuModel": "H100-NVL",
    "gpuCount": 1,
    "gpuMemoryGb": 94,
}


def gpu(**pool: Any) -> Stack:
    """A stack whose one GPU pool `p` is a T4 pool with these changes."""
    base = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
    return {"gpuPools": {"t4": ..., "p": {**base, **pool}}, "teams": {"vision": {"queue": ...}}}


def mig_pool(layout: dict[str, int], size: str = A100, **pool: Any) -> Stack:
    return gpu(**{"vmSize": size, "scale": {"min": 1, "max": 2}, "mig": {"layout": layout}, **pool})


def cpu(**pool: Any) -> Stack:
    """A stack with one CPU pool `p`."""
    return {"cpuPools": {"p": {"vmSize": "Standard_D8ds_v5", "nodes": 2, **pool}}}


def software(**changes: Any) -> Stack:
    return {"gpuSoftware": changes}


def on(minor: str) -> Stack:
    return {"cluster": {"create": {"kubernetesVersion": minor}}}


def case_name(case: Case) -> str:
    return f"{case[0].__name__}-{case[3]}-{case[2]}"


def speaks_at_its_place(subject: Make, case: Case) -> None:
    """The rule speaks there and nowhere else, once unless it is a note, with these words and a remedy."""
    rule, stack, severity, place, words = case
    found = [finding for finding in rule(subject(stack)) if finding.severity is severity]
    assert {finding.dotted for finding in found} == {place}
    assert len(found) == 1 or severity is NOTE
    assert any(words in f"{finding.message} {finding.remedy}" for finding in found)
    assert all(finding.remedy for finding in found) or severity is NOTE


def rules_of(*modules: ModuleType) -> set[str]:
    """Names of the listed rules of these modules."""
    names = {module.__name__ for module in modules}
    return {rule.__name__ for rule in pool_rules.RULES if rule.__module__ in names}

"""Which cases of policy rules come to the pack as they are written, when a real engine asks it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from policy_cases import Case, Kind
from policy_cases_of_all import CASES

from aksgpu_policies.kinds import HELM_RELEASE
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.run import judge
from aksgpu_rehearsal.simulated_azure.bodies import body_problems


def cases(kind: Kind) -> list[Case]:
    """The cases that come to the pack as they are written."""
    kept = [case for case in CASES if not any(refused_by_azure(one) for one in case.resources)]
    return [case for case in kept if case.kind == kind and not is_filled_in(case)]


def refused_by_azure(resource: Resource) -> list[str]:
    """Why Azure itself would refuse it, before any policy is asked."""
    return body_problems(resource.type, resource.inputs) if resource.type.startswith("azure-native:") else []


def is_filled_in(case: Case) -> bool:
    """Whether the Kubernetes provider writes the chart version that it finds over the one that the case names."""
    known = [one for one in case.resources if one.kind == HELM_RELEASE and not any(unknowns(one.inputs))]
    return case.rule == "helm-release-pinned" and bool(known)


def unknowns(value: Any) -> Iterator[Unknown]:
    if isinstance(value, Unknown):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from unknowns(item)


def broken(resources: Sequence[Resource]) -> set[str]:
    """The mandatory rules that these break together."""
    return {item.rule.name for item in judge(resources, (), date.today()) if item.stops}


def case_of(rule: str) -> Case:
    """A case that breaks this rule, and no other mandatory one."""
    found = [case for case in cases("bad") if case.rule == rule and broken(case.resources) <= {rule}]
    assert found, f"no case in tests/policy_cases*.py breaks {rule} and nothing else"
    return found[0]


def apart(chosen: Iterable[Case]) -> list[Case]:
    """The cases with resources under names of their own, so that one program can hold them all."""
    return [
        replace(case, resources=tuple(replace(one, name=f"{name_of(number)}-{order}") for order, one in found))
        for number, case in enumerate(chosen)
        for found in [list(enumerate(case.resources))]
    ]


def name_of(number: int) -> str:
    return f"case-{number:03}"


def together(chosen: Iterable[Case]) -> list[Resource]:
    """All resources of the cases."""
    return [one for case in chosen for one in case.resources]

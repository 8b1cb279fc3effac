"""Every rule both ways, and with values that nobody can know yet."""

import copy
import dataclasses
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import policy_cases_azure
import pytest
from hypothesis import given
from hypothesis import strategies as st
from policy_cases import Case
from policy_cases_of_all import CASES

from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.run import judge
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

TODAY = date(2026, 12, 1)
BY_NAME = {rule.name: rule for rule in RULES}


def findings(rule: str, resources: tuple[Resource, ...]) -> list[Finding]:
    each = [finding for one in resources for finding in BY_NAME[rule].of_resource(one, TODAY)]
    return each + [finding for _, finding in BY_NAME[rule].of_stack(resources)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_is_tested_with_good_bad_and_unknown_inputs(rule: Any) -> None:
    assert {case.kind for case in CASES if case.rule == rule.name} == {"good", "bad", "unknown"}


def test_cases_name_rules_that_exist() -> None:
    assert {case.rule for case in CASES} == set(BY_NAME)
    assert len(BY_NAME) == len(RULES) >= 18


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_says_what_is_right(case: Case) -> None:
    found = findings(case.rule, case.resources)
    violations = [one for one in found if isinstance(one, Violation)]
    match case.kind:
        case "good":
            assert found == []
        case "bad":
            assert any(case.says in one.message for one in violations), found
        case "unknown":
            assert violations == []
            assert any(case.says in one.message for one in found), found


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "bad"], ids=str)
def test_a_violation_is_whole_sentences_with_a_remedy(case: Case) -> None:
    for one in findings(case.rule, case.resources):
        if isinstance(one, Violation):
            assert one.message.endswith(".")
            assert one.remedy.endswith(".")
            first = one.message.split()[0]
            assert not (first.isalpha() and first.islower())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a value, itself left out."""
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*path, key)
        yield from places(item, (*path, key))


def put(resource: Resource, path: tuple[Any, ...], value: Any) -> Resource:
    """The resource with another value at a path."""
    inputs: Any = copy.deepcopy(dict(resource.inputs))
    place = inputs
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return dataclasses.replace(resource, inputs=inputs)


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "good"], ids=str)
def test_hiding_a_value_never_makes_a_violation(case: Case) -> None:
    for number, resource in enumerate(case.resources):
        for path in places(resource.inputs):
            hidden = put(resource, path, Unknown("somewhere.id"))
            resources = (*case.resources[:number], hidden, *case.resources[number + 1 :])
            assert not [one for one in findings(case.rule, resources) if isinstance(one, Violation)], path


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "bad"], ids=str)
def test_hiding_a_value_leaves_the_violation_or_says_what_is_hidden(case: Case) -> None:
    """An unknown must not silence a rule, not even one that could mean an exemption."""
    for number, resource in enumerate(case.resources):
        for path in places(resource.inputs):
            hidden = put(resource, path, Unknown())
            resources = (*case.resources[:number], hidden, *case.resources[number + 1 :])
            assert findings(case.rule, resources), path


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(Unknown()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(case=st.sampled_from(CASES), data=st.data())
def test_no_shape_of_inputs_makes_a_rule_raise(case: Case, data: st.DataObject) -> None:
    resource = data.draw(st.sampled_from(case.resources))
    paths = list(places(resource.inputs))
    path = data.draw(st.sampled_from(paths)) if paths else ("spec",)
    judge([put(resource, path, data.draw(VALUES))], (), TODAY)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("azure-native:containerservice:AgentPool", "containerservice:AgentPool"),
        ("azure-native:containerservice/v20250901preview:AgentPool", "containerservice:AgentPool"),
        ("azure-native_containerservice_v20250901:containerservice:AgentPool", "containerservice:AgentPool"),
        ("kubernetes:core/v1:Pod", "core:Pod"),
        ("kubernetes:apps/v1:Deployment", "apps:Deployment"),
        ("kubernetes:core/v1:ConfigMapPatch", "core:ConfigMapPatch"),
        ("kubernetes:helm.sh/v3:Release", "helm.sh:Release"),
        ("aksgpu:index:Cluster", "aksgpu:index:Cluster"),
        ("", ""),
    ],
)
def test_a_kind_is_the_type_in_any_version(token: str, kind: str) -> None:
    assert Resource(token, "x", {}).kind == kind


def test_catalogue_sentences_are_the_configs_own() -> None:
    from aksgpu.catalogue.mig import why_aks_profile_does_not_fit

    problem = why_aks_profile_does_not_fit("T4", "MIG1g")
    pool = policy_cases_azure.pool(
        vmSize="Standard_NC4as_T4_v3", gpuInstanceProfile="MIG1g", gpuProfile__driver="Install"
    )
    assert problem is not None
    (found,) = findings("aks-mig-profile-fits", (pool,))
    assert found == Violation(problem.message[0].upper() + problem.message[1:], problem.remedy)
    assert not isinstance(found, CouldNotJudge)

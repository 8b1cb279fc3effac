"""All rules about pools and GPU software together: silent on a sound stack, and never failing on a broken one."""

import pytest
from pool_rule_cases import A100, NOTE, Make, Rule, on

from aksgpu.config.finding import Severity
from aksgpu.config.rules import pools as pool_rules


@pytest.mark.parametrize("rule", pool_rules.RULES, ids=lambda rule: rule.__name__)
def test_a_sound_stack_is_left_alone(subject: Make, rule: Rule) -> None:
    sound = subject(on("1.36") | {"cpuPools": {"apps": {"vmSize": "Standard_D8ds_v5", "scale": {"min": 1, "max": 4}}}})
    assert not [finding for finding in rule(sound) if finding.severity is not NOTE]


def test_no_rule_is_listed_twice() -> None:
    assert len(set(pool_rules.RULES)) == len(pool_rules.RULES)


def test_no_rule_fails_on_a_stack_that_is_wrong_everywhere(subject: Make) -> None:
    wrong = {
        "vmSize": "Standard_Nonsense",
        "scale": {"min": 9, "max": 1, "initial": 4},
        "nodes": 3,
        "spot": {"maxPrice": -7, "evictionPolicy": "Deallocate"},
        "zones": ["1", "1"],
        "disk": {"type": "Ephemeral", "sizeGib": 2048, "kubelet": "Temporary"},
        "upgrade": {"maxSurge": "0%", "maxUnavailable": "0%", "drainTimeoutMinutes": 5},
        "labels": {"a/b/c": " "},
        "taints": ["a/b/c=d:NoSchedule", "sku=gpu:NoSchedule", "sku=gpu:NoSchedule"],
        "mig": {"layout": {"9g.1tb": 7, "": 1}, "aksProfile": "MIG7g"},
        "timeSlicing": {"replicas": 2},
        "mps": {"replicas": 2},
        "rdma": True,
        "reservedForServing": 99,
    }
    stack = {
        "cluster": {"create": {"kubernetesVersion": "1.999"}},
        "gpuPools": {"t4": wrong, "known": {**wrong, "vmSize": A100}, "system": wrong},
        "cpuPools": {"t4": {"vmSize": "", "scale": {"min": 3, "max": 1}}, "system": {"vmSize": "Standard_B2s"}},
        "gpuSoftware": {"operator": {"version": "nonsense", "driverVersion": "", "values": {"driver": [1]}}},
        "teams": {"vision": {"queue": ...}},
    }
    made = subject(stack)
    found = [finding for rule in pool_rules.RULES for finding in rule(made)]
    assert {finding.severity for finding in found} >= {Severity.ERROR, Severity.WARNING}
    assert len({(finding.path, finding.message) for finding in found}) == len(found)

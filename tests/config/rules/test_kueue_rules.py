"""What is said of Kueue itself: time-outs, counted resources, limits, versions, frameworks and Helm values."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.kueue_owned_values import KUEUE_KEYS
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.queues import kueue_setup, kueue_versions
from aksgpu.desired.bundles.kueue.configuration import kueue_values

Make = Callable[..., Subject]


def only(findings: Any) -> Finding:
    (finding,) = findings
    return finding


def waits(make: Make, minutes: int, **changes: Any) -> Subject:
    return make({"queues": {"waitForPodsReady": {"timeoutMinutes": minutes}}, **changes})


@pytest.mark.parametrize(
    ("minutes", "severity", "word"),
    [
        (25, Severity.ERROR, "again and again"),
        (26, Severity.WARNING, "leave 1 for"),
        (34, Severity.WARNING, "leave 9 for"),
    ],
)
def test_jobs_outlast_the_start_of_a_node(subject: Make, minutes: int, severity: Severity, word: str) -> None:
    finding = only(kueue_setup.jobs_outlast_node_start(waits(subject, minutes)))
    assert (finding.severity, finding.dotted) == (severity, "queues.waitForPodsReady.timeoutMinutes")
    assert word in finding.message
    assert finding.remedy == "Write timeoutMinutes: 45."


def test_a_long_enough_wait_or_fixed_nodes_are_fine(subject: Make) -> None:
    assert not list(kueue_setup.jobs_outlast_node_start(waits(subject, 35)))
    fixed = {"gpuPools": {"t4": {"scale": ..., "nodes": 1}}}
    assert not list(kueue_setup.jobs_outlast_node_start(waits(subject, 5, **fixed)))


def test_the_node_time_is_the_clusters_own(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"maxNodeProvisionMinutes": 60}}}}
    assert "60 minutes" in only(kueue_setup.jobs_outlast_node_start(existing_subject(facts))).message


@pytest.mark.parametrize("prefix", ["nvidia.com/", "cpu", "mem", "aksgpu/", ""])
def test_what_queues_count_is_not_excluded(subject: Make, prefix: str) -> None:
    made = subject({"queues": {"excludeResourcePrefixes": ["ephemeral-storage", prefix]}})
    finding = only(kueue_setup.counted_resources_are_not_excluded(made))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "queues.excludeResourcePrefixes[1]")
    assert "void" in finding.message


def test_other_resources_may_be_excluded(subject: Make) -> None:
    made = subject({"queues": {"excludeResourcePrefixes": ["ephemeral-storage", "example.com/", "nvidia.com/gpu-x"]}})
    assert not list(kueue_setup.counted_resources_are_not_excluded(made))


def test_ephemeral_storage_is_excluded_or_jobs_wait_for_ever(subject: Make) -> None:
    finding = only(kueue_setup.requests_are_counted_or_excluded(subject({"queues": {"excludeResourcePrefixes": []}})))
    assert finding.severity is Severity.WARNING
    assert "ephemeral-storage" in finding.remedy
    assert not list(kueue_setup.requests_are_counted_or_excluded(subject()))


def test_a_pool_has_no_more_taints_than_kueue_tolerates(subject: Make) -> None:
    def with_taints(count: int) -> Subject:
        return subject({"gpuPools": {"t4": {"taints": [f"t{number}=x:NoSchedule" for number in range(count)]}}})

    finding = only(kueue_setup.queues_keep_kueues_limits(with_taints(8)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "gpuPools.t4.taints")
    assert "9 taints" in finding.message
    assert not list(kueue_setup.queues_keep_kueues_limits(with_taints(7)))


def test_a_queue_has_no_more_pools_than_kueue_takes(subject: Make) -> None:
    def with_pools(count: int) -> Subject:
        names = [f"p{number}" for number in range(count)]
        pool = {"vmSize": "Standard_NC4as_T4_v3", "nodes": 1}
        quota = {name: {"gpus": 1} for name in names}
        return subject(
            {
                "gpuPools": {"t4": ..., **dict.fromkeys(names, pool)},
                "teams": {"vision": {"queue": {"quota": {"t4": ..., **quota}}}},
            }
        )

    finding = only(kueue_setup.queues_keep_kueues_limits(with_pools(64)))
    assert finding.dotted == "teams.vision.queue.quota"
    assert "has 65 pools, and one queue of Kueue takes 64" in finding.message
    assert not list(kueue_setup.queues_keep_kueues_limits(with_pools(63)))


def test_an_unknown_version_is_refused(subject: Make) -> None:
    finding = only(kueue_versions.kueue_version_fits(subject({"queues": {"version": "0.19.9"}})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "queues.version")
    assert "no version 0.19.9 of the chart kueue" in finding.message
    assert "0.19.2" in finding.remedy
    assert not list(kueue_versions.kueue_version_fits(subject({"cluster": {"create": {"kubernetesVersion": "1.36"}}})))


def test_an_untested_kubernetes_version_is_noted(subject: Make) -> None:
    finding = only(kueue_versions.kueue_version_fits(subject({"cluster": {"create": {"kubernetesVersion": "1.33"}}})))
    assert finding.severity is Severity.NOTE
    assert "not confirmed" in finding.message


def test_frameworks_are_kueues_own_names(subject: Make) -> None:
    made = subject({"queues": {"frameworks": ["batch/job", "jobset", "argo", "batch/job"]}})
    found = list(kueue_versions.frameworks_are_known(made))
    assert [finding.dotted for finding in found] == [f"queues.frameworks[{index}]" for index in (1, 2, 3)]
    assert found[0].remedy == "Write jobset.x-k8s.io/jobset."
    assert "Kueue 0.19.2 knows batch/job" in found[1].remedy
    assert found[2].message == "batch/job is named twice."
    assert (
        "would manage nothing"
        in only(kueue_versions.frameworks_are_known(subject({"queues": {"frameworks": []}}))).message
    )
    fine = ["batch/job", "trainer.kubeflow.org/trainjob", "ray.io/rayjob"]
    assert not list(kueue_versions.frameworks_are_known(subject({"queues": {"frameworks": fine}})))


def test_managing_pods_is_noted(subject: Make) -> None:
    finding = only(kueue_versions.pods_depend_on_kueue(subject({"queues": {"frameworks": ["batch/job", "pod"]}})))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "queues.frameworks[1]")
    assert not list(kueue_versions.pods_depend_on_kueue(subject()))


@pytest.mark.parametrize(
    ("values", "where", "owner"),
    [
        ({"managerConfig": {"controllerManagerConfigYaml": "x"}}, "managerConfig", "queues.waitForPodsReady"),
        ({"controllerManager": {"replicas": 1}}, "controllerManager.replicas", "two managers"),
        ({"controllerManager": 1}, "controllerManager", "controllerManager"),
        ({"fullnameOverride": "q"}, "fullnameOverride", "names"),
        ({"enablePrometheus": True}, "enablePrometheus", "monitoring.managedPrometheus"),
    ],
)
def test_owned_values_are_refused_with_their_owner(subject: Make, values: Any, where: str, owner: str) -> None:
    found = list(kueue_versions.kueue_values_are_free(subject({"queues": {"values": values}})))
    assert found[0].dotted == f"queues.values.{where}"
    assert found[0].severity is Severity.ERROR
    assert owner in found[0].message
    assert where in found[0].remedy


def test_other_values_are_free(subject: Make) -> None:
    values = {"controllerManager": {"manager": {"logLevel": 4, "resources": {"limits": {"memory": "1Gi"}}}}}
    assert not list(kueue_versions.kueue_values_are_free(subject({"queues": {"values": values}})))


def test_everything_that_the_platform_writes_is_owned(existing_subject: Make) -> None:
    def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
        if isinstance(value, dict) and value:
            return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
        return [path]

    free = {("enableVisibilityAPF",), ("controllerManager", "topologySpreadConstraints")}
    owned = [key.path for key in KUEUE_KEYS]
    for leaf in leaves(kueue_values(existing_subject())):
        covered = any(leaf[: len(path)] == path for path in owned)
        assert covered or leaf in free, f"{'.'.join(leaf)} is written by the platform, so no user value may change it"

"""Kueue's release: values, the manager's own configuration, and how it is waited for."""

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from kubernetes_schemas import validate

from aksgpu.catalogue.charts import CHART_VERSIONS
from aksgpu.catalogue.kueue import KUEUE_VERSIONS, kueue_facts
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.chart import kueue_chart
from aksgpu.desired.bundles.kueue.configuration import kueue_values
from aksgpu.desired.entries import ChartRelease, KubernetesObject

Make = Callable[..., Subject]


def release(made: Subject) -> ChartRelease:
    (found,) = (entry for entry in kueue_chart(made) if isinstance(entry, ChartRelease))
    return found


def file_of(made: Subject) -> dict[str, Any]:
    return yaml.safe_load(kueue_values(made)["managerConfig"]["controllerManagerConfigYaml"])


def test_the_release_has_a_fixed_name_and_the_catalogues_version(subject: Make) -> None:
    made = release(subject())
    assert (made.key, made.name, made.namespace) == ("chart-kueue", "kueue", "kueue-system")
    assert (made.reference, made.repository) == ("oci://registry.k8s.io/kueue/charts/kueue", None)
    assert made.version == "0.19.2"


def test_helm_does_not_wait_and_a_dry_run_does(subject: Make) -> None:
    made = release(subject())
    assert made.awaited is False
    assert made.probe is not None
    assert (made.probe["kind"], made.probe["apiVersion"]) == ("ResourceFlavor", "kueue.x-k8s.io/v1beta2")
    assert validate(made.probe) == []


def test_the_namespace_is_restricted(subject: Make) -> None:
    namespace = next(iter(kueue_chart(subject())))
    assert isinstance(namespace, KubernetesObject)
    assert namespace.key == "namespace-kueue-system"
    assert namespace.manifest["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


def test_who_may_reach_it_is_said_first_and_changed_without_its_answer(subject: Make) -> None:
    """Otherwise a policy that keeps the API server out could not be mended: its change would wait for Kueue."""
    entries = list(kueue_chart(subject()))
    policies = [entry for entry in entries if "networkpolicy" in entry.key]
    assert {policy.key.partition("-")[0] for policy in policies} == {"networkpolicy", "ciliumnetworkpolicy"}
    assert all(policy.after == ("namespace-kueue-system",) for policy in policies)
    assert {policy.key for policy in policies} <= set(entries[-1].after)


@pytest.mark.parametrize(
    ("charts", "reference"),
    [
        ({"mirror": "oci://acr.example.io/charts"}, "oci://acr.example.io/charts/kueue"),
        ({"folder": "vendor/charts"}, "vendor/charts/kueue"),
    ],
)
def test_the_chart_may_come_from_elsewhere(subject: Make, charts: dict[str, str], reference: str) -> None:
    assert release(subject({"charts": charts})).reference == reference


def test_the_image_is_the_released_one(subject: Make) -> None:
    image = kueue_values(subject())["controllerManager"]["manager"]["image"]
    assert image == {"repository": "registry.k8s.io/kueue/kueue", "tag": "v0.19.2", "pullPolicy": "IfNotPresent"}
    mirrored = kueue_values(subject({"charts": {"imageRegistry": "acr.example.io"}}))
    assert mirrored["controllerManager"]["manager"]["image"]["repository"] == "acr.example.io/kueue/kueue"


def test_two_managers_and_a_disruption_budget(subject: Make) -> None:
    manager = kueue_values(subject())["controllerManager"]
    assert manager["replicas"] == 2
    assert manager["podDisruptionBudget"] == {"enabled": True, "minAvailable": 1}
    assert manager["manager"]["priorityClassName"] == "system-cluster-critical"


def test_tolerates_a_dedicated_system_pool_and_no_other_taint(subject: Make, existing_subject: Make) -> None:
    assert "tolerations" not in kueue_values(subject())["controllerManager"]
    for made in (subject({"systemPool": {"dedicated": True}}), existing_subject()):
        (toleration,) = kueue_values(made)["controllerManager"]["tolerations"]
        assert toleration["key"] == "CriticalAddonsOnly"


def test_the_charts_own_monitors_and_certificates_are_off(subject: Make) -> None:
    values = kueue_values(subject())
    assert [values[key] for key in ("enablePrometheus", "enableCertManager", "enableKueueViz")] == [False] * 3


def test_user_values_are_laid_on_top(subject: Make) -> None:
    values = kueue_values(subject({"queues": {"values": {"controllerManager": {"manager": {"logLevel": 4}}}}}))
    assert values["controllerManager"]["manager"]["logLevel"] == 4
    assert values["controllerManager"]["replicas"] == 2


def test_only_labelled_namespaces_are_managed(subject: Make) -> None:
    file = file_of(subject())
    assert file["managedJobsNamespaceSelector"] == {"matchLabels": {"aksgpu/queued": "true"}}
    assert file["manageJobsWithoutQueueName"] is False


def test_frameworks_are_as_given(subject: Make) -> None:
    assert file_of(subject())["integrations"] == {"frameworks": ["batch/job", "jobset.x-k8s.io/jobset"]}
    given = file_of(subject({"queues": {"frameworks": ["ray.io/rayjob"]}}))
    assert given["integrations"]["frameworks"] == ["ray.io/rayjob"]


def test_waiting_for_pods_has_the_v1beta2_shape(subject: Make) -> None:
    assert file_of(subject())["apiVersion"] == "config.kueue.x-k8s.io/v1beta2"
    assert file_of(subject())["waitForPodsReady"] == {
        "timeout": "45m",
        "recoveryTimeout": "15m",
        "blockAdmission": False,
        "requeuingStrategy": {"timestamp": "Eviction", "backoffBaseSeconds": 60, "backoffMaxSeconds": 3600},
    }
    limited = file_of(subject({"queues": {"waitForPodsReady": {"requeueLimit": 5}}}))
    assert limited["waitForPodsReady"]["requeuingStrategy"]["backoffLimitCount"] == 5


def test_fair_sharing_is_there_only_where_it_is_wanted(subject: Make) -> None:
    assert "fairSharing" not in file_of(subject())
    assert file_of(subject({"queues": {"fairSharing": True}}))["fairSharing"] == {
        "preemptionStrategies": ["LessThanOrEqualToFinalShare", "LessThanInitialShare"]
    }


def test_metrics_tell_quota_and_usage(subject: Make) -> None:
    assert file_of(subject())["metrics"] == {"bindAddress": ":8443", "enableClusterQueueResources": True}


def test_pods_with_a_gpu_take_the_mark_of_jobs_without_gpus_off_again(subject: Make) -> None:
    made = subject(
        {
            "gpuPools": {
                "slices": {
                    "vmSize": "Standard_NC24ads_A100_v4",
                    "scale": {"min": 1, "max": 2},
                    "mig": {"layout": {"1g.10gb": 7}},
                }
            }
        }
    )
    resources = file_of(made)["resources"]
    assert resources["excludeResourcePrefixes"] == ["ephemeral-storage"]
    factors = {row["input"]: row["outputs"]["aksgpu/without-gpu"] for row in resources["transformations"]}
    assert factors == {"cpu": "1", "memory": "1n", "nvidia.com/gpu": "-1G", "nvidia.com/mig-1g.10gb": "-1G"}
    assert {row["strategy"] for row in resources["transformations"]} == {"Retain"}


def test_every_version_of_the_catalogue_has_its_facts_and_floors_transformed_requests() -> None:
    charts = [row.version for row in CHART_VERSIONS if row.chart == "kueue"]
    assert charts == [row.version for row in KUEUE_VERSIONS]
    assert all(kueue_facts(version).floors_transformed_requests for version in charts)

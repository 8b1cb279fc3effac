"""What managed Prometheus scrapes, and how it may."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles import monitoring, monitoring_statements
from aksgpu.desired.entries import KubernetesObject

Make = Callable[..., Subject]
ON_36: dict[str, Any] = {"cluster": {"create": {"kubernetesVersion": "1.36"}}}
ON_37: dict[str, Any] = {"cluster": {"create": {"kubernetesVersion": "1.37"}}}


def objects(made: Subject) -> dict[str, KubernetesObject]:
    entries = [entry for part in monitoring.parts(made) for entry in part.entries]
    return {entry.key: entry for entry in entries if isinstance(entry, KubernetesObject)}


def spec(made: Subject, key: str) -> Mapping[str, Any]:
    return objects(made)[key].manifest["spec"]


def test_every_monitor_is_of_azures_group_with_its_label_limits(subject: Make) -> None:
    made = objects(subject({"monitoring": {"teamMetrics": True}}))
    monitors = [entry.manifest for entry in made.values() if entry.manifest["kind"] == "PodMonitor"]
    assert len(monitors) == 3
    for manifest in monitors:
        assert manifest["apiVersion"] == "azmonitoring.coreos.com/v1"
        limits = [manifest["spec"][key] for key in ("labelLimit", "labelNameLengthLimit", "labelValueLengthLimit")]
        assert limits == [63, 511, 1023]
        (endpoint,) = manifest["spec"]["podMetricsEndpoints"]
        assert (endpoint["port"], endpoint["interval"], endpoint["scrapeTimeout"]) == ("metrics", "30s", "10s")


@pytest.mark.parametrize("version", [ON_36, ON_37])
def test_every_object_is_one_that_the_api_server_takes(subject: Make, version: dict[str, Any]) -> None:
    for key, entry in objects(subject({**version, "monitoring": {"teamMetrics": True}})).items():
        assert not validate(entry.manifest), key


def test_dcgm_is_found_by_its_pods_own_label_and_port(subject: Make) -> None:
    made = subject({"gpuSoftware": {"operator": {"namespace": "gpu-system"}}})
    found = spec(made, "podmonitor-gpu-system-dcgm-exporter")
    assert found["selector"] == {"matchLabels": {"app": "nvidia-dcgm-exporter"}}
    assert found["namespaceSelector"] == {"matchNames": ["gpu-system"]}
    assert found["podMetricsEndpoints"][0]["honorLabels"] is True
    assert "chart-gpu-operator" in objects(made)["podmonitor-gpu-system-dcgm-exporter"].after


def test_dcgm_takes_its_own_times(subject: Make) -> None:
    made = subject({"monitoring": {"dcgm": {"scrapeInterval": "15s", "scrapeTimeout": "5s"}}})
    endpoint = spec(made, "podmonitor-gpu-operator-dcgm-exporter")["podMetricsEndpoints"][0]
    assert (endpoint["interval"], endpoint["scrapeTimeout"]) == ("15s", "5s")


def test_kueue_is_read_over_tls_with_a_token_that_can_nothing_else(subject: Make) -> None:
    made = objects(subject(ON_36))
    found = made["podmonitor-aksgpu-monitoring-kueue"]
    endpoint = found.manifest["spec"]["podMetricsEndpoints"][0]
    assert endpoint["scheme"] == "https"
    credentials = endpoint["authorization"]["credentials"]
    token = made[f"secret-aksgpu-monitoring-{credentials['name']}"]
    assert token.secret
    assert token.manifest["type"] == "kubernetes.io/service-account-token"
    assert found.manifest["metadata"]["namespace"] == token.manifest["metadata"]["namespace"]
    assert {"chart-kueue", token.key} <= set(found.after)
    (role,) = (entry.manifest for entry in made.values() if entry.manifest["kind"] == "ClusterRole")
    assert role["rules"] == [{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}]


def test_the_collector_gets_its_permission_where_it_lost_it(subject: Make, existing_subject: Make) -> None:
    settings = "configmap-kube-system-ama-metrics-settings-configmap"
    before, after = objects(subject(ON_36)), objects(subject(ON_37))
    assert not [key for key in before if key.startswith(("role-", "rolebinding-", "configmap-"))]
    role = after["role-aksgpu-monitoring-ama-metrics-secrets-reader"].manifest
    assert role["rules"] == [{"apiGroups": [""], "resources": ["secrets"], "verbs": ["get", "list", "watch"]}]
    assert 'secrets_access_namespaces = "aksgpu-monitoring"' in str(after[settings].manifest["data"])
    theirs = existing_subject({"cluster": {"existing": {"facts": {"kubernetesVersion": "1.37"}}}})
    assert settings not in objects(theirs)
    assert any("secrets_access_namespaces" in said.text for said in monitoring_statements.statements(theirs))


def test_the_namespace_of_the_token_holds_no_other_secret(subject: Make) -> None:
    secrets = [key for key in objects(subject(ON_37)) if key.startswith("secret-aksgpu-monitoring-")]
    assert len(secrets) == 1


def test_teams_are_scraped_where_the_stack_says_so(subject: Make) -> None:
    key = "podmonitor-team-vision-team-metrics"
    team = {"teams": {"vision": {"namespace": "team-vision"}}}
    assert key not in objects(subject(team))
    made = subject({**team, "monitoring": {"teamMetrics": True}})
    assert spec(made, key)["podMetricsEndpoints"][0]["honorLabels"] is False
    assert objects(made)[key].after == ("namespace-team-vision", "chart-gpu-operator")


def test_without_managed_prometheus_nothing_is_scraped(subject: Make) -> None:
    assert objects(subject({"monitoring": {"managedPrometheus": False, "teamMetrics": True}})) == {}


def test_without_queues_there_is_no_kueue_to_scrape(subject: Make) -> None:
    made = objects(subject({"teams": {"vision": {"queue": ...}}}))
    assert list(made) == ["podmonitor-gpu-operator-dcgm-exporter"]


def test_a_doubt_about_tokens_is_said(subject: Make) -> None:
    assert any("not confirmed" in said.text for said in monitoring_statements.statements(subject()))

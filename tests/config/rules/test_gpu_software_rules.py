"""OS, driver, charts, values and metrics: each rule speaks at its place."""

import pytest
from pool_rule_cases import (
    ERROR,
    NOTE,
    WARNING,
    Case,
    Make,
    case_name,
    mig_pool,
    on,
    rules_of,
    software,
    speaks_at_its_place,
)

from aksgpu.config.rules.pools import (
    chart_places,
    gpu_helm_values,
    gpu_metrics,
    gpu_software,
    node_os,
    platform_namespaces,
)

SPEAKS: list[Case] = [
    (
        node_os.node_os_exists,
        software(nodeOs="Ubuntu2204") | on("1.37"),
        ERROR,
        "gpuSoftware.nodeOs",
        "1.37",
    ),
    (node_os.node_os_stays_at_the_next_upgrade, on("1.34"), WARNING, "gpuSoftware.nodeOs", "24.04"),
    (node_os.node_os_is_certain, software(nodeOs="Ubuntu2404") | on("1.36"), NOTE, "gpuSoftware.nodeOs", "2025-09-01"),
    (node_os.operator_drives_this_os, software(nodeOs="AzureLinux") | on("1.36"), NOTE, "gpuSoftware.nodeOs", "image"),
    (gpu_software.driver_is_the_operators, software(driverOwner="aks"), ERROR, "gpuSoftware.driverOwner", "autoscaler"),
    (
        gpu_software.gpu_charts_are_known,
        software(operator={"version": "v26.3.4"}),
        ERROR,
        "gpuSoftware.operator.version",
        "v26.3.3",
    ),
    (
        gpu_software.gpu_charts_are_known,
        software(nodeFeatureDiscovery={"version": "0.1"}),
        ERROR,
        "gpuSoftware.nodeFeatureDiscovery.version",
        "0.18.3",
    ),
    (gpu_software.gpu_charts_fit_kubernetes, on("1.37"), NOTE, "gpuSoftware.operator.version", "not confirmed"),
    (
        gpu_software.gpu_charts_are_for_clusters,
        software(operator={"version": "v25.10"}),
        WARNING,
        "gpuSoftware.operator.version",
        "rehearsals",
    ),
    (
        gpu_software.driver_version_is_well_formed,
        software(operator={"driverVersion": "latest"}),
        ERROR,
        "gpuSoftware.operator.driverVersion",
        "580.126.20",
    ),
    (
        gpu_software.driver_version_is_well_formed,
        software(operator={"driverVersion": "570.124.06"}),
        NOTE,
        "gpuSoftware.operator.driverVersion",
        "not confirmed",
    ),
    (
        gpu_software.registry_is_used,
        software(registry={"password": "x"}) | {"charts": {"imageRegistry": "acr.example.io"}},
        WARNING,
        "gpuSoftware.registry",
        "never used",
    ),
    (
        gpu_software.registry_server_is_a_host,
        software(registry={"server": "https://acr.example.io/nvidia", "password": "x"}),
        ERROR,
        "gpuSoftware.registry.server",
        "host",
    ),
    (gpu_software.images_come_from_the_internet, {}, NOTE, "gpuSoftware", "nvcr.io"),
    (
        chart_places.charts_come_from_an_oci_path,
        {"charts": {"mirror": "https://a.example.io"}},
        ERROR,
        "charts.mirror",
        "OCI",
    ),
    (
        chart_places.image_registry_is_a_place,
        {"charts": {"imageRegistry": "https://a.example.io"}},
        ERROR,
        "charts.imageRegistry",
        "https",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "kube-system"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "Kubernetes",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "kueue-system"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "Kueue",
    ),
    (
        platform_namespaces.operator_has_a_namespace_of_its_own,
        software(operator={"namespace": "GPU Operator"}),
        ERROR,
        "gpuSoftware.operator.namespace",
        "lower-case",
    ),
    (
        platform_namespaces.metrics_namespace_is_free,
        {"teams": {"vision": {"namespace": "aksgpu-monitoring"}}},
        ERROR,
        "teams.vision.namespace",
        "token",
    ),
    (
        gpu_helm_values.operator_values_are_free,
        software(operator={"values": {"mig": {"strategy": "single"}}}),
        ERROR,
        "gpuSoftware.operator.values.mig",
        "gpuSoftware.migStrategy",
    ),
    (
        gpu_helm_values.operator_values_are_free,
        software(operator={"values": {"driver": None}}),
        ERROR,
        "gpuSoftware.operator.values.driver",
        "gpuSoftware.driverOwner",
    ),
    (
        gpu_helm_values.discovery_values_are_free,
        software(nodeFeatureDiscovery={"values": {"worker": {"tolerations": []}}}),
        ERROR,
        "gpuSoftware.nodeFeatureDiscovery.values.worker.tolerations",
        "taints",
    ),
    (
        gpu_metrics.scrape_ends_before_the_next,
        {"monitoring": {"dcgm": {"scrapeInterval": "5s"}}},
        ERROR,
        "monitoring.dcgm.scrapeTimeout",
        "5",
    ),
    (
        gpu_metrics.divided_gpus_are_measured,
        mig_pool({"1g.10gb": 7}) | {"monitoring": {"dcgm": {"profiling": False}}},
        WARNING,
        "monitoring.dcgm.profiling",
        "p has",
    ),
    (
        gpu_metrics.extra_counters_are_fields,
        {"monitoring": {"dcgm": {"extraCounters": ["gpu_temp"]}}},
        ERROR,
        "monitoring.dcgm.extraCounters[0]",
        "gpu_temp",
    ),
]
SEEN_ELSEWHERE = {"node_os_has_support"}


@pytest.mark.parametrize("case", SPEAKS, ids=case_name)
def test_a_rule_speaks_at_its_place(subject: Make, case: Case) -> None:
    speaks_at_its_place(subject, case)


def test_every_rule_is_seen_to_speak() -> None:
    spoken = {rule.__name__ for rule, *_ in SPEAKS} | SEEN_ELSEWHERE
    assert rules_of(chart_places, gpu_helm_values, gpu_metrics, gpu_software, node_os, platform_namespaces) == spoken

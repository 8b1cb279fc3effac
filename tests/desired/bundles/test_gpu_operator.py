"""The GPU Operator's release: owner of the driver, configs, images, and what surrounds it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import pytest
from kubernetes_schemas import validate

from aksgpu.catalogue.charts import CHART_VERSIONS, ChartVersion
from aksgpu.config.derived.owned_values import GPU_OPERATOR_KEYS
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles import gpu_operator
from aksgpu.desired.bundles.gpu_operator_values import operator_values
from aksgpu.desired.entries import ChartRelease, KubernetesObject, Part
from aksgpu.desired.markers import FromConfig, RegistryLogin

Make = Callable[..., Subject]
T4: dict[str, Any] = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
A100: dict[str, Any] = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 2}}
H100: dict[str, Any] = {"vmSize": "Standard_NC40ads_H100_v5", "scale": {"min": 1, "max": 2}}
ROWS = [row for row in CHART_VERSIONS if row.chart == "gpu-operator"]


def the_part(made: Subject) -> Part:
    (part,) = gpu_operator.parts(made)
    return part


def release(made: Subject) -> ChartRelease:
    (found,) = (entry for entry in the_part(made).entries if isinstance(entry, ChartRelease))
    return found


def leaves(values: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from leaves(cast(Mapping[str, Any], value), (*path, key))
        else:
            yield (*path, key)


def test_a_stack_without_gpus_has_no_operator(subject: Make) -> None:
    assert not list(gpu_operator.parts(subject({"gpuPools": {"t4": ...}, "teams": {"vision": ...}})))


def test_release_has_a_fixed_name_and_a_pinned_chart(subject: Make) -> None:
    made = release(subject())
    assert (made.key, made.name, made.namespace) == ("chart-gpu-operator", "gpu-operator", "gpu-operator")
    assert (made.reference, made.repository, made.version) == (
        "gpu-operator",
        "https://helm.ngc.nvidia.com/nvidia",
        "v26.3.3",
    )
    assert made.awaited
    assert {"chart-nfd", "namespace-gpu-operator"} <= set(made.after)


def test_the_namespace_lets_privileged_pods_in(subject: Make) -> None:
    namespace = the_part(subject({"gpuSoftware": {"operator": {"namespace": "gpu-system"}}})).entries[0]
    assert isinstance(namespace, KubernetesObject)
    assert namespace.manifest["metadata"]["name"] == "gpu-system"
    assert namespace.manifest["metadata"]["labels"] == {
        f"pod-security.kubernetes.io/{mode}": "privileged" for mode in ("enforce", "audit", "warn")
    }
    assert not validate(namespace.manifest)


def test_the_driver_is_pinned_and_follows_its_owner(subject: Make) -> None:
    values = release(subject()).values
    assert values["driver"]["enabled"] is True
    assert values["driver"]["version"] == "580.126.20"
    assert values["toolkit"]["enabled"] is True
    given = release(subject({"gpuSoftware": {"operator": {"driverVersion": "570.124.06"}}})).values
    assert given["driver"]["version"] == "570.124.06"
    by_aks = release(subject({"gpuSoftware": {"driverOwner": "aks"}})).values
    assert (by_aks["driver"]["enabled"], by_aks["toolkit"]["enabled"]) == (False, False)


def test_discovery_rdma_and_chart_monitors_are_off(subject: Make) -> None:
    values = release(subject({"gpuPools": {"ib": {"vmSize": "Standard_ND96isr_H100_v5", "nodes": 1}}})).values
    assert values["nfd"] == {"enabled": False}
    assert values["driver"]["rdma"] == {"enabled": False}
    assert values["dcgmExporter"]["serviceMonitor"] == {"enabled": False}


@pytest.mark.parametrize("strategy", ["mixed", "single"])
def test_mig_strategy_is_always_said(subject: Make, strategy: str) -> None:
    assert release(subject({"gpuSoftware": {"migStrategy": strategy}})).values["mig"] == {"strategy": strategy}


def test_mig_config_has_a_name_of_our_own_that_follows_its_content(subject: Make) -> None:
    def config(layout: dict[str, int]) -> Mapping[str, Any]:
        return release(subject({"gpuPools": {"p": {**A100, "mig": {"layout": layout}}}})).values["migManager"]["config"]

    one, other = config({"1g.10gb": 7}), config({"2g.20gb": 3})
    assert one["create"] is True
    assert one["default"] == "all-disabled"
    assert list(one["data"]) == ["config.yaml"]
    assert one["name"] != other["name"]
    assert one["name"].startswith("aksgpu-mig-layouts-")
    assert "default-mig-parted-config" not in (one["name"], other["name"])


@pytest.mark.parametrize(("pools", "reboots"), [({"p": A100}, "true"), ({"p": H100}, "false"), ({}, "false")])
def test_ampere_may_reboot_for_mig(subject: Make, pools: dict[str, Any], reboots: str) -> None:
    env = release(subject({"gpuPools": pools})).values["migManager"]["env"]
    assert env == [{"name": "WITH_REBOOT", "value": reboots}]


def test_a_pool_that_leaves_mig_is_still_served_by_the_manager(subject: Make) -> None:
    values = release(subject({"gpuPools": {"p": A100}})).values["migManager"]
    assert values["enabled"] is True
    assert "all-disabled" in values["config"]["data"]["config.yaml"]


def test_sharing_configs_come_with_a_default_that_shares_nothing(subject: Make) -> None:
    assert "config" not in release(subject()).values["devicePlugin"]
    shared = subject({"gpuPools": {"p": {**T4, "timeSlicing": {"replicas": 4}}}})
    config = release(shared).values["devicePlugin"]["config"]
    assert config["default"] == "exclusive"
    assert config["data"]["exclusive"] == "version: v1\n"
    assert shared.offers["p"].labels["nvidia.com/device-plugin.config"] in config["data"]


def test_the_exporter_counts_as_often_as_it_is_read(subject: Make) -> None:
    made = release(subject({"monitoring": {"dcgm": {"scrapeInterval": "15s"}}})).values["dcgmExporter"]
    assert {"name": "DCGM_EXPORTER_INTERVAL", "value": "15000"} in made["env"]
    shared = release(subject({"gpuPools": {"p": {**T4, "mps": {"replicas": 2}}}})).values["dcgmExporter"]
    assert {"name": "KUBERNETES_VIRTUAL_GPUS", "value": "true"} in shared["env"]


def test_counters_that_change_make_a_new_config_map(subject: Make) -> None:
    one, other = (
        release(subject({"monitoring": {"dcgm": {"profiling": on}}})).values["dcgmExporter"]["config"]
        for on in (True, False)
    )
    assert one["create"] is other["create"] is True
    assert one["name"] != other["name"]


def test_a_login_becomes_a_secret_that_every_component_uses(subject: Make) -> None:
    made = subject({"gpuSoftware": {"registry": {"password": "not-shown"}}})
    (secret,) = (entry for entry in the_part(made).entries if isinstance(entry, KubernetesObject) and entry.secret)
    login = RegistryLogin("nvcr.io", "$oauthtoken", FromConfig("gpuSoftware.registry.password"))
    assert secret.manifest["stringData"] == {".dockerconfigjson": login}
    assert secret.manifest["type"] == "kubernetes.io/dockerconfigjson"
    values = release(made).values
    name = secret.manifest["metadata"]["name"]
    for component in (
        "operator",
        "driver",
        "toolkit",
        "devicePlugin",
        "dcgmExporter",
        "gfd",
        "migManager",
        "validator",
    ):
        assert values[component]["imagePullSecrets"] == [name], component
    assert secret.key in release(made).after
    assert "not-shown" not in str(the_part(made))


@pytest.mark.parametrize(
    ("stack", "host"),
    [
        ({"charts": {"imageRegistry": "acr.example.io/mirror"}}, "acr.example.io/mirror"),
        ({"gpuSoftware": {"registry": {"server": "own.example.io", "password": "x"}}}, "own.example.io"),
        (
            {
                "charts": {"imageRegistry": "acr.example.io"},
                "gpuSoftware": {"registry": {"server": "own.example.io", "password": "x"}},
            },
            "own.example.io",
        ),
    ],
)
def test_images_come_from_one_registry(subject: Make, stack: dict[str, Any], host: str) -> None:
    values = release(subject(stack)).values
    assert values["operator"]["repository"] == f"{host}/nvidia"
    assert values["driver"]["repository"] == f"{host}/nvidia"
    assert values["driver"]["manager"]["repository"] == f"{host}/nvidia/cloud-native"
    assert values["dcgmExporter"]["repository"] == f"{host}/nvidia/k8s"
    assert "repository" not in release(subject()).values["operator"]


def test_rows_differ_where_their_charts_do(subject: Make) -> None:
    stack = {"charts": {"imageRegistry": "acr.example.io"}}
    new, old = (
        release(subject({**stack, "gpuSoftware": {"operator": {"version": row.version}}})).values for row in ROWS
    )
    assert new["validator"]["repository"] == "acr.example.io/nvidia"
    assert old["validator"]["repository"] == "acr.example.io/nvidia/cloud-native"
    assert "initContainer" not in new["operator"]
    assert old["operator"]["initContainer"] == {"repository": "acr.example.io/nvidia"}
    assert old["driver"]["version"] == "580.82.07"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.version)
def test_every_value_that_the_platform_writes_is_owned(subject: Make, row: ChartVersion) -> None:
    """Whatever a user could silently undo must be refused to them, naming its owner."""
    stack = {
        "gpuPools": {"p": {**A100, "mig": {"layout": {"1g.10gb": 7}}, "timeSlicing": {"replicas": 2}}},
        "gpuSoftware": {"registry": {"server": "own.example.io", "password": "x"}},
        "systemPool": {"dedicated": True},
    }
    owned = [key.path for key in GPU_OPERATOR_KEYS]
    for leaf in leaves(operator_values(subject(stack), row)):
        assert any(leaf[: len(path)] == path for path in owned), leaf


def test_user_values_are_merged_last(subject: Make) -> None:
    values = {"driver": {"upgradePolicy": {"maxParallelUpgrades": 3}}, "hostPaths": {"rootFS": "/host"}}
    made = release(subject({"gpuSoftware": {"operator": {"values": values}}})).values
    assert made["driver"]["upgradePolicy"] == {"maxParallelUpgrades": 3}
    assert made["driver"]["enabled"] is True
    assert made["hostPaths"] == {"rootFS": "/host"}


@pytest.mark.parametrize(("nodes", "seconds"), [(2, 1800), (20, 1800), (21, 2400), (1000, 3600)])
def test_the_wait_grows_with_the_pools_and_ends(subject: Make, nodes: int, seconds: int) -> None:
    assert release(subject({"gpuPools": {"t4": {**T4, "scale": {"max": nodes}}}})).timeout_seconds == seconds


def test_a_dedicated_system_pool_makes_it_wait_for_a_cpu_pool(subject: Make) -> None:
    pools = {"apps": {"vmSize": "Standard_D8ds_v5", "nodes": 2}, "held": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}
    pools["held"]["taints"] = ["x=y:NoSchedule"]
    made = release(subject({"cpuPools": pools, "systemPool": {"dedicated": True}}))
    assert "pool-apps" in made.after
    assert "pool-held" not in made.after
    assert "pool-apps" not in release(subject({"cpuPools": pools})).after

"""A plan of hand-made parts goes to the engine once, unchanged, and in order."""

from collections.abc import Callable
from typing import Any

import pulumi
import pytest
from hand_made import CLUSTER, GROUP, OUTPUTS, PARTS, POOL, PRIORITY, SECRET
from recorder import UNKNOWN, Mode, Recorder, SecretValue, run, unwrapped

from aksgpu.config.finding import warning
from aksgpu.desired.entries import ChartRelease, Part
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform

MODES: list[Mode] = ["preview", "update"]


@pytest.mark.parametrize("mode", MODES)
def test_each_entry_is_registered_once_under_its_key_after_what_it_needs(platform: Any, mode: Mode) -> None:
    recorder = platform(mode)
    names = [resource.name for resource in recorder.custom]
    assert sorted(names) == sorted(entry.key for part in PARTS for entry in part.entries)
    for earlier, later in [("cluster", "pool-train"), ("pool-train", "chart-kueue"), ("chart-kueue", PRIORITY.key)]:
        assert names.index(earlier) < names.index(later)


def test_inputs_are_the_plans_own(platform: Any) -> None:
    recorder = platform("update")
    assert recorder.named("resource-group").inputs == {**GROUP.path, **GROUP.inputs}
    assert recorder.named("cluster").inputs == {
        "resourceGroupName": "simulated resource-group.name",
        "resourceName": "gpu-dev",
        **CLUSTER.inputs,
    }
    assert recorder.named("pool-train").inputs == {
        **POOL.path,
        "resourceName": "simulated cluster.name",
        **POOL.inputs,
    }
    assert recorder.named(PRIORITY.key).inputs == PRIORITY.manifest
    assert recorder.named("chart-kueue").inputs == {
        "allowNullValues": True,
        "chart": "kueue",
        "compat": "true",
        "name": "kueue",
        "namespace": "kueue-system",
        "repositoryOpts": {"repo": "https://charts.example.io"},
        "skipAwait": True,
        "timeout": 300,
        "values": {"some_key": {"camelKey": 1, "issuer": "simulated cluster.oidcIssuerProfile.issuerURL"}},
        "version": "0.19.2",
    }


def test_a_chart_without_repository_is_a_whole_address(platform: Any) -> None:
    chart = ChartRelease("chart-nfd", "nfd", "nfd", "oci://registry.example.io/nfd", None, "1", {})
    inputs = platform("update", *PARTS[:2], Part("nfd", "NodeFeatureDiscovery", (chart,))).named("chart-nfd").inputs
    assert inputs["chart"] == "oci://registry.example.io/nfd"
    assert inputs["skipAwait"] is False
    assert "repositoryOpts" not in inputs


@pytest.mark.parametrize("mode", MODES)
def test_types_and_parents(platform: Any, mode: Mode) -> None:
    recorder = platform(mode)
    tokens = {resource.name: resource.type for resource in recorder.custom}
    assert tokens == {
        "resource-group": "azure-native:resources:ResourceGroup",
        "cluster": "azure-native:containerservice:ManagedCluster",
        "pool-train": "azure-native:containerservice:AgentPool",
        "namespace-kueue-system": "kubernetes:core/v1:Namespace",
        "role-admins": "azure-native:authorization:RoleAssignment",
        "chart-kueue": "kubernetes:helm.sh/v3:Release",
        "workloadpriorityclass-training": "kubernetes:kueue.x-k8s.io/v1beta2:WorkloadPriorityClass",
        "secret-gpu-operator-pull": "kubernetes:core/v1:Secret",
    }
    root = recorder.resources["urn:pulumi:test::aksgpu::aksgpu:index:GpuPlatform::aksgpu"]
    for part in PARTS:
        component = recorder.resources[
            f"urn:pulumi:test::aksgpu::aksgpu:index:GpuPlatform$aksgpu:index:{part.component}::{part.name}"
        ]
        assert component.parent == root.urn
        assert not component.custom
        for entry in part.entries:
            assert [resource.parent for resource in recorder.custom if resource.name == entry.key] == [component.urn]


def test_urns_are_the_same_in_preview_and_update_and_in_every_run(platform: Any) -> None:
    first, second, preview = platform("update"), platform("update"), platform("preview")
    assert set(first.resources) == set(second.resources) == set(preview.resources)


@pytest.mark.parametrize("mode", MODES)
def test_dependencies_hold_everything_that_an_entry_comes_after(platform: Any, mode: Mode) -> None:
    recorder = platform(mode)

    def before(name: str) -> set[str]:
        return {urn.rpartition("::")[2] for urn in recorder.named(name).depends_on}

    assert before("cluster") == {"resource-group"}
    assert before("pool-train") == {"cluster"}
    assert before("chart-kueue") == {"namespace-kueue-system", "pool-train", "cluster"}
    assert before("workloadpriorityclass-training") == {"chart-kueue"}
    assert before("kubernetes") == {"cluster", "role-admins"}


@pytest.mark.parametrize("mode", MODES)
def test_no_secret_is_ever_plain(platform: Any, mode: Mode) -> None:
    recorder = platform(mode)
    stack = recorder.named("secret-gpu-operator-pull").inputs["stringData"]
    assert isinstance(stack, SecretValue)
    assert SECRET in str(unwrapped(stack))
    everything = [resource.inputs for resource in recorder.resources.values()]
    everything += [resource.outputs for resource in recorder.resources.values() if not resource.custom]
    assert SECRET not in str([without_secrets(inputs) for inputs in everything])
    assert SECRET not in str(recorder.logs)
    assert isinstance(recorder.outputs["kubeconfig"], SecretValue)
    assert "kubelogin" not in str([without_secrets(inputs) for inputs in everything])


def without_secrets(value: Any) -> Any:
    if isinstance(value, SecretValue):
        return "***"
    if isinstance(value, dict):
        return {key: without_secrets(item) for key, item in value.items()}
    return [without_secrets(item) for item in value] if isinstance(value, list) else value


def test_outputs_are_the_plans_with_values_in_them(platform: Any) -> None:
    outputs = platform("update").outputs
    assert set(outputs) == {*OUTPUTS, "kubeconfig"}
    assert outputs["cluster"] == "simulated cluster.name"
    assert outputs["issuer"] == "issuer=simulated cluster.oidcIssuerProfile.issuerURL"
    assert outputs["queues"] == {"vision": "default"}


def test_a_first_preview_knows_little_and_does_not_stumble(platform: Any) -> None:
    recorder = platform("preview")
    assert recorder.outputs == {
        "cluster": UNKNOWN,
        "issuer": UNKNOWN,
        "queues": {"vision": "default"},
        "kubeconfig": SecretValue(UNKNOWN),
    }
    assert recorder.named("kubernetes").inputs["clusterIdentifier"] is UNKNOWN
    assert len(recorder.custom) == 8


def test_a_preview_of_a_cluster_that_stands_knows_its_kubeconfig(platform: Any) -> None:
    kubeconfig = platform("preview", exists=True).named("kubernetes").inputs["kubeconfig"]
    assert "kubelogin" in kubeconfig.value


def test_components_say_what_they_hold(platform: Any) -> None:
    recorder = platform("update")
    component = recorder.resources["urn:pulumi:test::aksgpu::aksgpu:index:GpuPlatform$aksgpu:index:Cluster::cluster"]
    assert component.outputs == {"ids": {"cluster": "/simulated/cluster", "role-admins": "/simulated/role-admins"}}
    root = recorder.resources["urn:pulumi:test::aksgpu::aksgpu:index:GpuPlatform::aksgpu"]
    assert root.outputs["cluster"] == "simulated cluster.name"
    assert isinstance(root.outputs["kubeconfig"], SecretValue)


def test_warnings_of_the_check_are_shown(made_plan: Callable[..., Plan]) -> None:
    plan = made_plan(PARTS[0])
    found = warning(("gpuPools", "train", "scale"), "an inference pool starts at zero.", "Write min: 1.")
    spoken = Plan(plan.subject, plan.parts, plan.order, (), (found,), {}, plan.today)

    def program() -> None:
        with pytest.raises(pulumi.RunError):  # this small plan has no cluster to sign in to
            GpuPlatform("aksgpu", spoken)

    recorder = run(program, Recorder("preview"))
    assert recorder.logs == [("WARNING", "gpuPools.train.scale: an inference pool starts at zero. Write min: 1.")]

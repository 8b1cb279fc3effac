"""A plan of hand-made parts goes to the engine once, unchanged, in order, and with the options that it asks for."""

from collections.abc import Callable
from typing import Any

import pulumi
import pytest
from recorder import UNKNOWN, Mode, Recorder, SecretValue, run, unwrapped
from simulated import CREDENTIALS, answers, outputs_for

from aksgpu.config.finding import warning
from aksgpu.config.subject import Subject
from aksgpu.desired.entries import AzureResource, ChartRelease, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure, FromConfig, Joined, RegistryLogin
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform
from aksgpu_pulumi.azure_resources import register_azure

SECRET = "do-not-show-this"
SECRETS = {"gpuSoftware": {"registry": {"password": SECRET}}}

GROUP = AzureResource(
    "resource-group",
    "azure-native:resources:ResourceGroup",
    {"resourceGroupName": "rg-gpu-dev"},
    {"location": "swedencentral", "tags": {"cost_centre": "cc"}},
)
CLUSTER = AzureResource(
    "cluster",
    "azure-native:containerservice:ManagedCluster",
    {"resourceGroupName": FromAzure("resource-group", "name"), "resourceName": "gpu-dev"},
    {
        "aadProfile": {"managed": True, "adminGroupObjectIDs": ["group"]},
        "agentPoolProfiles": [{"name": "system", "count": 3, "nodeLabels": {"some_key": "kept"}}],
    },
    scarce=True,
    protect=True,
    ignore_changes=("agentPoolProfiles[0].count", "kubernetesVersion"),
    create_only=("networkProfile.podCidr",),
)
POOL = AzureResource(
    "pool-train",
    "azure-native:containerservice:AgentPool",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": FromAzure("cluster", "name"), "agentPoolName": "train1a2b"},
    {"vmSize": "Standard_NC4as_T4_v3", "count": 0, "gpuProfile": {"driver": "None"}},
    scarce=True,
    protect=True,
    ignore_changes=("count",),
)
NAMESPACE = KubernetesObject(
    "namespace-kueue-system", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kueue-system"}}
)
KUEUE = ChartRelease(
    "chart-kueue",
    "kueue",
    "kueue-system",
    "kueue",
    "https://charts.example.io",
    "0.19.2",
    {"some_key": {"camelKey": 1, "issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL")}},
    after=("namespace-kueue-system", "pool-train"),
    timeout_seconds=300,
    awaited=False,
    probe={"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "aksgpu-probe"}},
)
PRIORITY = KubernetesObject(
    "workloadpriorityclass-training",
    {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "WorkloadPriorityClass", "metadata": {"name": "t"}, "value": 10},
    after=("chart-kueue",),
    replace_on_changes=("value",),
)
PULL_SECRET = KubernetesObject(
    "secret-gpu-operator-pull",
    {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "pull", "namespace": "gpu-operator"},
        "stringData": {
            ".dockerconfigjson": RegistryLogin("nvcr.io", "$oauthtoken", FromConfig("gpuSoftware.registry.password"))
        },
    },
    secret=True,
)
ADMINS = AzureResource(
    "role-admins",
    "azure-native:authorization:RoleAssignment",
    {"scope": FromAzure("cluster", "id"), "roleAssignmentName": "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"},
    {"principalId": "group", "principalType": "Group", "roleDefinitionId": "/role"},
)
PARTS = (
    Part("network", "Network", (GROUP,)),
    Part("cluster", "Cluster", (CLUSTER, ADMINS)),
    Part("gpu-pool-train", "GpuNodePool", (POOL,)),
    Part("queues", "TeamQueues", (NAMESPACE, KUEUE)),
    Part("priorities", "PriorityClasses", (PRIORITY,)),
    Part("gpu-operator", "GpuOperator", (PULL_SECRET,)),
)
OUTPUTS = {
    "cluster": FromAzure("cluster", "name"),
    "issuer": Joined(("issuer=", FromAzure("cluster", "oidcIssuerProfile.issuerURL"))),
    "queues": {"vision": "default"},
}
MODES: list[Mode] = ["preview", "update"]


@pytest.fixture
def platform(made_plan: Callable[..., Plan]) -> Callable[..., Recorder]:
    """Runs a program that registers the plan of these parts, and exports its outputs."""

    def go(mode: Mode, *parts: Part, of: Subject | None = None, **recorder: Any) -> Recorder:
        plan = made_plan(*(parts or PARTS), outputs=OUTPUTS if not parts else {}, of=of)

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", plan, SECRETS).outputs.items():
                pulumi.export(name, value)

        settings = {"simulate": outputs_for(plan), "invoke": answers(), **recorder}
        return run(program, Recorder(mode, **settings))

    return go


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


def test_each_half_has_its_own_provider(platform: Any) -> None:
    recorder = platform("update")
    azure, kubernetes = recorder.named("azure"), recorder.named("kubernetes")
    assert azure.inputs["subscriptionId"] == "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"
    for resource in recorder.custom:
        expected = azure if resource.type.startswith("azure-native:") else kubernetes
        assert resource.provider == expected.urn
    (credentials,) = [request for token, _, request in recorder.invokes if token == CREDENTIALS]
    assert credentials.provider.startswith(f"{azure.urn}::")


def test_the_cluster_provider_takes_nothing_from_the_surroundings(
    platform: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = platform("update").named("kubernetes").inputs
    monkeypatch.setenv("KUBECONFIG", "/home/me/.kube/config")
    monkeypatch.setenv("PULUMI_K8S_DELETE_UNREACHABLE", "true")
    monkeypatch.setenv("PULUMI_K8S_ENABLE_SERVER_SIDE_APPLY", "false")
    monkeypatch.setenv("PULUMI_K8S_SKIP_UPDATE_UNREACHABLE", "true")
    assert platform("update").named("kubernetes").inputs == plain
    assert plain["clusterIdentifier"] == "/simulated/cluster"
    assert isinstance(plain["kubeconfig"], SecretValue)
    assert "azurecli" in plain["kubeconfig"].value


def test_scarce_things_are_protected_unless_an_approval_lifts_it(platform: Any) -> None:
    recorder = platform("update")
    assert recorder.named("cluster").protect is True
    assert recorder.named("pool-train").protect is True
    assert recorder.named("resource-group").protect is None
    approved = AzureResource(POOL.key, POOL.type, POOL.path, POOL.inputs, scarce=True, protect=False)
    parts = (*PARTS[:2], Part("gpu-pool-train", "GpuNodePool", (approved,)))
    assert platform("update", *parts).named("pool-train").protect is False


def test_a_pool_is_made_anew_before_the_old_one_goes_and_all_else_after(platform: Any) -> None:
    recorder = platform("update")
    first_the_new = {resource.name for resource in recorder.custom if resource.delete_before_replace is False}
    assert first_the_new == {"pool-train"}
    assert {resource.name for resource in recorder.custom if resource.delete_before_replace} == {
        resource.name for resource in recorder.custom
    } - first_the_new


def test_ignored_and_replacing_changes_reach_the_engine_letter_by_letter(platform: Any) -> None:
    recorder = platform("update")
    requests = {resource.name: resource.request for resource in recorder.custom}
    assert {name: list(request.ignoreChanges) for name, request in requests.items() if request.ignoreChanges} == {
        "cluster": ["agentPoolProfiles[0].count", "kubernetesVersion"],
        "pool-train": ["count"],
    }
    assert {name: list(request.replaceOnChanges) for name, request in requests.items() if request.replaceOnChanges} == {
        "cluster": ["networkProfile.podCidr"],
        "workloadpriorityclass-training": ["value"],
    }


def test_what_needs_kueue_waits_for_it_before_create_and_update_and_never_on_delete(platform: Any) -> None:
    hooks = {resource.name: resource.hooks for resource in platform("update").custom if resource.hooks}
    ready = ("ready-chart-kueue",)
    assert hooks == {PRIORITY.key: {"before_create": ready, "before_update": ready}}


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


def test_other_api_versions_are_no_aliases_and_other_aliases_stay(platform: Any) -> None:
    recorder = platform("update")
    assert [alias for resource in recorder.custom for alias in resource.request.aliases] == []

    def program() -> None:
        mine = pulumi.ResourceOptions(aliases=[pulumi.Alias(name="old-name")])
        register_azure(GROUP, "group", {"resource_group_name": "rg"}, mine)

    (alias,) = run(program, Recorder("preview")).named("group").request.aliases
    assert "old-name" in str(alias)

"""Providers, protection, replacement, waits and aliases: what a registration says beside its inputs."""

from typing import Any

import pulumi
import pytest
from hand_made import GROUP, PARTS, POOL, PRIORITY
from recorder import Recorder, SecretValue, run
from simulated import CREDENTIALS

from aksgpu.desired.entries import AzureResource, Part
from aksgpu_pulumi.azure_resources import register_azure


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
    monkeypatch.setenv("KUBECONFIG", "/somewhere/else")
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
    assert hooks.pop("chart-kueue") == dict.fromkeys(("before_create", "before_update"), ("clear-chart-kueue",))
    assert hooks == {PRIORITY.key: dict.fromkeys(("before_create", "before_update"), ("ready-chart-kueue",))}


def test_other_api_versions_are_no_aliases_and_other_aliases_stay(platform: Any) -> None:
    recorder = platform("update")
    assert [alias for resource in recorder.custom for alias in resource.request.aliases] == []

    def program() -> None:
        mine = pulumi.ResourceOptions(aliases=[pulumi.Alias(name="old-name")])
        register_azure(GROUP, "group", {"resource_group_name": "rg"}, mine)

    (alias,) = run(program, Recorder("preview")).named("group").request.aliases
    assert "old-name" in str(alias)

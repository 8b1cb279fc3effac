"""A cluster that somebody else made: looked up by name before anything else, checked, and never registered."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pulumi
import pytest
from recorder import Recorder, SecretValue, run
from sdk_outputs import look_up_has
from simulated import GET_CLUSTER, SHARED_CLUSTER, answers, outputs_for

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import AzureResource, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure
from aksgpu.plan import Plan, plan
from aksgpu_pulumi import GpuPlatform
from aksgpu_pulumi.facts_check import FactsDiffer

CLUSTER = AzureResource(
    "cluster",
    "azure-native:containerservice:ManagedCluster",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": "gpu-dev"},
    {"currentKubernetesVersion": "1.35", "oidcIssuerProfile.enabled": True},
    read=True,
)
POOL = AzureResource(
    "pool-train",
    "azure-native:containerservice:AgentPool",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": FromAzure("cluster", "name"), "agentPoolName": "train"},
)
NAMESPACE = KubernetesObject("namespace-a", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}})
PARTS = (
    Part("cluster", "Cluster", (CLUSTER,)),
    Part("gpu-pool-train", "GpuNodePool", (POOL,)),
    Part("tenancy", "Tenancy", (NAMESPACE,)),
)
SUBNET = "/subscriptions/a/resourceGroups/b/providers/Microsoft.Network/virtualNetworks/c/subnets/d"
IN_AZURE = {
    "id": "/simulated/cluster",
    "name": "gpu-dev",
    "currentKubernetesVersion": "1.35.6",
    "oidcIssuerProfile": {"enabled": True, "issuerURL": "https://simulated"},
}


@pytest.fixture
def platform(existing_subject: Callable[..., Subject], made_plan: Callable[..., Plan]) -> Callable[..., Recorder]:
    def go(mode: Any, in_azure: dict[str, Any] = IN_AZURE, changes: Any = None, into: Any = None) -> Recorder:
        made = made_plan(*PARTS, outputs={"id": FromAzure("cluster", "id")}, of=existing_subject(changes))
        recorder = into or Recorder(mode, outputs_for(made), answers({GET_CLUSTER: in_azure} if in_azure else {}))

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", made).outputs.items():
                pulumi.export(name, value)

        return run(program, recorder)

    return go


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_it_is_known_in_previews_too_and_never_registered(platform: Any, mode: str) -> None:
    recorder = platform(mode)
    assert [resource.name for resource in recorder.custom] == ["pool-train", "namespace-a"]
    assert recorder.named("pool-train").inputs["resourceName"] == "gpu-dev"
    provider = recorder.named("kubernetes").inputs
    assert provider["clusterIdentifier"] == "/simulated/cluster"
    assert "azurecli" in provider["kubeconfig"].value
    assert recorder.outputs["id"] == "/simulated/cluster"
    assert isinstance(recorder.outputs["kubeconfig"], SecretValue)
    token, arguments, request = recorder.invokes[0]
    assert (token, arguments) == (GET_CLUSTER, {"resourceGroupName": "rg-gpu-dev", "resourceName": "gpu-dev"})
    assert request.provider.startswith(f"{recorder.named('azure').urn}::")


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_other_facts_stop_the_run_before_the_first_resource(platform: Any, mode: str) -> None:
    recorder = Recorder(mode, invoke=answers({GET_CLUSTER: {**IN_AZURE, "currentKubernetesVersion": "1.34.2"}}))
    with pytest.raises(FactsDiffer, match=r"currentKubernetesVersion: declared 1\.35, in Azure 1\.34\.2"):
        platform(mode, into=recorder)
    assert recorder.custom == []


def test_a_cluster_that_is_not_there_is_said_so(platform: Any) -> None:
    with pytest.raises(pulumi.RunError, match=r"cluster: Azure does not return it .* Does it exist\?") as said:
        platform("preview", {})
    assert "was not found" in str(said.value)


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_a_whole_plan_on_an_existing_cluster(existing_subject: Callable[..., Subject], mode: Any) -> None:
    whole = plan(existing_subject({"storage": {"accounts": {"checkpoints01": {}}}}).stack, date(2026, 12, 1))

    def program() -> None:
        GpuPlatform("aksgpu", whole)

    recorder = run(program, Recorder(mode, outputs_for(whole), answers({GET_CLUSTER: SHARED_CLUSTER})))
    looked_up = {entry.key for entry in whole.azure if entry.read}
    assert "cluster" in looked_up
    assert {resource.name for resource in recorder.custom} == set(whole.entries) - looked_up
    assert recorder.named("kubernetes").inputs["clusterIdentifier"] == "/simulated/shared"
    issuer = recorder.named("team-vision-federation").inputs["issuer"]
    assert issuer == SHARED_CLUSTER["oidcIssuerProfile"]["issuerURL"]


def test_every_fact_that_a_stack_can_declare_is_something_that_azure_returns(
    existing_subject: Callable[..., Subject],
) -> None:
    facts = {"nodeSubnet": SUBNET, "private": True, "apiServerSubnet": "10.1.0.0/28", "managedPrometheus": True}
    changes = {"cluster": {"existing": {"facts": facts}}}
    stack = existing_subject(changes).stack
    (entry,) = [entry for entry in plan(stack, date(2026, 12, 1)).azure if entry.read]
    assert len(entry.inputs) > 15
    assert [path for path in entry.inputs if not look_up_has(entry.type, path)] == []


def test_the_in_cluster_half_alone_looks_the_cluster_up_itself(platform: Any) -> None:
    recorder = platform("update", changes={"register": "inCluster"})
    assert [resource.name for resource in recorder.custom] == ["namespace-a"]
    assert recorder.named("kubernetes").inputs["clusterIdentifier"] == "/simulated/cluster"

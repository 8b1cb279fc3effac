"""A cluster that somebody else made: looked up by name before anything else, checked, and never registered."""

from collections.abc import Callable
from typing import Any

import pulumi
import pytest
from recorder import Recorder, SecretValue, run
from simulated import answers, outputs_for

from aksgpu.config.subject import Subject
from aksgpu.desired.entries import AzureResource, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform
from aksgpu_pulumi.facts_check import FactsDiffer

GET = "azure-native:containerservice:getManagedCluster"
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
IN_AZURE = {
    "id": "/simulated/cluster",
    "name": "gpu-dev",
    "currentKubernetesVersion": "1.35.6",
    "oidcIssuerProfile": {"enabled": True, "issuerURL": "https://simulated"},
}


@pytest.fixture
def platform(existing_subject: Callable[..., Subject], made_plan: Callable[..., Plan]) -> Callable[..., Recorder]:
    def go(mode: Any, in_azure: dict[str, Any] = IN_AZURE, changes: Any = None, into: Any = None) -> Recorder:
        plan = made_plan(*PARTS, outputs={"id": FromAzure("cluster", "id")}, of=existing_subject(changes))
        recorder = into or Recorder(mode, outputs_for(plan), answers({GET: in_azure} if in_azure else {}))

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", plan).outputs.items():
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
    assert (token, arguments) == (GET, {"resourceGroupName": "rg-gpu-dev", "resourceName": "gpu-dev"})
    assert request.provider.startswith(f"{recorder.named('azure').urn}::")


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_other_facts_stop_the_run_before_the_first_resource(platform: Any, mode: str) -> None:
    recorder = Recorder(mode, invoke=answers({GET: {**IN_AZURE, "currentKubernetesVersion": "1.34.2"}}))  # type: ignore[arg-type]
    with pytest.raises(FactsDiffer, match=r"currentKubernetesVersion: declared 1\.35, in Azure 1\.34\.2"):
        platform(mode, into=recorder)
    assert recorder.custom == []


def test_a_cluster_that_is_not_there_is_said_so(platform: Any) -> None:
    with pytest.raises(pulumi.RunError, match=r"cluster: Azure does not return it .* Does it exist\?") as said:
        platform("preview", {})
    assert "was not found" in str(said.value)


def test_the_in_cluster_half_alone_looks_the_cluster_up_itself(platform: Any) -> None:
    recorder = platform("update", changes={"register": "inCluster"})
    assert [resource.name for resource in recorder.custom] == ["namespace-a"]
    assert recorder.named("kubernetes").inputs["clusterIdentifier"] == "/simulated/cluster"

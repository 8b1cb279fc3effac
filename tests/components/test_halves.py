"""One stack file, two Pulumi stacks: one registers the Azure half, the other takes its outputs."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from recorder import UNKNOWN, Recorded, Recorder, SecretValue, run, unwrapped
from simulated import answers, kubeconfig, outputs_for

from aksgpu.config.derived.subject import Subject
from aksgpu.config.reading.yaml12 import read
from aksgpu.desired.entries import AzureResource, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform, checked_plan

STACKS = sorted((Path(__file__).parents[2] / "stacks").glob("Pulumi.*.yaml"))
OTHER = "org/aksgpu/prod-azure"
CLUSTER = AzureResource(
    "cluster",
    "azure-native:containerservice:ManagedCluster",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": "gpu-dev"},
)
IDENTITY = AzureResource(
    "team-vision-identity",
    "azure-native:managedidentity:UserAssignedIdentity",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": "id-vision"},
    after=("cluster",),
)
ACCOUNT = KubernetesObject(
    "serviceaccount-vision-workload",
    {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {
            "name": "workload",
            "namespace": "vision",
            "annotations": {"azure.workload.identity/client-id": FromAzure("team-vision-identity", "clientId")},
        },
    },
)
PARTS = (Part("cluster", "Cluster", (CLUSTER,)), Part("tenancy", "Tenancy", (IDENTITY, ACCOUNT)))
OUTPUTS = {"issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL"), "queues": ["vision"]}


@pytest.fixture
def half(subject: Callable[..., Subject], made_plan: Callable[..., Plan]) -> Callable[..., Recorder]:
    """Runs one half; `handed` is what the other stack exports (simulated)."""

    def go(changes: dict[str, Any], mode: Any = "update", handed: dict[str, Any] | None = None) -> Recorder:
        plan = made_plan(*PARTS, outputs=OUTPUTS, of=subject(changes))
        simulate = outputs_for(plan)

        def outputs(recorded: Recorded) -> Any:
            if recorded.type != "pulumi:pulumi:StackReference":
                return simulate(recorded)
            return {"outputs": handed or {}, "secretOutputNames": ["kubeconfig"]}

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", plan).outputs.items():
                pulumi.export(name, value)

        return run(program, Recorder(mode, outputs, answers()))

    return go


HANDED = {
    "cluster.id": "/simulated/cluster",
    "cluster.oidcIssuerProfile.issuerURL": "simulated cluster.oidcIssuerProfile.issuerURL",
    "team-vision-identity.clientId": "simulated team-vision-identity.clientId",
}


def test_the_azure_half_exports_exactly_what_the_other_takes(half: Any) -> None:
    recorder = half({"register": "azure"})
    assert {resource.name for resource in recorder.custom} == {"cluster", "team-vision-identity"}
    assert [resource for resource in recorder.resources.values() if resource.name == "kubernetes"] == []
    assert recorder.outputs["forInCluster"] == HANDED
    assert isinstance(recorder.outputs["kubeconfig"], SecretValue)


def test_the_in_cluster_half_takes_everything_from_the_other_stack(half: Any) -> None:
    signed_in = yaml.safe_load(kubeconfig())
    recorder = half(
        {"register": "inCluster", "azureStack": OTHER, "access": {"login": "workloadidentity"}},
        handed={"forInCluster": HANDED, "kubeconfig": yaml.safe_dump(signed_in)},
    )
    assert [resource.name for resource in recorder.custom] == ["serviceaccount-vision-workload"]
    annotations = recorder.named("serviceaccount-vision-workload").inputs["metadata"]["annotations"]
    assert annotations == {"azure.workload.identity/client-id": "simulated team-vision-identity.clientId"}
    provider = recorder.named("kubernetes").inputs
    assert provider["clusterIdentifier"] == "/simulated/cluster"
    assert isinstance(provider["kubeconfig"], SecretValue)
    arguments = yaml.safe_load(unwrapped(provider["kubeconfig"]))["users"][0]["user"]["exec"]["args"]
    assert arguments[:3] == ["get-token", "--login", "workloadidentity"]
    assert recorder.invokes == []
    assert [resource for resource in recorder.resources.values() if resource.name == "azure"] == []
    assert recorder.outputs["issuer"] == HANDED["cluster.oidcIssuerProfile.issuerURL"]
    assert "forInCluster" not in recorder.outputs
    assert recorder.named("azure-stack").inputs == {"name": OTHER}


def test_what_the_azure_half_hands_over_is_all_that_the_other_needs(half: Any) -> None:
    first = half({"register": "azure"})
    handed = unwrapped({name: value for name, value in first.outputs.items() if value is not UNKNOWN})
    second = half({"register": "inCluster", "azureStack": OTHER}, handed=handed)
    whole = half({})
    assert {resource.name for resource in (*first.custom, *second.custom)} == {
        resource.name for resource in whole.custom
    }
    for resource in (*first.custom, *second.custom):
        assert resource.inputs == whole.named(resource.name).inputs


@pytest.mark.parametrize(
    ("handed", "words"),
    [
        ({}, "does not export"),
        ({"forInCluster": {"cluster.id": "x"}, "kubeconfig": "clusters: []"}, "does not export"),
        ({"forInCluster": HANDED}, "does not export kubeconfig"),
    ],
)
def test_a_stack_that_lacks_something_is_named_with_what_to_do(half: Any, handed: dict[str, Any], words: str) -> None:
    with pytest.raises(pulumi.RunError, match=words) as refusal:
        half({"register": "inCluster", "azureStack": OTHER}, handed=handed)
    assert OTHER in str(refusal.value)
    assert "Run up there first" in str(refusal.value)


def test_an_in_cluster_half_without_the_other_stack_is_refused(half: Any) -> None:
    with pytest.raises(pulumi.RunError, match="name the stack of the Azure half in azureStack"):
        half({"register": "inCluster"})


@pytest.mark.parametrize("file", STACKS, ids=lambda file: file.stem)
def test_the_two_halves_of_a_shipped_stack_are_the_whole(file: Path) -> None:
    data = read(file.read_text()).data["config"]["aksgpu:stack"]

    def ran(changes: dict[str, Any], handed: Any = None) -> Recorder:
        plan = checked_plan({**data, **changes}, date(2026, 12, 1))
        simulate = outputs_for(checked_plan(data, date(2026, 12, 1)))

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", plan).outputs.items():
                pulumi.export(name, value)

        def outputs(recorded: Recorded) -> Any:
            reference = recorded.type == "pulumi:pulumi:StackReference"
            return {"outputs": handed, "secretOutputNames": ["kubeconfig"]} if reference else simulate(recorded)

        return run(program, Recorder("update", outputs, answers()))

    whole, first = ran({}), ran({"register": "azure"})
    second = ran({"register": "inCluster", "azureStack": OTHER}, unwrapped(first.outputs))
    inputs = {resource.name: resource.inputs for resource in (*first.custom, *second.custom)}
    assert inputs == {resource.name: resource.inputs for resource in whole.custom}
    assert {resource.type.split(":")[0] for resource in first.custom} == {"azure-native"}
    assert {resource.type.split(":")[0] for resource in second.custom} == {"kubernetes"}

"""Each example under examples/ runs, in a preview and in an update, against simulated Azure."""

import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml
from recorder import Mode, Recorded, Recorder, SecretValue, run
from simulated import GET_CLUSTER, SHARED_CLUSTER, answers

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(folder.name for folder in (ROOT / "examples").iterdir() if (folder / "__main__.py").exists())
SECRET = "do-not-show-this"

# By example: what it must register beside everything else, and the outputs it must have.
EXPECTED: dict[str, tuple[set[str], set[str]]] = {
    "gpu_node_pool": ({"train-pool-train"}, {"poolId", "nodeSelector", "requestPerNode"}),
    "gpu_operator": ({"discovery-chart-nfd", "gpus-chart-gpu-operator"}, {"release"}),
    "monitoring": ({"metrics-podmonitor-gpu-operator-dcgm-exporter"}, {"monitors"}),
    "network_and_cluster": ({"network-vnet", "cluster-cluster", "t4-pool-t4"}, {"clusterId", "nodeSelector"}),
    "storage": ({"storage-storageclass-shared", "storage-storageclass-checkpoints"}, {"storageClasses"}),
    "team_queues": (
        {
            "queues-chart-kueue",
            "queues-clusterqueue-vision",
            "teams-namespace-vision",
            "teams-queues-localqueue-speech-default",
        },
        {"release"},
    ),
    "tenancy": ({"teams-namespace-vision", "teams-team-vision-identity"}, {"identity"}),
}


def simulated(recorded: Recorded) -> dict[str, Any]:
    name = recorded.name
    outputs = {"id": f"/simulated/{name}", "name": f"simulated {name}", "principalId": f"simulated principal of {name}"}
    return outputs | {"clientId": f"simulated client of {name}"}


def ran(example: str, mode: Mode) -> Recorder:
    recorder = Recorder(mode, simulated, answers({GET_CLUSTER: SHARED_CLUSTER}), {"example:ngcApiKey": SECRET})
    return run(lambda: runpy.run_path(str(ROOT / "examples" / example), run_name="__main__") and None, recorder)


def test_every_example_is_expected_here() -> None:
    assert set(EXPECTED) == set(EXAMPLES)


@pytest.mark.parametrize("mode", ["preview", "update"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_it_registers_its_part_and_no_other(example: str, mode: Mode) -> None:
    recorder = ran(example, mode)
    registered, outputs = EXPECTED[example]
    assert registered <= {resource.name for resource in recorder.custom}
    assert set(recorder.outputs) == outputs
    components = {resource.urn: resource for resource in recorder.resources.values() if not resource.custom}
    for resource in recorder.custom:
        assert components[resource.parent].type.startswith("aksgpu:index:")
        assert resource.name.startswith(f"{components[resource.parent].name}-")
    if mode == "update":
        assert "UNKNOWN" not in repr([resource.inputs for resource in recorder.custom])


@pytest.mark.parametrize("example", EXAMPLES)
def test_it_is_a_pulumi_project_on_this_repositorys_packages(example: str) -> None:
    project = yaml.safe_load((ROOT / "examples" / example / "Pulumi.yaml").read_text())
    own = yaml.safe_load((ROOT / "Pulumi.yaml").read_text())
    options = project["runtime"]["options"]
    assert options["toolchain"] == own["runtime"]["options"]["toolchain"]
    assert (ROOT / "examples" / example / options["virtualenv"]).resolve() == (ROOT / ".venv").resolve()
    assert project["requiredPulumiVersion"] == own["requiredPulumiVersion"]


def test_components_of_one_program_build_on_each_other() -> None:
    recorder = ran("network_and_cluster", "update")
    cluster = recorder.named("cluster-cluster")
    assert cluster.inputs["agentPoolProfiles"][0]["vnetSubnetID"] == "/simulated/network-subnet-nodes"
    assert recorder.named("network-subnet-nodes").urn in cluster.depends_on
    pool = recorder.named("t4-pool-t4")
    assert cluster.urn in pool.depends_on
    operator = ran("gpu_operator", "update")
    assert operator.named("discovery-chart-nfd").urn in operator.named("gpus-chart-gpu-operator").depends_on


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_a_secret_given_as_an_output_stays_secret(mode: Mode) -> None:
    recorder = ran("gpu_operator", mode)
    login = recorder.named("gpus-secret-gpu-operator-aksgpu-nvidia-registry").inputs
    content = login.get("data") or login["stringData"]
    assert isinstance(content, SecretValue)
    assert SECRET in str(content)
    assert SECRET not in repr([resource.inputs for resource in recorder.custom if resource.inputs is not login])


def test_what_waits_for_kueue_waits_when_used_alone_too() -> None:
    recorder = ran("team_queues", "update")
    assert recorder.named("queues-clusterqueue-vision").hooks["before_create"] == ("queues-ready-chart-kueue",)
    assert recorder.named("teams-queues-localqueue-vision-default").hooks["before_create"] == (
        "teams-queues-ready-chart-kueue",
    )

"""The simulated Azure as the engine meets it: a process of its own, asked over gRPC."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import empty_pb2, json_format, struct_pb2
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc, status_pb2
from rehearsal.simulated_driver import SUBSCRIPTION, urn

from aksgpu_rehearsal.simulated_azure import Cloud

GROUP = "azure-native:resources:ResourceGroup"
POOL = "azure-native:containerservice:AgentPool"
CLUSTER = "azure-native:containerservice:ManagedCluster"
RG = {"resourceGroupName": "rg", "location": "swedencentral"}
AKS = {"resourceGroupName": "rg", "resourceName": "gpu", "location": "swedencentral"}
MODULE = (sys.executable, "-m", "aksgpu_rehearsal.simulated_azure")


def struct(values: dict[str, Any]) -> struct_pb2.Struct:
    made = struct_pb2.Struct()
    made.update(values)
    return made


@dataclass
class Plugin:
    """A running plugin and the cloud behind it."""

    stub: Any
    cloud: Cloud
    process: subprocess.Popen[str]

    def create(self, type_token: str, name: str, inputs: dict[str, Any]) -> Any:
        return self.stub.Create(provider_pb2.CreateRequest(urn=urn(type_token, name), properties=struct(inputs)))


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Plugin]:
    """Started as the engine does it: with its own address and flags, and the cloud in the one variable."""
    environment = {**os.environ, "AKSGPU_SIMULATED_CLOUD": str(tmp_path / "cloud.json")}
    arguments = [*MODULE, "127.0.0.1:1", "--logtostderr", "-v=9"]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                stub = provider_pb2_grpc.ResourceProviderStub(channel)
                arguments = struct({"subscriptionId": SUBSCRIPTION})
                answer = stub.Configure(provider_pb2.ConfigureRequest(args=arguments, acceptSecrets=True))
                assert (answer.acceptSecrets, answer.supportsPreview) == (False, True)
                yield Plugin(stub, Cloud(tmp_path / "cloud.json"), process)
        finally:
            process.kill()


def test_a_resource_over_the_wire(plugin: Plugin) -> None:
    assert plugin.stub.GetPluginInfo(empty_pb2.Empty()).version == "3.29.0"
    checked = plugin.stub.Check(provider_pb2.CheckRequest(urn=urn(GROUP, "group"), news=struct(RG)))
    assert list(checked.failures) == []
    made = plugin.create(GROUP, "group", RG)
    assert made.id == f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg"
    read = plugin.stub.Read(
        provider_pb2.ReadRequest(id=made.id, urn=urn(GROUP, "group"), properties=made.properties, inputs=struct(RG))
    )
    assert json_format.MessageToDict(read.inputs) == RG
    assert read.properties == made.properties
    plugin.stub.Delete(provider_pb2.DeleteRequest(id=made.id, urn=urn(GROUP, "group"), properties=made.properties))
    assert plugin.cloud.resources == {}


def test_a_diff_is_of_the_old_inputs_that_the_engine_sends(plugin: Plugin) -> None:
    request = provider_pb2.DiffRequest(
        id="x", urn=urn(GROUP, "group"), olds=struct({"location": "filled-in"}), news=struct({**RG, "tags": {"a": "b"}})
    )
    request.old_inputs.update(RG)
    answer = plugin.stub.Diff(request)
    assert (answer.changes, list(answer.diffs)) == (provider_pb2.DiffResponse.DIFF_SOME, ["tags"])
    request.news.CopyFrom(request.old_inputs)
    assert plugin.stub.Diff(request).changes == provider_pb2.DiffResponse.DIFF_NONE


def test_an_unknown_input_leaves_a_preview_unknown(plugin: Plugin) -> None:
    unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
    inputs = {**AKS, "identity": {"type": "UserAssigned", "userAssignedIdentities": [unknown]}, "dnsPrefix": unknown}
    checked = plugin.stub.Check(provider_pb2.CheckRequest(urn=urn(CLUSTER, "aks"), news=struct(inputs)))
    assert list(checked.failures) == []
    request = provider_pb2.CreateRequest(urn=urn(CLUSTER, "aks"), properties=struct(inputs), preview=True)
    outputs = json_format.MessageToDict(plugin.stub.Create(request).properties)
    assert (outputs["dnsPrefix"], outputs["fqdn"]) == (unknown, unknown)
    assert not plugin.cloud.file.exists()


def test_a_failure_is_its_words_alone(plugin: Plugin) -> None:
    plugin.cloud.plant("conflict-409")
    with pytest.raises(grpc.RpcError) as raised:
        plugin.create(GROUP, "group", RG)
    details = raised.value.details()
    assert details.startswith("simulated Azure: 409 OperationNotAllowed: ")
    assert "\n" not in details


def test_a_half_made_resource_reaches_the_state(plugin: Plugin) -> None:
    """The engine keeps what comes with the error, and updates it the next time."""
    plugin.create(GROUP, "group", RG)
    plugin.cloud.plant("half-made", of="ManagedCluster")
    with pytest.raises(grpc.RpcError) as raised:
        plugin.create(CLUSTER, "aks", AKS)
    metadata = dict(raised.value.trailing_metadata())
    status = status_pb2.Status.FromString(metadata["grpc-status-details-bin"])
    kept = provider_pb2.ErrorResourceInitFailed()
    assert status.details[0].Unpack(kept)
    assert kept.id in plugin.cloud.resources
    assert json_format.MessageToDict(kept.inputs) == AKS
    assert kept.properties["provisioningState"] == "Failed"
    assert list(kept.reasons) == [raised.value.details()]


def test_a_killed_provider_leaves_what_azure_was_told(plugin: Plugin) -> None:
    """Azure goes on when nobody waits: the next provider finds the cluster that this one was waiting for."""
    plugin.create(GROUP, "group", RG)
    plugin.cloud.set_up(timeScale=1)
    request = provider_pb2.CreateRequest(urn=urn(CLUSTER, "aks"), properties=struct(AKS))
    waiting = plugin.stub.Create.future(request)
    deadline = time.monotonic() + 20
    while len(plugin.cloud.resources) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    plugin.process.kill()
    assert waiting.exception(timeout=20) is not None
    (cluster,) = (one for one in plugin.cloud.resources.values() if one["type"] == CLUSTER)
    assert cluster["outputs"]["provisioningState"] == "Succeeded"


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    start = (
        "import subprocess, sys\n"
        "p = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)\n"
        "p.stdout.readline()\nprint(p.pid, flush=True)"
    )
    command = [sys.executable, "-c", start, *MODULE, "--cloud", str(tmp_path / "cloud.json")]
    pid = int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and _running(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _running(pid)


def _running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_without_a_cloud_file_it_says_what_to_give() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "AKSGPU_SIMULATED_CLOUD"}
    answer = subprocess.run([*MODULE, "127.0.0.1:1"], env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "no cloud file: give --cloud FILE, or set AKSGPU_SIMULATED_CLOUD" in answer.stderr


def test_settings_and_faults_can_be_written_into_the_file_beforehand(tmp_path: Path) -> None:
    file = tmp_path / "cloud.json"
    file.write_text(json.dumps({"settings": {"timeScale": 0.5}, "faults": [{"fault": "throttled-429"}]}))
    content = Cloud(file).content()
    assert content["settings"]["timeScale"] == 0.5
    assert content["settings"]["tenantId"]
    assert (content["resources"], content["faults"]) == ({}, [{"fault": "throttled-429"}])

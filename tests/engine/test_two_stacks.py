"""The two halves in two Pulumi stacks end in the same platform as both in one."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from engine.cluster_record import cluster_record, differences
from engine.leftovers import leftovers

from aksgpu.config.reading.load import CONFIG_KEY
from aksgpu_rehearsal.api import Json
from aksgpu_rehearsal.engine import Engine
from aksgpu_rehearsal.kueue import is_visible
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

STACK_FILE = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"
POLICY = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy"

pytestmark = pytest.mark.engine


@dataclass(frozen=True, slots=True)
class Platform:
    """What is there after `up`: resources of the simulated cloud, objects of the API server, outputs of the stack."""

    azure: dict[str, Any]
    cluster: dict[str, Json]
    outputs: dict[str, Any]


@pytest.fixture
def one(dev: Rehearsal) -> Platform:
    """What the shipped stack comes to, with all in one Pulumi stack."""
    return platform(dev, dev.engine)


# `work` comes after `one`: it ends the rehearsal that `one` looked at.
def test_two_stacks_end_in_the_same_platform_as_one(
    one: Platform, tools: Toolbox, work: Path, report: Callable[[str], None]
) -> None:
    with Rehearsal(STACK_FILE, tools, work) as rehearsal:
        whole = rehearsal.program.stack
        rehearsal.program.stack = {**whole, "register": "azure"}
        azure = rehearsal.engine.up()
        assert cluster_record(rehearsal.api).keys().isdisjoint({"Namespace /vision", "Namespace /kueue-system"})
        inside = in_cluster_half(rehearsal, whole)
        in_cluster = inside.up()
        two = platform(rehearsal, inside)
        assert differences(one.azure, two.azure) == {}
        assert differences(one.cluster, two.cluster) == {}
        assert one.outputs == two.outputs
        assert {"LocalQueue vision/default", "Secret kueue-system/sh.helm.release.v1.kueue.v1"} <= two.cluster.keys()
        assert inside.up().changes == {}

        inside_first = inside.destroy()
        assert inside_first.counts == {"deleted": in_cluster.counts["created"]}
        assert json.loads(rehearsal.cloud.read_text())["resources"] == two.azure
        assert rehearsal.approve_removal().changes == {}
        assert rehearsal.engine.destroy().counts == {"deleted": azure.counts["created"]}
        assert leftovers(rehearsal.api, rehearsal.cloud) == {}
    report(
        f"two stacks: {azure.counts['created']} and {in_cluster.counts['created']} resources, up {azure.seconds:.0f} s "
        f"and {in_cluster.seconds:.0f} s; {len(two.azure)} Azure resources and {len(two.cluster)} objects as of one"
    )


def in_cluster_half(rehearsal: Rehearsal, whole: dict[str, Any]) -> Engine:
    """The second Pulumi stack, with a file of its own that differs in two keys."""
    stack = {**whole, "register": "inCluster", "azureStack": "organization/aksgpu/dev"}
    file = rehearsal.program.folder / "stacks" / "Pulumi.dev-inside.yaml"
    file.write_text(yaml.safe_dump({"config": {CONFIG_KEY: stack}}))
    return rehearsal.engine_of(Program(file, rehearsal.work / "program-inside"))


def platform(rehearsal: Rehearsal, engine: Engine) -> Platform:
    """What is there, once the GPU Operator has made its operands and every API of the cluster can be asked."""
    api = rehearsal.api
    until("Kueue's visibility API", lambda: is_visible(api), 120)
    until("a ready ClusterPolicy", lambda: (api.get(POLICY) or {}).get("status", {}).get("state") == "ready", 120)
    return Platform(
        azure=json.loads(rehearsal.cloud.read_text())["resources"],
        cluster=cluster_record(api),
        outputs=json.loads(engine.must("stack", "output", "--json").text),
    )

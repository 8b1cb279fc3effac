"""`aksgpu query` answers with one resolved value."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.cli.exit_codes import ExitCode


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("gpuPools.t4.resourceName", "nvidia.com/gpu"),
        ("gpuPools.t4.maxNodes", "2"),
        ("gpuPools.t4.scale.max", "2"),
        ("cluster.kubernetesVersion", "1.37"),
        ('gpuPools.t4.labels["aksgpu/pool"]', "t4"),
        ("gpuPools.t4.taints[0]", "nvidia.com/gpu=present:NoSchedule"),
        ("releases.kueue.version", "0.19.2"),
        ("entries.cluster.inputs.sku.tier", "Standard"),
        ("cluster.private", "false"),
    ],
)
def test_one_value(run: Callable[..., Any], path: str, answer: str) -> None:
    result = run("query", "dev", path)
    assert result.exit_code == ExitCode.OK, result.output
    assert result.stdout == f"{answer}\n"


def test_a_map_is_yaml_and_with_json_it_is_json(run: Callable[..., Any]) -> None:
    assert "nvidia.com/gpu: 1" in run("query", "dev", "gpuPools.t4.resourcesPerNode").stdout
    assert json.loads(run("query", "dev", "gpuPools.t4.resourcesPerNode", "--json").stdout) == {"nvidia.com/gpu": 1}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("gpuPools.t4.resourcName", "Did you mean resourceName?"),
        ("gpuPools.zzz", "gpuPools has no 'zzz'. Write one of: t4."),
        ("nothing", "the stack has no 'nothing'"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(run: Callable[..., Any], path: str, words: str) -> None:
    result = run("query", "dev", path)
    assert result.exit_code == ExitCode.USAGE
    assert words in result.output


def test_secrets_are_never_shown(run: Callable[..., Any], write_stack: Callable[..., Any]) -> None:
    write_stack("dev", {"gpuSoftware": {"registry": {"password": "hunter2"}}})
    for arguments in (("query", "dev", "gpuSoftware"), ("plan", "dev", "--format", "json"), ("plan", "dev")):
        result = run(*arguments)
        assert result.exit_code == ExitCode.OK, result.output
        assert "hunter2" not in result.output

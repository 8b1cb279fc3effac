"""The pack as the engine runs it: a process of its own, asked over gRPC on the loopback interface."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from google.protobuf import empty_pb2, struct_pb2
from policy_cases_azure import account, pool
from policy_cases_kubernetes import TEAM, namespace, policy
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc

from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import Resource, Unknown

PACK = Path(__file__).parents[2] / "policies"
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}
INFORMATION = {"waived", "waived-of-stack", "not-judged", "not-judged-of-stack"}


def command(folder: Path) -> list[str]:
    """What the language host starts."""
    return [sys.executable, "-u", "-m", "pulumi.policy", "127.0.0.1:1", str(folder)]


@contextmanager
def serving(folder: Path) -> Iterator[Any]:
    with subprocess.Popen(command(folder), cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                yield analyzer_pb2_grpc.AnalyzerStub(channel)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def pack() -> Iterator[Any]:
    with serving(PACK) as stub:
        yield stub


def wire(value: Any) -> Any:
    """A value as the engine sends it."""
    if isinstance(value, Unknown):
        return UNKNOWN_TEXT
    if isinstance(value, Mapping):
        return {key: wire(item) for key, item in value.items()}
    return [wire(item) for item in value] if isinstance(value, list) else value


def sent(resource: Resource) -> dict[str, Any]:
    properties = struct_pb2.Struct()
    properties.update(wire(resource.inputs))
    urn = f"urn:pulumi:prod::aksgpu::{resource.type}::{resource.name}"
    ignored = resource.ignore_changes
    options = analyzer_pb2.AnalyzerResourceOptions(protect=bool(resource.protect), ignoreChanges=ignored)
    return {"type": resource.type, "name": resource.name, "urn": urn, "properties": properties, "options": options}


def analyzed(pack: Any, resource: Resource) -> dict[str, tuple[str, str]]:
    answer = pack.Analyze(analyzer_pb2.AnalyzeRequest(**sent(resource)))
    return {one.policyName: (level(one.enforcementLevel), one.message) for one in answer.diagnostics}


def analyzed_together(pack: Any, *resources: Resource) -> set[tuple[str, str, str]]:
    """What the rules about the whole stack say, at which level and of whom."""
    request = analyzer_pb2.AnalyzeStackRequest(
        resources=[analyzer_pb2.AnalyzerResource(**sent(one)) for one in resources]
    )
    found = pack.AnalyzeStack(request).diagnostics
    return {(one.policyName, level(one.enforcementLevel), one.urn.rpartition("::")[2]) for one in found}


def level(number: int) -> str:
    return analyzer_pb2.EnforcementLevel.Name(number)


def test_the_pack_has_every_rule_at_its_level(pack: Any) -> None:
    info = pack.GetAnalyzerInfo(empty_pb2.Empty())
    assert info.name == "aksgpu"
    levels = {one.name: level(one.enforcementLevel).lower() for one in info.policies}
    severities = {one.name: analyzer_pb2.PolicySeverity.Name(one.severity) for one in info.policies}
    assert levels == {rule.name: rule.enforcement for rule in RULES} | dict.fromkeys(INFORMATION, "advisory")
    for rule in RULES:
        assert severities[rule.name].endswith(rule.severity.upper())


def test_a_resource_that_keeps_the_rules_is_let_through(pack: Any) -> None:
    assert analyzed(pack, pool()) == {}
    assert analyzed(pack, account()) == {}


def test_a_violation_is_mandatory_and_says_what_to_do(pack: Any) -> None:
    (found,) = analyzed(pack, pool(nodeTaints=[])).items()
    name, (enforcement, message) = found
    assert (name, enforcement) == ("gpu-pool-tainted", "MANDATORY")
    assert message.endswith("Add nvidia.com/gpu=present:NoSchedule to nodeTaints.")


def test_an_unknown_leaves_a_mandatory_rule_mandatory_on_what_is_known(pack: Any) -> None:
    found = analyzed(pack, pool(nodeTaints=[], maxCount=Unknown(), vnetSubnetID=Unknown(), tags__owner=Unknown()))
    assert found["gpu-pool-tainted"][0] == "MANDATORY"
    assert {name for name, (enforcement, _) in found.items() if enforcement == "MANDATORY"} == {"gpu-pool-tainted"}


def test_what_is_not_known_is_information_and_stops_nothing(pack: Any) -> None:
    found = analyzed(pack, pool(nodeTaints=Unknown()))
    assert {name: enforcement for name, (enforcement, _) in found.items()} == {"not-judged": "ADVISORY"}
    assert "gpu-pool-tainted: nodeTaints could not be judged" in found["not-judged"][1]


def test_no_policy_gives_up_on_an_unknown(pack: Any) -> None:
    """The SDK says "can't run policy" and goes on where a policy touches an unknown. Ours must not."""
    for resource in (pool(), account()):
        blank = Resource(resource.type, resource.name, dict.fromkeys(resource.inputs, Unknown()), resource.protect)
        assert not [text for _, text in analyzed(pack, blank).values() if "can't run policy" in text]


def test_protection_is_read_from_the_options(pack: Any) -> None:
    assert analyzed(pack, account(protect=False))["storage-account-protected"][0] == "MANDATORY"
    assert analyzed(pack, pool(protect=False))["gpu-pool-protected"][0] == "ADVISORY"


def test_ignored_changes_are_read_from_the_options(pack: Any) -> None:
    assert analyzed(pack, pool(ignored=()))["autoscaled-count-ignored"][0] == "MANDATORY"
    assert analyzed(pack, pool(ignored=("count",))) == {}


def test_a_secret_is_judged_like_any_value_and_not_shown(pack: Any) -> None:
    held = {"metadata": {"name": "c"}, "data": {"password": {**SECRET, "value": "hunter2"}}}
    found = analyzed(pack, Resource("kubernetes:core/v1:ConfigMap", "c", held))
    assert "data.password looks like a secret" in found["no-secrets-in-config-maps"][1]
    assert "hunter2" not in str(found)


def named(name: str, resource: Resource) -> Resource:
    """The same resource under a Pulumi name of its own."""
    return replace(resource, name=name)


def test_a_rule_about_the_whole_stack_runs_at_its_end(pack: Any) -> None:
    """A resource that this run did not register is judged by what the engine sends of it."""
    assert analyzed_together(pack, named("left-alone", namespace(TEAM))) == {
        ("team-namespace-default-deny", "MANDATORY", "left-alone")
    }


def test_a_whole_stack_is_judged_by_what_was_registered(pack: Any) -> None:
    """The engine sends outputs, which are empty while the cluster's address is not known."""
    team = named("first-preview", namespace(TEAM))
    analyzed(pack, team)
    assert analyzed_together(pack, replace(team, inputs={})) == {
        ("team-namespace-default-deny", "MANDATORY", "first-preview")
    }
    deny = named("first-deny", policy(policyTypes=["Ingress", "Egress"]))
    analyzed(pack, deny)
    assert analyzed_together(pack, replace(team, inputs={}), replace(deny, inputs={})) == set()


def test_a_later_registration_is_the_one_that_counts(pack: Any) -> None:
    team = named("relabelled", namespace(TEAM))
    analyzed(pack, team)
    analyzed(pack, named("relabelled", namespace({})))
    assert analyzed_together(pack, replace(team, inputs={})) == set()


def test_a_whole_stack_is_not_judged_by_what_is_not_known_yet(pack: Any) -> None:
    team = named("unnamed", namespace(TEAM))
    analyzed(pack, replace(team, inputs={"metadata": Unknown()}))
    assert analyzed_together(pack, team) == {("not-judged-of-stack", "ADVISORY", "unnamed")}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The pack's own files, so that a test can write waivers of its own."""
    for name in ("__main__.py", "PulumiPolicy.yaml"):
        shutil.copy(PACK / name, tmp_path)
    return tmp_path


WAIVER = {"rule": "gpu-pool-tainted", "resource": "pool-*", "owner": "ml", "reason": "test", "expires": "2999-12-31"}


def test_a_waived_violation_is_information_and_an_expired_waiver_does_not_help(copied: Path) -> None:
    expired = {**WAIVER, "rule": "gpu-driver-explicit", "expires": "2020-01-01"}
    (copied / "waivers.yaml").write_text(yaml.safe_dump({"waivers": [WAIVER, expired]}))
    with serving(copied) as pack:
        broken = pool(gpuProfile={}, nodeTaints=[])
        answer = pack.Analyze(analyzer_pb2.AnalyzeRequest(**sent(broken))).diagnostics
    said = {(one.policyName, level(one.enforcementLevel)) for one in answer}
    assert said == {("gpu-driver-explicit", "MANDATORY"), ("waived", "ADVISORY")}
    texts = " ".join(one.message for one in answer)
    assert "Waived by ml until 2999-12-31: test" in texts
    assert "expired on 2020-01-01" in texts


def test_a_malformed_waiver_stops_the_pack_with_one_sentence(copied: Path) -> None:
    (copied / "waivers.yaml").write_text("waivers: [1]")
    answer = subprocess.run(command(copied), cwd=copied, capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode != 0
    assert "waivers.yaml:1: a waiver is a mapping." in answer.stderr
    assert "Traceback" not in answer.stderr


def test_the_pack_names_the_environment_that_the_set_up_makes() -> None:
    options = yaml.safe_load((PACK / "PulumiPolicy.yaml").read_text())["runtime"]["options"]
    assert options["toolchain"] == "pip"
    assert (PACK / options["virtualenv"]).resolve() == PACK.parent / ".venv"

"""Each shipped stack comes up on the real engine, API server and controllers, stays as it is, works, and goes.

All that is to be seen of a stack that is up is looked at here, so that each comes up once.
"""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from engine.cluster_secrets import secrets_of, set_password
from engine.dry_runs import DryRuns, changed
from engine.engine_warnings import engine_warnings
from engine.leftovers import leftovers
from engine.past_states import STATES, Past, present_version, record, with_another
from engine.placement import TEAM, jobs_land_where_they_should, operands_run_on_gpu_nodes_only
from engine.plan_equality import differences, in_a_first_preview
from engine.plan_order import missing_paths
from engine.registered import Registered, in_preview, in_state
from engine.secret_scan import files_below, leaks
from engine.state_equality import differences_after_up

from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kubeconfig import write_aks_kubeconfig
from aksgpu_rehearsal.recorder import Recorder
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox

ROOT = Path(__file__).parents[2]
WITH_SECRETS = "dev"
"""The stack that gets a registry password, and whose state is recorded."""

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_a_shipped_stack_comes_up_stays_works_and_goes(
    stack: str, tools: Toolbox, work: Path, figures: Callable[[Mapping[str, object]], None], recording: bool
) -> None:
    with rehearsed(ROOT / "stacks" / f"Pulumi.{stack}.yaml", tools, work) as (rehearsal, recorder):
        engine = rehearsal.engine
        if stack == WITH_SECRETS:
            set_password(rehearsal)
        plan = planned(rehearsal)
        preview = engine.must("preview", "--json")
        previewed_first = in_preview(json.loads(preview.text)["steps"])
        assert differences(plan, previewed_first, in_a_first_preview) == []

        up = engine.up()
        assert up.counts == {"created": len(previewed_first)}
        assert engine_warnings(up, plan) == []
        hidden = in_state(json.loads(engine.must("stack", "export").text))
        assert differences_after_up(plan, hidden) == []
        assert missing_paths(plan, hidden) == []
        if stack == WITH_SECRETS and recording:
            record(rehearsal)

        again, refreshed = engine.up(), engine.refresh()
        assert again.counts == {"unchanged": len(previewed_first)}
        assert refreshed.counts == {"unchanged": len(previewed_first)}
        operands_run_on_gpu_nodes_only(rehearsal)
        jobs_land_where_they_should(rehearsal)

        sent = nothing_secret_is_shown(rehearsal)
        verdicts = DryRuns(rehearsal.api).judge_all(sent)
        refused = [verdict for verdict in verdicts if verdict.refused]
        warned = [*recorder.warnings, *(text for verdict in verdicts for text in verdict.warnings)]
        assert (refused, warned) == ([], [])
        what_is_wrong_is_seen(rehearsal, recorder, sent)
        if stack == WITH_SECRETS:
            states_of_the_past_stay(rehearsal, tools)

        assert rehearsal.approve_removal().changes == {}
        assert engine.destroy().counts == {"deleted": len(previewed_first)}
        left = leftovers(rehearsal.api, rehearsal.cloud)
        assert left == {}
        assert rehearsal.controllers.trouble() is None
    figures(
        {
            "stack": stack,
            "resources": len(previewed_first),
            "preview s": round(preview.seconds),
            "up s": round(up.seconds),
            "second up changes": sum(again.changes.values()),
            "refresh changes": sum(refreshed.changes.values()),
            "sent in a dry run": len(verdicts),
            "rejects": len(refused),
            "warnings": len(warned),
            "destroy leftovers": len(left),
        }
    )


@contextmanager
def rehearsed(stack_file: Path, tools: Toolbox, work: Path) -> Iterator[tuple[Rehearsal, Recorder]]:
    """A rehearsal whose engine speaks to the API server through a recorder."""
    with Rehearsal(stack_file, tools, work) as rehearsal, Recorder(rehearsal.admin) as recorder:
        write_aks_kubeconfig(rehearsal.admin, rehearsal.work / "aks-kubeconfig", recorder.server)
        yield rehearsal, recorder


def planned(rehearsal: Rehearsal) -> dict[str, Any]:
    """What the command line says of the stack file that the engine reads. It stays beside the logs."""
    file = rehearsal.program.folder / "stacks" / f"Pulumi.{rehearsal.program.stack_name}.yaml"
    command = [str(Path(sys.executable).with_name("aksgpu")), "plan", str(file), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (rehearsal.work / "logs" / "plan.json").write_text(done.stdout)
    return json.loads(done.stdout)


def nothing_secret_is_shown(rehearsal: Rehearsal) -> list[Registered]:
    """No secret of the cluster or the stack is in the state, the outputs, the logs, the events, the plan or the file.

    Where the engine is asked for its secrets they are found, so the scanner would see them. Returns what it then tells.
    """
    rehearsal.engine.must("stack", "output", "--json")
    secrets = secrets_of(rehearsal)
    work = rehearsal.work
    shown = files_below(work / ".pulumi", work / "pulumi", work / "home", work / "logs", work / "program" / "stacks")
    assert len(shown) > 20
    assert leaks(secrets, shown) == []
    export = rehearsal.engine.must("stack", "export", "--show-secrets").text
    log = max((work / "logs").glob("*-stack-export.out"))
    found = {leak.removesuffix(f" in {log.name}") for leak in leaks(secrets, [log])}
    log.unlink()
    assert found >= {"the kubeconfig", "token of Secret kueue-metrics-token"}
    assert ("the registry password" in found) == (rehearsal.program.stack_name == WITH_SECRETS)
    return in_state(json.loads(export))


def what_is_wrong_is_seen(rehearsal: Rehearsal, recorder: Recorder, sent: list[Registered]) -> None:
    """The dry runs pass through strict decoding, Kueue's webhooks and Pod Security, and the recorder hears warnings."""
    runs = DryRuns(rehearsal.api)
    good = next(one.inputs for one in sent if one.type.endswith(":ClusterQueue"))
    bad = copy.deepcopy(good)
    bad["spec"]["resourceGroups"][0]["flavors"][0]["resources"].reverse()
    # Its name is taken, and yet the webhook speaks: that a name is taken is said last.
    refusal = runs.judge("under a name that is taken", bad)
    assert refusal.refused
    assert 'admission webhook "vclusterqueue.kb.io" denied the request' in refusal.message
    strange = changed(good, "scratch", spec={**good["spec"], "nonsense": 1})
    assert "strict decoding error" in runs.judge("strictly", strange).message
    assert runs.judge("leniently", strange, "Warn").warnings == ('unknown field "spec.nonsense"',)
    namespace = namespace_of(rehearsal.subject.stack, TEAM)
    container = {"name": "root", "image": "example/root:1", "securityContext": {"privileged": True}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "scratch", "namespace": namespace}}
    refusal = runs.judge("a privileged pod", {**pod, "spec": {"containers": [container]}})
    assert refusal.refused
    assert "violates PodSecurity" in refusal.message

    through = rehearsal.work / "through-recorder"
    config = yaml.safe_load(rehearsal.admin.read_text())
    config["clusters"][0]["cluster"]["server"] = recorder.server
    through.write_text(yaml.safe_dump(config))
    api = Api(through)
    DryRuns(api).judge("past the recorder", strange, "Warn")
    api.close()
    assert [warning.rpartition(": ")[2] for warning in recorder.warnings] == ['unknown field "spec.nonsense"']


def states_of_the_past_stay(rehearsal: Rehearsal, tools: Toolbox) -> None:
    """Today's program replaces and deletes nothing of a state that an earlier version left.

    Of a state of its own version it changes nothing but the kubeconfig: the cluster is another one.
    """
    versions = sorted(folder for folder in STATES.iterdir() if folder.is_dir())
    assert STATES / present_version() in versions
    for folder in versions:
        past = Past(folder, rehearsal, tools)
        steps = past.preview(past.state)
        assert [step for step in steps if step.op not in ("create", "update")] == [], folder.name
        if folder.name == present_version():
            assert [step for step in steps if "pulumi:providers:kubernetes::" not in step.urn] == []
            made_otherwise = with_another(past.state, "storageclass-scratch", "provisioner", "example.com/other")
            replaced = [step.name for step in past.preview(made_otherwise) if step.op == "replace"]
            assert replaced == ["storageclass-scratch"]

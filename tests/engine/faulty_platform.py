"""What the tests of known faults share: a rehearsal whose Kueue does not start, a changed plan, a job that goes on."""

import json
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine import changed_program

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.settings import removable
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

STACK_FILE = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"
TEAM = "vision"
WITHOUT_A_QUEUE = "guests"
SOMEBODY_ELSE = "somebody-else"
EVERYBODY = ("kube-system", "default", "gpu-operator", SOMEBODY_ELSE, WITHOUT_A_QUEUE, TEAM)
"""Namespaces of AKS, of nobody, of the platform, of somebody else, and of both kinds of team."""

NAMESPACES = "/api/v1/namespaces"
JOB = f"/apis/batch/v1/namespaces/{TEAM}/jobs/goes-on"
UP = ("up", "--yes", "--skip-preview")
DESTROY = ("destroy", "--yes", "--skip-preview")


@contextmanager
def faulty_platform(tools: Toolbox, work: Path, frameworks: Collection[str] = ()) -> Iterator[Rehearsal]:
    """The dev stack with a second team that has no queue, ready to be destroyed, beside a namespace that is not ours.

    Kueue's manager does not start before it is let go. `frameworks` are the kinds of job that it manages, if not those
    that the platform chooses.
    """
    with Rehearsal(STACK_FILE, tools, work, held=["kueue"]) as rehearsal:
        stack = removable(rehearsal.program.stack, rehearsal.subject)
        stack["teams"][WITHOUT_A_QUEUE] = {"groups": stack["teams"][TEAM]["groups"]}
        if frameworks:
            stack["queues"] = {**stack.get("queues", {}), "frameworks": list(frameworks)}
        rehearsal.program.stack = stack
        rehearsal.api.create(NAMESPACES, {"metadata": {"name": SOMEBODY_ELSE}})
        yield rehearsal


def change_plan(rehearsal: Rehearsal, changes: Mapping[str, Mapping[str, Any]]) -> None:
    """From now on the program registers its plan with these fields in the entries of these keys."""
    folder = rehearsal.program.folder / "stacks"
    shutil.copy(changed_program.__file__, folder / "__main__.py")
    (folder / changed_program.CHANGES.name).write_text(json.dumps(changes))


def submit_a_job_that_goes_on(api: Api) -> None:
    """A job of the queued team that holds quota until it is deleted: its pod waits for a node."""
    container = {"name": "work", "image": "example/work:1", "resources": {"limits": {"nvidia.com/gpu": "1"}}}
    pod = {"restartPolicy": "Never", "nodeSelector": {"nobody": "has-this-label"}, "containers": [container]}
    jobs, _, name = JOB.rpartition("/")
    job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": {"template": {"spec": pod}}}
    api.create(jobs, job)
    until("a pod of the job", lambda: api.items(f"{NAMESPACES}/{TEAM}/pods"), 60)

"""Changes a stack as a team does: edit the file, read the preview, run `up`."""

import json
from typing import Any

from merging import merged

from aksgpu_rehearsal.outcomes import Outcome, Step
from aksgpu_rehearsal.rehearsal import Rehearsal


def edit(platform: Rehearsal, changes: Any) -> None:
    """Lay changes over the stack file. A value of `...` takes a key out."""
    platform.program.stack = merged(platform.program.stack, changes)


def change(platform: Rehearsal, changes: Any) -> list[Step]:
    """Edit the stack, preview and run `up`. Returns the engine's steps, which were announced and then done.

    A preview may announce an update that then finds nothing to do: what a changed cluster says about itself is only
    known afterwards. It may never leave out what is then done.
    """
    edit(platform, changes)
    announced = {(step.op, step.name) for step in previewed(platform)}
    done = platform.engine.up().steps
    assert {(step.op, step.name) for step in done if "replace" not in step.op} <= announced
    assert {step.name for step in done if "replace" in step.op} == {name for op, name in announced if op == "replace"}
    return done


def previewed(platform: Rehearsal) -> list[Step]:
    """What a preview announces, without what stays as it is."""
    return [Step(step["op"], step["urn"]) for step in platform.engine.preview() if step["op"] not in ("same", "read")]


def refused(platform: Rehearsal, changes: Any) -> Outcome:
    """Edit the stack and preview, which has to fail."""
    edit(platform, changes)
    outcome = platform.engine.run("preview")
    assert outcome.code != 0
    return outcome


def names(steps: list[Step], op: str) -> list[str]:
    """The resources of the steps of one kind, in their order."""
    return [step.name for step in steps if step.op == op]


def pool(platform: Rehearsal, name: str) -> dict[str, Any]:
    """What the simulated cloud has of a node pool, by its name in Azure."""
    return next(
        value["outputs"] for id_, value in cloud(platform)["resources"].items() if id_.endswith(f"/agentPools/{name}")
    )


def pools(platform: Rehearsal) -> list[str]:
    """The names of the node pools in the simulated cloud."""
    return [id_.rsplit("/", 1)[-1] for id_ in cloud(platform)["resources"] if "/agentPools/" in id_]


def cloud(platform: Rehearsal) -> dict[str, Any]:
    """The simulated cloud."""
    return json.loads(platform.cloud.read_text())

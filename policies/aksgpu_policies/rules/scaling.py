"""Pools whose nodes come and go: who counts them, and what becomes of those that go."""

from collections.abc import Iterator

from aksgpu_policies.kinds import AGENT_POOL
from aksgpu_policies.reading import first_unknown, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

DRIVER = "gpuProfile.driver"
SCALE_DOWN = "scaleDownMode"


@rule(
    "autoscaled-count-ignored",
    "An autoscaled pool ignores changes of its count: the autoscaler counts its nodes, and each run that sets the "
    "number back takes nodes from running jobs.",
    AGENT_POOL,
    severity="high",
)
def autoscaled_count_ignored(pool: Resource) -> Iterator[Finding]:
    """A pool that states no count has none to set back."""
    scaled, count = read(pool.inputs, "enableAutoScaling"), read(pool.inputs, "count")
    if count is None or {"count", "*"} & {*pool.ignore_changes}:
        return
    yield from unknowns(pool.inputs, "enableAutoScaling")
    if scaled is True:
        yield Violation(
            "This pool is autoscaled and its count is not ignored, so each run sets its number of nodes back.",
            'Add "count" to the resource option ignoreChanges.',
        )


@rule(
    "no-deallocate-with-operator-driver",
    "A pool whose driver the GPU Operator installs deletes the nodes that it scales down: a deallocated node keeps "
    "files of the old driver, and after some rounds no driver can be installed (NVIDIA/gpu-operator#729).",
    AGENT_POOL,
    severity="high",
)
def no_deallocate_with_operator_driver(pool: Resource) -> Iterator[Finding]:
    """Left out, AKS deletes nodes."""
    mode, driver = read(pool.inputs, SCALE_DOWN), read(pool.inputs, DRIVER)
    if not (mode == "Deallocate" or isinstance(mode, Unknown)) or not (driver == "None" or isinstance(driver, Unknown)):
        return
    if first_unknown(mode, driver):
        yield from unknowns(pool.inputs, SCALE_DOWN, DRIVER)
        return
    yield Violation(
        "This pool deallocates nodes and leaves the driver to the GPU Operator, which then finds leftovers of its "
        "last installation.",
        "Write scaleDownMode: Delete, or gpuProfile.driver: Install where AKS installs the driver.",
    )

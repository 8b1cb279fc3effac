"""Rules about permissions to lose something scarce."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, note, warning

CLUSTER = "cluster"


def approvals_hold(subject: Subject) -> Iterator[Finding]:
    """An approval that has expired lifts nothing."""
    for key, approval in subject.stack.approve.items():
        if approval.expires < subject.today:
            yield warning(
                ("approve", key, "expires"),
                f"this approval expired on {approval.expires}, so {key} is protected again.",
                "Take it out, or write a later date if the change is still to come.",
            )


def approvals_name_something_scarce(subject: Subject) -> Iterator[Finding]:
    """Approvals are for the stack's own cluster, GPU pools and storage accounts."""
    stack = subject.stack
    scarce = [*([CLUSTER] if subject.facts.ours else []), *stack.gpu_pools, *stack.storage.accounts]
    for key, approval in stack.approve.items():
        if key in scarce:
            continue
        path = ("approve", key)
        if key in stack.cpu_pools:
            yield note(
                path,
                f"{key} is a CPU pool. CPU pools are not protected, so the approval lifts nothing.",
                "Take it out.",
            )
            continue
        near = nearest(key, scarce)
        hint = f" If you meant {near}, write that." if near else ""
        if approval.action == "remove":
            yield note(
                path,
                f"nothing protected is called {key} in this stack. If it has been removed, the approval can go.{hint}",
            )
        else:
            yield warning(
                path,
                f"nothing protected is called {key} in this stack, so the approval lifts nothing.",
                f"Write {near}." if near else f"Name {one_of(scarce)}, or take it out." if scarce else "Take it out.",
            )


def removals_take_two_runs(subject: Subject) -> Iterator[Finding]:
    """Protection is lifted by one run, and only the next can remove."""
    stack = subject.stack
    for key, approval in stack.approve.items():
        present = key in stack.gpu_pools or key in stack.storage.accounts or (key == CLUSTER and subject.facts.ours)
        if approval.action == "remove" and present and approval.expires >= subject.today:
            yield note(
                ("approve", key),
                f"removing {key} takes two runs: up with this approval and {key} still in the file, which lifts its "
                f"protection; then take {key} out and run up again before {approval.expires}.",
            )


RULES = (
    approvals_hold,
    approvals_name_something_scarce,
    removals_take_two_runs,
)

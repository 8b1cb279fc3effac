"""What must not be lost by surprise carries `protect`.

Policies see neither old state nor deletes, so refusing a loss is the engine's part; these rules see that it can.
"""

from collections.abc import Iterator

from aksgpu_policies.gpu_sizes import has_gpus
from aksgpu_policies.kinds import AGENT_POOL, CLUSTER, STORAGE_ACCOUNT
from aksgpu_policies.reading import unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

_TWO_PEOPLE = (
    "Set the resource option protect. If its loss is approved in the stack file, add a waiver until the day on which "
    "that approval ends."
)


@rule(
    "cluster-protected",
    "A cluster carries protect. To lose one takes an approval in the stack file and a waiver here, so that two people "
    "agree.",
    CLUSTER,
    severity="critical",
)
def cluster_protected(cluster: Resource) -> Iterator[Finding]:
    """Mandatory, although an approval lifts protect: a cluster is not lost on one signature."""
    yield from _protected(
        cluster,
        "The cluster is not protected: a change of a create-only value would replace it with everything in it.",
        _TWO_PEOPLE,
    )


@rule(
    "storage-account-protected",
    "A storage account carries protect, since its data goes with it. To lose one takes an approval in the stack file "
    "and a waiver here, so that two people agree.",
    STORAGE_ACCOUNT,
    severity="critical",
)
def storage_account_protected(account: Resource) -> Iterator[Finding]:
    """Mandatory for the same reason as the cluster."""
    yield from _protected(
        account,
        "The storage account is not protected: a change of a create-only value would delete it with its data.",
        _TWO_PEOPLE,
    )


@rule(
    "gpu-pool-protected",
    "A GPU pool carries protect, since Azure may not give its nodes back. Advisory: an approval in the stack file "
    "lifts it for a rotation, which is ordinary work.",
    AGENT_POOL,
    severity="high",
    enforcement="advisory",
)
def gpu_pool_protected(pool: Resource) -> Iterator[Finding]:
    """The approval has an owner, a reason and a last day of its own, and is reviewed where the stack file is."""
    yield from unknowns(pool.inputs, "vmSize")
    if has_gpus(pool.inputs):
        yield from _protected(
            pool,
            "This GPU pool is not protected, so a run may replace or delete it, and its nodes may not come back.",
            "That is right while an approval for it holds. If there is none, set the resource option protect.",
        )


def _protected(resource: Resource, message: str, remedy: str) -> Iterator[Finding]:
    if resource.protect is None:
        yield CouldNotJudge("Nobody says whether this resource is protected.")
    elif not resource.protect:
        yield Violation(message, remedy)

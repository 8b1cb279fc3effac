"""VM sizes of GPU pools, by the catalogue."""

from collections.abc import Iterator
from datetime import date

from aksgpu.catalogue.vm_sizes import family_rule, gpu_vm_size, judge_size, why_not_a_gpu_size
from aksgpu_policies.gpu_sizes import has_gpus
from aksgpu_policies.kinds import AGENT_POOL
from aksgpu_policies.reading import read, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import dated_rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation


@dated_rule(
    "gpu-vm-size-works",
    "A GPU pool uses a VM size that Azure still runs and that AKS and the NVIDIA software support.",
    AGENT_POOL,
    severity="high",
)
def gpu_vm_size_works(pool: Resource, today: date) -> Iterator[Finding]:
    """A size that is unconfirmed, or that the catalogue lacks, is no violation: nothing is known against it."""
    yield from unknowns(pool.inputs, "vmSize")
    if not has_gpus(pool.inputs):
        return
    name = str(read(pool.inputs, "vmSize"))
    row = gpu_vm_size(name)
    if row is None:
        problem = why_not_a_gpu_size(name)
        known = problem is not None and family_rule(name) is not None
        yield Violation.of(problem) if problem and known else CouldNotJudge(f"The catalogue has no VM size {name}.")
        return
    judgement = judge_size(row, today)
    if judgement.problem is not None:
        refused = judgement.verdict == "refused"
        yield Violation.of(judgement.problem) if refused else CouldNotJudge(judgement.problem.message)

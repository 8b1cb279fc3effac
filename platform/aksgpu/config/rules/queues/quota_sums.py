"""Rules about all quotas of a pool together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.quotas import Amounts, PoolQuota, capacity, pool_quota
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.rules.queues.quota_words import arithmetic


@dataclass(frozen=True, slots=True)
class _Excess:
    """More of a resource promised than a pool has. `team` is the one whose quota goes over, in the file's order."""

    what: str
    team: str
    has: str
    shares: str
    total: str
    why: str
    nodes: int | None
    """Nodes at which it would fit; None where more nodes are not the answer."""


def quotas_fit_pools(subject: Subject) -> Iterator[Finding]:
    """The sum of all teams' quotas of a pool is at most what it can give, unless the stack says otherwise."""
    overcommit = subject.stack.queues.allow_overcommit
    for offer in subject.offers.values():
        for excess in _excesses(subject, offer):
            path = ("teams", excess.team, "queue", "quota", offer.name)
            message = (
                f"teams hold {excess.total} {excess.what} of pool {offer.name!r} ({excess.shares}), "
                f"and it can give {excess.has}: {excess.why}."
            )
            if overcommit:
                yield note(path, f"{message} queues.allowOvercommit allows it: admitted jobs may wait for nodes.")
            else:
                yield error(
                    path,
                    f"{message} Jobs would be admitted and then wait for nodes that never come.",
                    _remedy(offer, excess),
                )


def _remedy(offer: PoolOffer, excess: _Excess) -> str:
    section = {"gpu": "gpuPools", "cpu": "cpuPools", "system": "systemPool"}[offer.kind]
    place = section if offer.kind == "system" else f"{section}.{offer.name}"
    key = "scale.max" if offer.autoscaled else "nodes"
    raise_to = f"raise {place}.{key} to {excess.nodes}, " if excess.nodes else ""
    whole = excess.has.partition(".")[0]
    return f"Lower quotas to {whole} in all, {raise_to}or write queues.allowOvercommit: true."


def _excesses(subject: Subject, offer: PoolOffer) -> Iterator[_Excess]:
    held = {team: quota for team in subject.stack.teams if (quota := pool_quota(subject, team, offer.name))}
    has = capacity(offer)
    found = False
    for resource, most in has.gpus.items():
        amounts = {team: quota.nominal.gpus.get(resource, 0) for team, quota in held.items()}
        over = _over(amounts, most)
        if over:
            found = True
            per_node = offer.gpu_resources[resource]
            reserved = per_node * offer.max_nodes - most
            yield _Excess(
                resource,
                over,
                str(most),
                _listed({team: str(number) for team, number in amounts.items() if number}),
                str(sum(amounts.values())),
                arithmetic(subject.stack, offer, resource),
                -(-(sum(amounts.values()) + reserved) // per_node) if per_node else None,
            )
    if not found:
        yield from _excesses_beside(offer, held, has)


def _excesses_beside(offer: PoolOffer, held: Mapping[str, PoolQuota], has: Amounts) -> Iterator[_Excess]:
    """CPU and memory. Beside GPUs they go over only where the stack gives them itself."""
    for what, most, unit in (("cores", has.cpu_millicores, 1000), ("GiB of memory", has.memory_mib, 1024)):
        cores = unit == 1000
        amounts = {
            team: quota.nominal.cpu_millicores if cores else quota.nominal.memory_mib for team, quota in held.items()
        }
        over = _over(amounts, most)
        if over:
            per_node = offer.allocatable_cpu_millicores if cores else offer.allocatable_memory_mib
            yield _Excess(
                what,
                over,
                _decimal(most, unit),
                _listed({team: _decimal(number, unit) for team, number in amounts.items() if number}),
                _decimal(sum(amounts.values()), unit),
                f"{offer.max_nodes} nodes x {_decimal(per_node, unit)} that pods can have of a {offer.vm_size}",
                -(-sum(amounts.values()) // per_node) if per_node and offer.kind == "cpu" else None,
            )
            return


def _over(amounts: Mapping[str, int], most: int) -> str | None:
    """The first team with whose amount the sum exceeds `most`."""
    total = 0
    for team, number in amounts.items():
        total += number
        if number and total > most:
            return team
    return None


def _listed(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{team} {amount}" for team, amount in amounts.items())


def _decimal(number: int, unit: int) -> str:
    return f"{number / unit:.1f}".removesuffix(".0")

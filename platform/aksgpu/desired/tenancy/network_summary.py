"""Who reaches whom, in words, from the same facts as the policies."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.teams import Team
from aksgpu.desired.tenancy import peers
from aksgpu.desired.tenancy.cilium_policies import uses_cilium
from aksgpu.desired.tenancy.network_policies import TEAM_METRICS_PORT, enforced

EVERY_TEAM = "pods of every team"


@dataclass(frozen=True, slots=True)
class Reach:
    """One row: whether `source` reaches `target`, and on which ports."""

    source: str
    target: str
    ports: str
    allowed: bool


def reachability(subject: Subject) -> tuple[Reach, ...]:
    """What the network lets through, for the report: teams' pods outwards, then inwards, then the platform's own.

    A row speaks of every team where all teams agree, else of the teams it is true of. Empty without teams.
    """
    if not subject.stack.teams:
        return ()
    if not enforced(subject):
        return (Reach("every pod", "every pod and address, instance metadata too", "all", True),)
    return (*_outwards(subject), *_inwards(subject), *_platform(subject))


def _outwards(subject: Subject) -> Iterator[Reach]:
    yield Reach(EVERY_TEAM, "pods of the same team", "all ports and protocols", True)
    yield Reach(EVERY_TEAM, "pods of other teams and of the platform", "all", False)
    yield Reach(EVERY_TEAM, "cluster DNS, and LocalDNS on the node", "53 UDP and TCP", True)
    yield Reach(EVERY_TEAM, "instance metadata and the Azure wire server", "all", False)
    endpoints = peers.private_endpoint_range(subject)
    if endpoints:
        yield Reach(EVERY_TEAM, f"private endpoints ({endpoints})", "443 TCP", True)
    yield from _split(subject, "public internet", "443 TCP", lambda team: team.internet_egress)
    yield from _split(subject, "the Kubernetes API", "443 TCP", lambda team: reaches_api_server(subject, team))
    for name, team in subject.stack.teams.items():
        for rule in team.egress:
            ports = f"{', '.join(str(port) for port in rule.ports)} TCP"
            yield Reach(_team(name), rule.cidr, ports, peers.address_range(subject, rule.cidr) is not None)


def _inwards(subject: Subject) -> Iterator[Reach]:
    for name, team in subject.stack.teams.items():
        for namespace in team.ingress_namespaces:
            yield Reach(f"pods of namespace {namespace}", _team(name), "all", True)
    if subject.facts.managed_prometheus and subject.stack.monitoring.team_metrics:
        yield Reach("metrics collector", EVERY_TEAM, f"the port named {TEAM_METRICS_PORT}", True)
    yield Reach("everything else", EVERY_TEAM, "all", False)


def _platform(subject: Subject) -> Iterator[Reach]:
    collected = subject.facts.managed_prometheus
    if any(team.queue is not None for team in subject.stack.teams.values()):
        ports = f"{peers.KUEUE_WEBHOOK} and {peers.KUEUE_VISIBILITY} TCP"
        yield Reach("the API server", "Kueue's webhooks and visibility API", ports, True)
        if collected:
            yield Reach("metrics collector", "Kueue", f"{peers.KUEUE_METRICS} TCP", True)
    if subject.stack.gpu_pools and collected:
        yield Reach("metrics collector", "DCGM exporter", f"{peers.DCGM_METRICS} TCP", True)


def reaches_api_server(subject: Subject, team: Team) -> bool:
    """Whether the team's pods can talk to the Kubernetes API.

    An API server with a public address is part of the internet: whoever may go out reaches it too.
    """
    if team.internet_egress and not subject.facts.private:
        return True
    return team.kubernetes_api and (uses_cilium(subject) or peers.api_server_range(subject) is not None)


def _split(subject: Subject, target: str, ports: str, allows: Callable[[Team], bool]) -> Iterator[Reach]:
    verdicts = {name: allows(team) for name, team in subject.stack.teams.items()}
    for verdict in (True, False):
        names = [name for name, allowed in verdicts.items() if allowed is verdict]
        if names:
            yield Reach(EVERY_TEAM if len(names) == len(verdicts) else _team(*names), target, ports, verdict)


def _team(*names: str) -> str:
    return f"pods of {', '.join(names)}"

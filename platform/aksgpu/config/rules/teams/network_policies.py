"""Rules about whom teams' pods may reach."""

from collections.abc import Iterator

from aksgpu.catalogue.address_ranges import inside, why_range_opens_blocked_addresses
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of, team_namespaces
from aksgpu.config.finding import Finding, error, note, warning

_LONGEST_LIST = 8
_PODS = "pod range"
_POD_ADDRESSES = {
    "cilium": "under Cilium a rule by address matches no pod, so it would open nothing",
    "calico": "under Calico a rule by address would open the pods of all teams there",
}
_ANY_POD_ADDRESSES = "a rule by address opens no pods there or those of all teams, depending on the policy engine"
_SERVICE_ADDRESSES = "no policy sees a Service's address, so it would open nothing"


def egress_opens_no_blocked_address(subject: Subject) -> Iterator[Finding]:
    """Instance metadata hands out the node's tokens: no rule may reach it."""
    for team, config in subject.stack.teams.items():
        for index, rule in enumerate(config.egress):
            problem = why_range_opens_blocked_addresses(rule.cidr)
            if problem is not None:
                yield error(("teams", team, "egress", index, "cidr"), problem.message, problem.remedy)


def egress_is_outside_the_cluster(subject: Subject) -> Iterator[Finding]:
    """Pods are named by namespace, never by address."""
    ranges = {_PODS: subject.facts.pod_cidr, "Service range": subject.facts.service_cidr}
    for team, config in subject.stack.teams.items():
        for index, rule in enumerate(config.egress):
            for what, own in ranges.items():
                if own is not None and inside(rule.cidr, own):
                    why = _POD_ADDRESSES.get(subject.facts.network_policy, _ANY_POD_ADDRESSES)
                    yield error(
                        ("teams", team, "egress", index, "cidr"),
                        f"{rule.cidr} lies in the cluster's {what} ({own}), and "
                        f"{why if what == _PODS else _SERVICE_ADDRESSES}.",
                        "Take it out. Pods are let in by namespace: the team that shall be reached names the other's "
                        "namespace under ingressNamespaces.",
                    )


def egress_has_ports(subject: Subject) -> Iterator[Finding]:
    """A rule without ports opens nothing."""
    for team, config in subject.stack.teams.items():
        for index, rule in enumerate(config.egress):
            if not rule.ports:
                yield error(
                    ("teams", team, "egress", index, "ports"),
                    f"no port is given for {rule.cidr}, so nothing would be opened.",
                    "Name the ports, for example [443], or leave ports out for 443.",
                )


def closed_internet_is_known(subject: Subject) -> Iterator[Finding]:
    """What stops working for pods without internet, and what does not."""
    for team, config in subject.stack.teams.items():
        if config.internet_egress:
            continue
        signing_in = (
            " They cannot sign in to Entra ID as their team either; only datasets still mount, since the node signs in."
        )
        identity = signing_in if config.workload_identity else ""
        yield note(
            ("teams", team, "internetEgress"),
            f"pods of team {team} reach no public address: no model hub, no package index, no public registry. "
            f"Images are still pulled and volumes still mounted, since nodes do that.{identity}",
            "Name what they need under egress, for example the range of a proxy or of a private mirror.",
        )


def kubernetes_api_can_be_opened(subject: Subject) -> Iterator[Finding]:
    """Without Cilium the API server is an address, and somebody must know it."""
    facts = subject.facts
    created = subject.stack.cluster.create
    own_network = created is not None and created.network.existing_subnet is None
    known = facts.api_server_subnet is not None or (facts.private and own_network)
    if facts.network_policy in ("cilium", "none") or known:
        return
    for team, config in subject.stack.teams.items():
        by_internet = config.internet_egress and not facts.private
        if config.kubernetes_api and not by_internet:
            yield error(
                ("teams", team, "kubernetesApi"),
                f"policy {facts.network_policy} opens addresses only, and the stack does not know in which range the "
                "API server's address lies.",
                "Name that range with port 443 under egress and leave kubernetesApi out, or use policy cilium.",
            )


def ingress_namespace_can_send(subject: Subject) -> Iterator[Finding]:
    """Another team's pods may not go out to this team, whoever lets them in."""
    owners = {namespace: team for team, namespace in team_namespaces(subject.stack).items()}
    for team, config in subject.stack.teams.items():
        for index, namespace in enumerate(config.ingress_namespaces):
            path = ("teams", team, "ingressNamespaces", index)
            if namespace == namespace_of(subject.stack, team):
                yield note(path, f"pods of {namespace} reach each other already.", "Take it out.")
            elif namespace in owners:
                yield warning(
                    path,
                    f"{namespace} is the namespace of team {owners[namespace]}, whose pods may not go out to other "
                    "teams: letting them in here is not enough.",
                    "Make one team of the two, or put what both need into a namespace that belongs to no team.",
                )


def private_endpoints_are_reachable(subject: Subject) -> Iterator[Finding]:
    """In somebody else's network the stack does not know the range of the private endpoints."""
    accounts = [name for name, account in subject.stack.storage.accounts.items() if account.private_endpoint]
    created = subject.stack.cluster.create
    if not accounts or subject.facts.network_policy == "none":
        return
    if created is not None and created.network.existing_subnet is None:
        return
    teams = [team for team, config in subject.stack.teams.items() if not config.egress]
    if teams:
        who = ", ".join(teams) if len(teams) <= _LONGEST_LIST else f"{len(teams)} teams"
        yield note(
            ("teams", teams[0]),
            f"pods of {who} do not reach the private endpoints of {', '.join(accounts)}: the range of "
            "their subnet is not known here. Volumes are mounted all the same, since nodes do that.",
            "For pods that read storage by themselves, name that range under egress with port 443.",
        )


RULES = (
    egress_opens_no_blocked_address,
    egress_is_outside_the_cluster,
    egress_has_ports,
    closed_internet_is_known,
    kubernetes_api_can_be_opened,
    ingress_namespace_can_send,
    private_endpoints_are_reachable,
)

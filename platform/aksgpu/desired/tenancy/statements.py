"""What the reader of a plan should know of teams: what the network blocks, and what people do with their identity."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import Statement
from aksgpu.desired.tenancy.cilium_policies import uses_cilium
from aksgpu.desired.tenancy.network_policies import enforced
from aksgpu.desired.tenancy.peers import own_network
from aksgpu.desired.tenancy.workload_identity import SERVICE_ACCOUNT


def statements(subject: Subject) -> Iterator[Statement]:
    """Sentences about the network of teams and about their rights; none without teams."""
    if not subject.stack.teams:
        return
    for text in _network(subject):
        yield Statement("network", text)
    for text in (*_people(subject), *_identities(subject)):
        yield Statement("access", text)


def _network(subject: Subject) -> Iterator[str]:
    if not enforced(subject):
        yield "No policy engine: every pod reaches every other and instance metadata. The plan has no NetworkPolicies."
        return
    engine = {"cilium": "Cilium", "calico": "Calico", "azure": "Azure's policy engine"}
    yield (
        f"{engine[subject.facts.network_policy]} enforces the policies: pods of a team reach each other on all ports, "
        "and beside that only what a rule names. Images and volumes come through the node, outside of all policies."
    )
    if uses_cilium(subject):
        yield "Instance metadata is denied outright: no policy that people of a team add themselves opens it."
    else:
        yield (
            "Instance metadata is in no rule. People with the right admin or edit may add NetworkPolicies in their "
            "namespace, and such a policy could open it: only Cilium denies it outright."
        )
    if subject.facts.ours and own_network(subject) is None:
        yield "The range of private endpoints is not known in an existing network: teams name it under egress."


def _people(subject: Subject) -> Iterator[str]:
    if not any((each.groups.admin or each.groups.edit or each.groups.view) for each in subject.stack.teams.values()):
        return
    if subject.facts.azure_rbac:
        yield (
            "Teams get their rights from Azure role assignments on their namespaces, up to five minutes after `up`; "
            "Kueue's kinds, which Azure's roles do not know, from RoleBindings."
        )
    else:
        yield "Teams get their rights from RoleBindings to admin, edit and view, and to Kueue's user role."


def _identities(subject: Subject) -> Iterator[str]:
    if any(team.workload_identity for team in subject.stack.teams.values()):
        yield (
            f"A pod acts as its team's identity with serviceAccountName: {SERVICE_ACCOUNT} and the label "
            'azure.workload.identity/use: "true". No secret is involved.'
        )

"""The part `tenancy` of a plan."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import Entry, Part
from aksgpu.desired.tenancy.access import role_bindings
from aksgpu.desired.tenancy.azure_access import cluster_users, namespace_roles
from aksgpu.desired.tenancy.cilium_policies import cilium_policies
from aksgpu.desired.tenancy.data_roles import data_roles
from aksgpu.desired.tenancy.inline_volumes import inline_volume_policy
from aksgpu.desired.tenancy.limits import limits
from aksgpu.desired.tenancy.namespaces import namespace
from aksgpu.desired.tenancy.network_policies import network_policies
from aksgpu.desired.tenancy.workload_identity import workload_identity


def parts(subject: Subject) -> Iterator[Part]:
    """Everything about teams, team by team; nothing without teams."""
    entries: list[Entry] = [*cluster_users(subject), *inline_volume_policy(subject)]
    for team in subject.stack.teams:
        entries += _team(subject, team)
    if entries:
        yield Part("tenancy", "Tenancy", tuple(entries))


def _team(subject: Subject, team: str) -> Iterator[Entry]:
    yield namespace(subject, team)
    yield from limits(subject, team)
    yield from role_bindings(subject, team)
    yield from namespace_roles(subject, team)
    yield from workload_identity(subject, team)
    yield from data_roles(subject, team)
    # Before any pod can run: the namespace is closed, then opened.
    yield from network_policies(subject, team)
    yield from cilium_policies(subject, team)

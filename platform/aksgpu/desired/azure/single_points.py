"""Single points of failure that a stack accepts: one sentence each, so that accepting is a decision."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import one_of
from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.network import outbound_address_keys


def single_points_of_failure(subject: Subject) -> Iterator[str]:
    """What stops with one region, zone, node, address or disk rack."""
    yield f"Everything is in one region, {subject.stack.region}: without it there is no platform."
    yield from _control_plane(subject)
    yield from _zones(subject)
    yield from _spot(subject)
    yield from _outbound(subject)
    yield from _storage(subject)


def _control_plane(subject: Subject) -> Iterator[str]:
    created = subject.stack.cluster.create
    if created is None:
        return
    if created.tier == "Free":
        yield "Tier Free: AKS promises no uptime of the control plane."
    if subject.stack.system_pool.nodes == 1:
        yield "One system node: cluster DNS stops while it is down or upgraded."


def _zones(subject: Subject) -> Iterator[str]:
    in_one = [f"{offer.name} (zone {offer.zones[0]})" for offer in subject.offers.values() if len(offer.zones) == 1]
    in_none = [offer.name for offer in subject.offers.values() if not offer.zones]
    if in_one:
        yield f"In one zone: {', '.join(in_one)}."
    if in_none:
        yield f"Without zones, so all nodes may be in one: {', '.join(in_none)}."


def _spot(subject: Subject) -> Iterator[str]:
    offers = subject.offers
    for team, config in subject.stack.teams.items():
        pools = (
            [name for name in config.queue.quota if name in offers and offers[name].kind == "gpu"]
            if config.queue
            else []
        )
        if pools and all(offers[name].spot for name in pools):
            yield f"Team {team} has GPUs on spot nodes only ({', '.join(pools)}): Azure may take all of them at once."


def _outbound(subject: Subject) -> Iterator[str]:
    addresses = outbound_address_keys(subject)
    if addresses:
        yield "One NAT gateway, which lives in one zone: without it nodes pull no images."
    if len(addresses) == 1:
        yield "One outbound address: 64,512 connections at a time to one destination."


def _storage(subject: Subject) -> Iterator[str]:
    storage = subject.stack.storage
    classes = {
        f"class {name}": kind.sku or STORAGE_PROFILES[kind.profile].default_sku
        for name, kind in storage.classes.items()
        if kind.account is None
    }
    accounts = {f"account {name}": account.sku for name, account in storage.accounts.items()}
    local = [name for name, sku in (classes | accounts).items() if sku.endswith("_LRS")]
    if local:
        yield f"Locally redundant storage, lost with its data centre: {one_of(local).replace(' or ', ' and ')}."

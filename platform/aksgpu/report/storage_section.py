"""Storage classes, accounts and datasets, as a section of a report."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.report.section import Section, Table


def storage(subject: Subject) -> Section:
    """Everything that holds data, with what becomes of it."""
    return Section("Storage", Table(("What", "Name", "Kind", "When a claim goes", "For"), tuple(_rows(subject))))


def _rows(subject: Subject) -> Iterator[tuple[str, ...]]:
    section = subject.stack.storage
    for name, item in section.classes.items():
        kind = " ".join(filter(None, (item.profile, item.sku)))
        fate = "data stays" if item.reclaim_policy == "Retain" else "data is deleted"
        use = "checkpoints" if item.checkpoints else "any team"
        yield "class", name, kind, fate, use
    for name, account in section.accounts.items():
        reach = "private endpoint" if account.private_endpoint else account.public_access
        yield "account", name, f"{account.kind} {account.sku}, {reach}", "protected", "the platform"
    for name, dataset in section.datasets.items():
        where = dataset.account or (dataset.existing_account.name if dataset.existing_account else "?")
        mode = "read-only" if dataset.read_only else "read and write"
        place = dataset.container or dataset.share or "?"
        yield "dataset", name, f"{dataset.protocol} {where}/{place}, {mode}", "data stays", ", ".join(dataset.teams)

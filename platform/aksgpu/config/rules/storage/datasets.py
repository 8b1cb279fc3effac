"""Rules about datasets: where they are, and for whom."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.quantity_values import quantity_value
from aksgpu.config.derived.storage_places import SERVICES, why_account_cannot_hold
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note
from aksgpu.config.model.storage import Profile

DATASETS: Path = ("storage", "datasets")
_MOUNTED_IN_THE_STACK: tuple[Profile, ...] = ("blob-fuse", "blob-nfs", "files-nfs")
"""Protocols for accounts of the stack. Teams mount SMB from others only (smb_dataset_has_smb_oauth)."""

_HOLDERS = {"blob": "container", "file": "share"}


def dataset_has_one_account(subject: Subject) -> Iterator[Finding]:
    """An account of the stack, or one that exists already."""
    accounts = subject.stack.storage.accounts
    for name, dataset in subject.stack.storage.datasets.items():
        if (dataset.account is None) == (dataset.existing_account is None):
            none = dataset.account is None
            which = "neither account nor existingAccount is" if none else "both account and existingAccount are"
            yield error(
                (*DATASETS, name),
                f"a dataset lies in one account, and {which} given.",
                f"{'Write' if none else 'Keep'} existingAccount with name and resourceGroup, or account with a name of "
                "storage.accounts.",
            )
        elif dataset.account is not None and dataset.account not in accounts:
            near = nearest(dataset.account, accounts)
            yield error(
                (*DATASETS, name, "account"),
                f"there is no account {dataset.account} under storage.accounts.",
                f"Did you mean {near}?"
                if near
                else "For an account outside the stack write existingAccount with name and resourceGroup.",
            )


def dataset_has_one_place(subject: Subject) -> Iterator[Finding]:
    """A container for Blob, a share for Files, as the protocol says."""
    for name, dataset in subject.stack.storage.datasets.items():
        right = _HOLDERS[SERVICES[dataset.protocol]]
        wrong = "share" if right == "container" else "container"
        given = {"container": dataset.container, "share": dataset.share}
        if given[wrong] is not None:
            also = "" if given[right] is None else f" beside {right}"
            first = f"Write {right} in its place" if given[right] is None else f"Take {wrong} out"
            yield error(
                (*DATASETS, name, wrong),
                f"{wrong} is given{also}, and {dataset.protocol} mounts a {right}.",
                f"{first}, or write a protocol for a {wrong}: "
                f"{one_of(protocol for protocol, service in SERVICES.items() if _HOLDERS[service] == wrong)}.",
            )
        elif given[right] is None:
            yield error(
                (*DATASETS, name),
                f"{dataset.protocol} mounts a {right}, and none is named.",
                f"Write {right} with the name of the one that holds the data.",
            )


def dataset_place_has_a_possible_name(subject: Subject) -> Iterator[Finding]:
    """Azure's rule for names of containers and shares."""
    for name, dataset in subject.stack.storage.datasets.items():
        for key, place in (("container", dataset.container), ("share", dataset.share)):
            if place is not None and not _possible(place):
                yield error(
                    (*DATASETS, name, key),
                    f"{place!r} cannot be the name of a {key}: Azure takes 3 to 63 lower-case letters, digits and "
                    "single hyphens, with a letter or digit at both ends.",
                    f"Write the {key}'s name alone, without account and path.",
                )


def dataset_fits_its_account(subject: Subject) -> Iterator[Finding]:
    """An account of the stack must have what the protocol mounts."""
    for name, dataset in subject.stack.storage.datasets.items():
        account = subject.stack.storage.accounts.get(dataset.account or "")
        if account is None:
            continue
        why = why_account_cannot_hold(dataset.protocol, account)
        if why is not None:
            fitting = one_of(each for each in _MOUNTED_IN_THE_STACK if why_account_cannot_hold(each, account) is None)
            yield error(
                (*DATASETS, name, "protocol"),
                f"{dataset.protocol} cannot mount from {dataset.account}: {why}.",
                f"Write protocol: {fitting}, or name another account.",
            )
        elif dataset.existing_account is None:
            place = f"the {_HOLDERS[SERVICES[dataset.protocol]]} {dataset.container or dataset.share or 'of the data'}"
            yield note(
                (*DATASETS, name, "account"),
                f"the stack makes the account {dataset.account}, but not {place} in it: until somebody makes that and "
                "fills it, mounts fail. Nothing empty is made in its place.",
            )


def dataset_teams_exist(subject: Subject) -> Iterator[Finding]:
    """Claims go into namespaces of teams."""
    teams = subject.stack.teams
    for name, dataset in subject.stack.storage.datasets.items():
        for index, team in enumerate(dataset.teams):
            if team not in teams:
                near = nearest(team, teams)
                yield error(
                    (*DATASETS, name, "teams", index),
                    f"there is no team {team}.",
                    f"Did you mean {near}?"
                    if near
                    else f"Write a name of `teams`, such as {next(iter(teams))}."
                    if teams
                    else "Add the team under teams, or take it out here.",
                )


def dataset_size_is_one(subject: Subject) -> Iterator[Finding]:
    """Nothing reads the size, but Kubernetes refuses none at all."""
    for name, dataset in subject.stack.storage.datasets.items():
        if quantity_value(dataset.size) < 1:
            yield error(
                (*DATASETS, name, "size"),
                f"size {dataset.size} is less than a byte, and Kubernetes refuses such a volume.",
                "Leave it out, or write about how large the data is, for example 2Ti.",
            )


def _possible(place: str) -> bool:
    letters = place.replace("-", "")
    plain = letters.isascii() and letters.isalnum() and letters == letters.lower()
    return plain and 3 <= len(place) <= 63 and "--" not in place and place.strip("-") == place


RULES = (
    dataset_has_one_account,
    dataset_has_one_place,
    dataset_place_has_a_possible_name,
    dataset_fits_its_account,
    dataset_teams_exist,
    dataset_size_is_one,
)

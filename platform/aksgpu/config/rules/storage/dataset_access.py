"""Rules about how datasets are mounted, and who could get at them besides."""

from collections.abc import Iterator, Mapping

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.storage_drivers import (
    BLOB_TOKEN_MOUNT,
    FILES_TOKEN_MOUNT,
    NFS_ENCRYPTION,
)
from aksgpu.catalogue.storage_fit import why_secure_transfer_does_not_fit
from aksgpu.config.derived.storage_places import SERVICES, account_name
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning
from aksgpu.config.model.storage import Dataset
from aksgpu.config.rules.storage.driver_versions import why_driver_is_off, why_driver_is_too_old

DATASETS: Path = ("storage", "datasets")
_TOKEN_MOUNTS = {"blob-fuse": BLOB_TOKEN_MOUNT, "files-smb": FILES_TOKEN_MOUNT}


def dataset_is_mounted_by_an_identity(subject: Subject) -> Iterator[Finding]:
    """Teams mount as themselves: that takes an identity, and a driver that mounts with its token."""
    teams = subject.stack.teams
    for name, dataset in subject.stack.storage.datasets.items():
        feature = _TOKEN_MOUNTS.get(dataset.protocol)
        if feature is None:
            continue
        for index, team in enumerate(dataset.teams):
            if team in teams and not teams[team].workload_identity:
                yield error(
                    (*DATASETS, name, "teams", index),
                    f"{dataset.protocol} mounts the dataset as the team's identity, and team {team} has none.",
                    f"Write workloadIdentity: true for team {team}, or take the team out here.",
                )
        problem = why_driver_is_too_old(subject, feature)
        if problem is not None:
            yield error((*DATASETS, name, "protocol"), problem.message, problem.remedy)


def nfs_dataset_is_open_to_the_network(subject: Subject) -> Iterator[Finding]:
    """NFS knows no identities."""
    for name, dataset in subject.stack.storage.datasets.items():
        if dataset.protocol in ("blob-nfs", "files-nfs"):
            write = "" if dataset.read_only else " and writes"
            yield note(
                (*DATASETS, name, "protocol"),
                f"NFS knows no identities: whoever reaches the account from the nodes' network reads{write} everything "
                "in it. Within the cluster only the named teams have claims.",
                "Write protocol: blob-fuse where the account must know who reads.",
            )


def nfs_dataset_passes_secure_transfer(subject: Subject) -> Iterator[Finding]:
    """Plain NFS on Azure Files against an account that refuses unencrypted connections (field case F60)."""
    for name, dataset in subject.stack.storage.datasets.items():
        path = (*DATASETS, name, "encryptInTransit")
        if dataset.encrypt_in_transit and dataset.protocol != "files-nfs":
            yield error(
                path,
                f"encryptInTransit is for files-nfs, and this dataset is mounted by {dataset.protocol}.",
                "Take it out.",
            )
            continue
        problem = _why_plain_nfs_fails(subject, dataset)
        if problem is not None:
            yield error(path, problem.message, problem.remedy)


def dataset_driver_is_on(subject: Subject) -> Iterator[Finding]:
    """A volume without its driver is never mounted."""
    for name, dataset in subject.stack.storage.datasets.items():
        driver = SERVICES[dataset.protocol]
        problem = why_driver_is_off(subject, driver, "nothing mounts this dataset")
        if problem is not None:
            yield error((*DATASETS, name, "protocol"), problem.message, f"{problem.remedy}, or take the dataset out.")


def dataset_is_apart_from_made_volumes(subject: Subject) -> Iterator[Finding]:
    """Where a driver makes and deletes volumes, governed data should not lie."""
    makers: Mapping[str, str] = {
        config.account: name for name, config in subject.stack.storage.classes.items() if config.account is not None
    }
    for name, dataset in subject.stack.storage.datasets.items():
        account = account_name(dataset)
        if account in makers:
            yield warning(
                (*DATASETS, name),
                f"the class {makers[account]} makes and deletes volumes in {account} too, and for that the cluster may "
                "write to all of it, this dataset included.",
                f"Write another account for the class {makers[account]}.",
            )


def _why_plain_nfs_fails(subject: Subject, dataset: Dataset) -> Problem | None:
    if dataset.protocol != "files-nfs":
        return None
    if dataset.encrypt_in_transit:
        return why_driver_is_too_old(subject, NFS_ENCRYPTION)
    account = subject.stack.storage.accounts.get(dataset.account or "")
    secure = account is not None and account.secure_transfer
    problem = why_secure_transfer_does_not_fit("files-nfs", secure_transfer=secure, encrypt_in_transit=False)
    return problem and Problem(problem.message, problem.remedy.replace("on the class", "on the dataset"))


RULES = (
    dataset_is_mounted_by_an_identity,
    nfs_dataset_is_open_to_the_network,
    nfs_dataset_passes_secure_transfer,
    dataset_driver_is_on,
    dataset_is_apart_from_made_volumes,
)

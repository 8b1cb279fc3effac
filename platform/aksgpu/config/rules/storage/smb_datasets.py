"""Rules about datasets that are mounted by SMB as a team's identity."""

from collections.abc import Iterator

from aksgpu.config.derived.storage_places import account_name
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

DATASETS: Path = ("storage", "datasets")


def smb_dataset_has_smb_oauth(subject: Subject) -> Iterator[Finding]:
    """Identities mount SMB only from accounts where SMB OAuth is on."""
    for name, dataset in subject.stack.storage.datasets.items():
        if dataset.protocol != "files-smb":
            continue
        if dataset.account is not None:
            yield error(
                (*DATASETS, name, "protocol"),
                "a team's identity mounts SMB only where the account has SMB OAuth on, and the stack cannot switch "
                "that on: the Azure API version that it uses does not have it.",
                "Write protocol: blob-fuse, files-nfs with a FileStorage account, or existingAccount with an account "
                "where SMB OAuth is on.",
            )
        elif dataset.existing_account is not None:
            account = dataset.existing_account
            yield note(
                (*DATASETS, name, "existingAccount"),
                f"a team's identity mounts SMB from {account.name} only if SMB OAuth is on there. The stack cannot "
                "see that.",
                f"If it is not, have the account's owner run `az storage account update --name {account.name} "
                f"--resource-group {account.resource_group} --enable-smb-oauth true`.",
            )


def smb_dataset_is_alone_in_its_account(subject: Subject) -> Iterator[Finding]:
    """The only role that mounts SMB opens the whole account for writing."""
    for name, dataset in subject.stack.storage.datasets.items():
        if dataset.protocol != "files-smb" or dataset.existing_account is None:
            continue
        account = dataset.existing_account.name
        others = [
            other
            for other, each in subject.stack.storage.datasets.items()
            if other != name and account_name(each) == account and set(each.teams) != set(dataset.teams)
        ]
        if others:
            yield warning(
                (*DATASETS, name, "protocol"),
                f"the role that mounts SMB (Storage File Data SMB MI Admin) holds for all of {account}, so the teams "
                f"of this dataset could also read and change {', '.join(others)}, which other teams have.",
                "Keep SMB datasets of different teams in different accounts, or use files-nfs or blob-fuse.",
            )
        elif dataset.read_only:
            yield note(
                (*DATASETS, name, "readOnly"),
                "the mount is read-only and the identity is not: the only role that mounts SMB may write to all of "
                f"{account}.",
                "Write protocol: blob-fuse where the identity itself must not be able to write.",
            )


RULES = (
    smb_dataset_has_smb_oauth,
    smb_dataset_is_alone_in_its_account,
)

"""What a team's identity may do with data: its datasets, and nothing beside them."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import Dataset
from aksgpu.desired.azure import ids
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure
from aksgpu.desired.storage.sub_resources import account_key
from aksgpu.desired.tenancy.workload_identity import identity_key

BLOB_READER = "Storage Blob Data Reader"
BLOB_WRITER = "Storage Blob Data Contributor"
SMB_ADMIN = "Storage File Data SMB MI Admin"
"""The only role with which an identity mounts SMB, even read-only (azurefile-csi-driver, managed-identity-mount.md)."""


def data_roles(subject: Subject, team: str) -> Iterator[AzureResource]:
    """Rights of a team's identity: on each container it mounts with BlobFuse, on each account it mounts by SMB.

    A container that is named twice gets the wider right once. NFS knows no identities.
    """
    if not subject.stack.teams[team].workload_identity:
        return
    mine = [each for each in subject.stack.storage.datasets.values() if team in each.teams]
    yield from _blob_roles(subject, team, [each for each in mine if each.protocol == "blob-fuse"])
    yield from _smb_roles(subject, team, [each for each in mine if each.protocol == "files-smb"])


def account_id(subject: Subject, dataset: Dataset) -> str:
    """ARM id of the account that holds a dataset."""
    location = dataset.existing_account
    if location is None:
        return ids.resource_id(subject, "Microsoft.Storage/storageAccounts", str(dataset.account))
    subscription = location.subscription_id or subject.stack.subscription_id
    group = f"/subscriptions/{subscription}/resourceGroups/{location.resource_group}"
    return f"{group}/providers/Microsoft.Storage/storageAccounts/{location.name}"


def _blob_roles(subject: Subject, team: str, datasets: list[Dataset]) -> Iterator[AzureResource]:
    roles: dict[tuple[str, str], str] = {}
    after: dict[str, tuple[str, ...]] = {}
    for dataset in datasets:
        account = account_id(subject, dataset)
        place = (account, str(dataset.container))
        after[account] = _made_by(dataset)
        if not dataset.read_only or place not in roles:
            roles[place] = BLOB_READER if dataset.read_only else BLOB_WRITER
    for (account, container), role in roles.items():
        key = f"role-team-{team}-{ids.last_name(account)}-blob-{container}"
        scope = f"{account}/blobServices/default/containers/{container}"
        yield role_assignment(subject, key, scope, role, _principal(team), after=after[account])


def _smb_roles(subject: Subject, team: str, datasets: list[Dataset]) -> Iterator[AzureResource]:
    # On the account: some of the role's actions are the file service's, not a share's.
    after = {account_id(subject, dataset): _made_by(dataset) for dataset in datasets}
    for account, before in after.items():
        key = f"role-team-{team}-{ids.last_name(account)}-smb"
        yield role_assignment(subject, key, account, SMB_ADMIN, _principal(team), after=before)


def _made_by(dataset: Dataset) -> tuple[str, ...]:
    return (account_key(dataset.account),) if dataset.account else ()


def _principal(team: str) -> FromAzure:
    return FromAzure(identity_key(team), "principalId")

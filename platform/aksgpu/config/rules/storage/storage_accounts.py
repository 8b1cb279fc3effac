"""Rules about storage accounts that the stack makes."""

from collections.abc import Iterator

from aksgpu.catalogue.storage_drivers import why_nfs3_redundancy_does_not_fit
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

ACCOUNTS: Path = ("storage", "accounts")


def account_kind_fits_sku(subject: Subject) -> Iterator[Finding]:
    """Premium SKUs have kinds of their own."""
    for name, account in subject.stack.storage.accounts.items():
        premium = account.sku.startswith("Premium")
        if (account.kind == "StorageV2") == premium:
            right = "BlockBlobStorage or FileStorage" if premium else "StorageV2"
            yield error(
                (*ACCOUNTS, name, "kind"),
                f"kind {account.kind} does not go with sku {account.sku}: "
                + (
                    "premium accounts are for blobs (BlockBlobStorage) or for file shares (FileStorage)."
                    if premium
                    else "this kind exists with premium SKUs only."
                ),
                f"Write kind: {right}, or a {'Standard' if premium else 'Premium'} SKU.",
            )


def account_file_system_is_possible(subject: Subject) -> Iterator[Finding]:
    """Hierarchical namespace and NFS 3 are about blobs, and belong together."""
    for name, account in subject.stack.storage.accounts.items():
        path = (*ACCOUNTS, name)
        if account.kind == "FileStorage" and (account.hierarchical_namespace or account.nfs_v3):
            key = "hierarchicalNamespace" if account.hierarchical_namespace else "nfsV3"
            yield error(
                (*path, key),
                f"{key} is about blobs, and FileStorage holds none. Its file shares have NFS 4.1 without it.",
                "Leave it out, or write kind: StorageV2 or BlockBlobStorage.",
            )
        elif account.nfs_v3 and not account.hierarchical_namespace:
            yield error(
                (*path, "hierarchicalNamespace"),
                "NFS 3 on Blob needs a hierarchical namespace, and neither can be switched on later.",
                "Write hierarchicalNamespace: true, or nfsV3: false.",
            )
        if account.nfs_v3:
            problem = why_nfs3_redundancy_does_not_fit(account.sku)
            if problem is not None:
                yield error((*path, "sku"), problem.message, "Write a ZRS or LRS SKU, or nfsV3: false.")


def account_can_be_reached(subject: Subject) -> Iterator[Finding]:
    """Closed to public addresses, an account needs a private endpoint; open to subnets, it needs a subnet."""
    for name, account in subject.stack.storage.accounts.items():
        path = (*ACCOUNTS, name)
        if account.public_access == "disabled" and not account.private_endpoint:
            yield error(
                (*path, "privateEndpoint"),
                "publicAccess is disabled and there is no private endpoint, so nobody reaches the account. Service "
                "endpoints do not help: they lead to the public endpoint.",
                "Write privateEndpoint: true, or publicAccess: selectedSubnets.",
            )
        if account.public_access == "selectedSubnets" and not subject.facts.ours and not subject.facts.node_subnet:
            yield error(
                (*path, "publicAccess"),
                "selectedSubnets lets the nodes' subnet in, and the stack does not know which that is on this cluster.",
                "Write cluster.existing.facts.nodeSubnet, or publicAccess: disabled with a private endpoint.",
            )
        elif account.public_access == "selectedSubnets" and subject.facts.node_subnet:
            yield note(
                (*path, "publicAccess"),
                "the nodes' subnet must have the service endpoint Microsoft.Storage, or the account refuses the nodes. "
                "The stack changes nothing in that network.",
                "If it is missing, have the network's owner add it.",
            )


def account_keys_stay_off(subject: Subject) -> Iterator[Finding]:
    """A key opens everything in the account and names nobody."""
    smb = {each.account for each in subject.stack.storage.classes.values() if each.profile == "files-smb"}
    for name, account in subject.stack.storage.accounts.items():
        if account.shared_keys and name not in smb:
            yield warning(
                (*ACCOUNTS, name, "sharedKeys"),
                "account keys open everything in the account, and logs show that a key was used, not by whom. No class "
                "of the stack needs them here.",
                "Leave sharedKeys out.",
            )


def account_is_used(subject: Subject) -> Iterator[Finding]:
    """An account that nothing names costs little and does nothing."""
    storage = subject.stack.storage
    used = {each.account for each in storage.classes.values()} | {each.account for each in storage.datasets.values()}
    for name in storage.accounts:
        if name not in used:
            yield note(
                (*ACCOUNTS, name),
                f"no storage class and no dataset names {name}.",
                f"Write account: {name} on a class or dataset, or take it out.",
            )


RULES = (
    account_kind_fits_sku,
    account_file_system_is_possible,
    account_can_be_reached,
    account_keys_stay_off,
    account_is_used,
)

"""Rules about where a storage class puts its volumes, with whose rights, and how safe they are there."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest
from aksgpu.catalogue.storage_drivers import FILES_MANAGED_IDENTITY_MOUNT
from aksgpu.catalogue.storage_fit import why_secure_transfer_does_not_fit
from aksgpu.config.derived.storage_places import why_account_cannot_hold
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning
from aksgpu.config.rules.storage.driver_versions import why_driver_is_too_old

CLASSES: Path = ("storage", "classes")


def storage_class_account_exists(subject: Subject) -> Iterator[Finding]:
    """A class names an account of the stack."""
    accounts = subject.stack.storage.accounts
    for name, config in subject.stack.storage.classes.items():
        if config.profile != "disk" and config.account is not None and config.account not in accounts:
            near = nearest(config.account, accounts)
            yield error(
                (*CLASSES, name, "account"),
                f"there is no account {config.account} under storage.accounts.",
                f"Did you mean {near}?"
                if near
                else "Add it to storage.accounts, or leave account out: the driver then makes accounts by itself.",
            )


def storage_class_fits_its_account(subject: Subject) -> Iterator[Finding]:
    """The account decides kind, SKU and network; the class cannot say something else."""
    for name, config in subject.stack.storage.classes.items():
        account = subject.stack.storage.accounts.get(config.account or "")
        if account is None or config.profile == "disk":
            continue
        path = (*CLASSES, name)
        why = why_account_cannot_hold(config.profile, account)
        if why is not None:
            yield error(
                (*path, "account"),
                f"the account {config.account} holds no volumes of the profile {config.profile}: {why}.",
                "Name another account, or change that in storage.accounts before it is made: it cannot change later.",
            )
        if config.sku not in (None, account.sku):
            yield error(
                (*path, "sku"),
                f"sku is {config.sku}, and volumes of this class lie in {config.account}, whose SKU is {account.sku}.",
                "Leave sku out: the account decides.",
            )
        if config.private_endpoint:
            yield error(
                (*path, "privateEndpoint"),
                f"the account {config.account} decides how it is reached, not the class.",
                f"Leave it out here. storage.accounts.{config.account}.privateEndpoint says it.",
            )


def nfs_share_passes_secure_transfer(subject: Subject) -> Iterator[Finding]:
    """An account that refuses unencrypted connections refuses plain NFS (field case F60)."""
    for name, config in subject.stack.storage.classes.items():
        account = subject.stack.storage.accounts.get(config.account or "")
        if account is None or config.profile != "files-nfs":
            continue
        problem = why_secure_transfer_does_not_fit(
            config.profile,
            secure_transfer=account.secure_transfer,
            encrypt_in_transit=config.encrypt_in_transit,
        )
        if problem is not None:
            yield error((*CLASSES, name, "encryptInTransit"), problem.message, problem.remedy)


def smb_volumes_have_somebody_to_mount_them(subject: Subject) -> Iterator[Finding]:
    """SMB is mounted as the nodes' identity where driver and account can, else with an account key."""
    for name, config in subject.stack.storage.classes.items():
        if config.profile != "files-smb":
            continue
        account = subject.stack.storage.accounts.get(config.account or "")
        old = why_driver_is_too_old(subject, FILES_MANAGED_IDENTITY_MOUNT)
        if account is not None and not account.shared_keys:
            yield error(
                (*CLASSES, name, "account"),
                f"nodes mount SMB volumes in {config.account} with an account key, and sharedKeys is off there. "
                "Without keys the account would need SMB OAuth, and the stack cannot switch that on: the Azure API "
                "version that it uses does not have it.",
                "Leave account out (the driver then makes an account that identities mount), use the profile "
                f"files-nfs, or write sharedKeys: true on {config.account}.",
            )
        elif account is not None:
            yield note(
                (*CLASSES, name, "account"),
                f"volumes of this class are mounted with a key of {config.account}, which the driver keeps as a Secret "
                "in kube-system, out of the teams' reach.",
            )
        elif config.account is None and old is not None:
            yield warning(
                (*CLASSES, name, "profile"),
                f"{old.message} Until then the driver mounts with account keys, kept as Secrets in kube-system.",
                old.remedy,
            )
        elif config.account is None and config.private_endpoint:
            yield note(
                (*CLASSES, name, "privateEndpoint"),
                "whether nodes mount SMB as an identity through an endpoint that the driver makes is not confirmed: "
                "the driver mounts under the endpoint's name, and Kerberos asks for the account's own.",
                "Try it before teams rely on it, or use the profile files-nfs.",
            )


def driver_made_endpoint_has_a_network(subject: Subject) -> Iterator[Finding]:
    """Endpoints that a driver makes go beside the virtual network, with the DNS zone."""
    created = subject.stack.cluster.create
    own = created is not None and created.network.existing_subnet is None
    for name, config in subject.stack.storage.classes.items():
        if config.profile == "disk" or config.account is not None:
            continue
        path = (*CLASSES, name, "privateEndpoint")
        if config.private_endpoint and not own:
            yield error(
                path,
                "without an account the driver makes private endpoint and DNS zone by itself, in the resource group of "
                "the nodes' virtual network, which belongs to somebody else.",
                "Name an account of storage.accounts, whose endpoint the stack makes, or leave privateEndpoint out.",
            )
        if not config.private_endpoint and created is not None and created.network.outbound == "none":
            yield error(
                path,
                "outbound is none, so nodes reach storage through private endpoints only, and this class has none.",
                "Write privateEndpoint: true, or name an account that has one.",
            )


def driver_has_rights_on_the_account(subject: Subject) -> Iterator[Finding]:
    """Volumes are made by the cluster's own identity, and somebody else's cluster may not say which that is."""
    if subject.facts.ours or not subject.facts.user_assigned_identity:
        return
    for account in dict.fromkeys(each.account for each in subject.stack.storage.classes.values() if each.account):
        names = [name for name, each in subject.stack.storage.classes.items() if each.account == account]
        yield warning(
            (*CLASSES, names[0], "account"),
            f"volumes in {account} are made by the cluster's own identity, and the stack does not know which one this "
            "cluster has: it cannot grant it the right to do so.",
            f"Have that identity granted Storage Account Contributor on {account}, once `up` has made the account.",
        )


RULES = (
    storage_class_account_exists,
    storage_class_fits_its_account,
    nfs_share_passes_secure_transfer,
    smb_volumes_have_somebody_to_mount_them,
    driver_made_endpoint_has_a_network,
    driver_has_rights_on_the_account,
)

"""Storage accounts: encrypted on the way, closed to strangers, without keys that belong to nobody."""

from collections.abc import Iterator

from aksgpu_policies.kinds import BLOB_CONTAINER, STORAGE_ACCOUNT
from aksgpu_policies.reading import first_unknown, read, shown, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

_ACCESS = "publicNetworkAccess"
_DEFAULT = "networkRuleSet.defaultAction"


@rule(
    "storage-account-tls",
    "A storage account takes TLS 1.2 or newer only, and says so.",
    STORAGE_ACCOUNT,
    severity="high",
)
def storage_account_tls(account: Resource) -> Iterator[Finding]:
    """Left out, what holds depends on the API version."""
    yield from unknowns(account.inputs, "minimumTlsVersion")
    least = read(account.inputs, "minimumTlsVersion")
    if not isinstance(least, Unknown) and least not in ("TLS1_2", "TLS1_3"):
        yield Violation(
            f"minimumTlsVersion is {shown(least)}, so what is read and written may travel under old encryption.",
            "Write minimumTlsVersion: TLS1_2.",
        )


@rule(
    "storage-account-no-public-blobs",
    "A storage account lets nobody read blobs without signing in, and says so.",
    STORAGE_ACCOUNT,
    severity="critical",
)
def storage_account_no_public_blobs(account: Resource) -> Iterator[Finding]:
    """Left out, a container may still be made public."""
    yield from unknowns(account.inputs, "allowBlobPublicAccess")
    public = read(account.inputs, "allowBlobPublicAccess")
    if not isinstance(public, Unknown) and public is not False:
        yield Violation(
            f"allowBlobPublicAccess is {shown(public)}, so a container of this account can be opened to the world.",
            "Write allowBlobPublicAccess: false.",
        )


@rule(
    "blob-container-private",
    "A blob container lets nobody read without signing in, whatever its account allows.",
    BLOB_CONTAINER,
    severity="critical",
)
def blob_container_private(container: Resource) -> Iterator[Finding]:
    """Left out, the container is private."""
    yield from unknowns(container.inputs, "publicAccess")
    public = read(container.inputs, "publicAccess")
    if not isinstance(public, Unknown) and public not in (None, "None"):
        yield Violation(
            f"publicAccess is {shown(public)}, so whoever knows the address reads what is in this container.",
            "Write publicAccess: None, and give roles to the identities that read it.",
        )


@rule(
    "storage-account-no-shared-keys",
    "A storage account refuses shared keys: a key opens all of it, and nobody can tell who used it.",
    STORAGE_ACCOUNT,
    severity="high",
)
def storage_account_no_shared_keys(account: Resource) -> Iterator[Finding]:
    """SMB shares that are mounted with a key need a waiver."""
    yield from unknowns(account.inputs, "allowSharedKeyAccess")
    keys = read(account.inputs, "allowSharedKeyAccess")
    if not isinstance(keys, Unknown) and keys is not False:
        yield Violation(
            f"allowSharedKeyAccess is {shown(keys)}, so a leaked key opens the whole account.",
            "Write allowSharedKeyAccess: false and give roles to identities. A share that needs a key needs a waiver.",
        )


@rule(
    "storage-account-network-closed",
    "A storage account is not open to all networks.",
    STORAGE_ACCOUNT,
    severity="high",
)
def storage_account_network_closed(account: Resource) -> Iterator[Finding]:
    """Either the public endpoint is off, or its default answer is Deny."""
    access, default = read(account.inputs, _ACCESS), read(account.inputs, _DEFAULT)
    if access in ("Disabled", "SecuredByPerimeter") or default == "Deny":
        return
    if first_unknown(access, default):
        yield from unknowns(account.inputs, _ACCESS, _DEFAULT)
        return
    said = "the account has no network rules" if default is None else f"its default answer is {shown(default)}"
    yield Violation(
        f"The public endpoint is on and {said}, so every network in the world reaches the account.",
        f"Write {_ACCESS}: Disabled with a private endpoint, or {_DEFAULT}: Deny.",
    )

"""Who reaches the API server, and as whom."""

from collections.abc import Iterator

from aksgpu_policies.addresses import together
from aksgpu_policies.kinds import CLUSTER
from aksgpu_policies.reading import elements, first_unknown, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

PRODUCTION = "prod"
TOO_WIDE = 8
"""Prefix length of a range that is no longer a choice. Neighbours count as one: the internet in parts is too wide."""

PRIVATE = "apiServerAccessProfile.enablePrivateCluster"
RANGES = "apiServerAccessProfile.authorizedIPRanges"


@rule(
    "prod-api-server-closed",
    "In production the API server is private, or answers authorised address ranges only.",
    CLUSTER,
    severity="critical",
)
def prod_api_server_closed(cluster: Resource) -> Iterator[Finding]:
    """Production is what the tag `environment` calls prod, production, prod-eu and so on."""
    environment = read(cluster.inputs, "tags.environment")
    if not isinstance(environment, Unknown) and not str(environment).casefold().startswith(PRODUCTION):
        return
    private = read(cluster.inputs, PRIVATE)
    ranges = elements(cluster.inputs, RANGES)
    wide = [one for one in together(ranges) if one.prefixlen <= TOO_WIDE]
    is_open = not ranges or bool(wide)
    if private is True or not (is_open or first_unknown(*ranges)):
        return
    if first_unknown(environment, private) or not is_open:
        yield from unknowns(cluster.inputs, "tags.environment", PRIVATE, RANGES)
        return
    whole = not ranges or any(one.prefixlen == 0 for one in wide)
    answers = "the whole internet" if whole else f"all {wide[0].num_addresses:,} addresses of {wide[0]}"
    yield Violation(
        f"The API server of this production cluster answers {answers}.",
        f"Write {PRIVATE}: true, or list the ranges that may reach it in authorizedIPRanges.",
    )


@rule(
    "cluster-local-accounts-off",
    "Local accounts are off: a kubeconfig with a client certificate belongs to nobody, and taking it back means new "
    "certificates for the whole cluster.",
    CLUSTER,
    severity="high",
)
def cluster_local_accounts_off(cluster: Resource) -> Iterator[Finding]:
    """Left out, AKS leaves them on."""
    yield from unknowns(cluster.inputs, "disableLocalAccounts")
    if _is_off(cluster, "disableLocalAccounts"):
        yield Violation(
            "Local accounts are on, so whoever has the cluster's certificate is its administrator, under no name.",
            "Write disableLocalAccounts: true.",
        )


@rule(
    "cluster-entra-and-azure-rbac",
    "People sign in with Entra, and Azure role assignments say what they may do in the cluster.",
    CLUSTER,
    severity="high",
)
def cluster_entra_and_azure_rbac(cluster: Resource) -> Iterator[Finding]:
    """Both belong to aadProfile."""
    for field, what in (
        ("managed", "people do not sign in with Entra"),
        ("enableAzureRBAC", "Azure roles do not hold"),
    ):
        path = f"aadProfile.{field}"
        yield from unknowns(cluster.inputs, path)
        if _is_off(cluster, path):
            yield Violation(f"{path} is not true, so {what} in this cluster.", f"Write {path}: true.")


@rule(
    "cluster-workload-identity",
    "The OIDC issuer and workload identity are on, so that pods reach Azure without keys.",
    CLUSTER,
    severity="medium",
    enforcement="advisory",
)
def cluster_workload_identity(cluster: Resource) -> Iterator[Finding]:
    """Advisory: a cluster whose pods need nothing of Azure may do without."""
    for path in ("oidcIssuerProfile.enabled", "securityProfile.workloadIdentity.enabled"):
        yield from unknowns(cluster.inputs, path)
        if _is_off(cluster, path):
            yield Violation(f"{path} is not true, so pods can reach Azure only with keys.", f"Write {path}: true.")


def _is_off(cluster: Resource, path: str) -> bool:
    """Whether a switch is known not to be on."""
    value = read(cluster.inputs, path)
    return value is not True and not isinstance(value, Unknown)

"""A managed identity for each team, and the ServiceAccount whose pods sign in as it without any secret."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource, KubernetesObject
from aksgpu.desired.markers import FromAzure
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.namespaces import namespace_key

SERVICE_ACCOUNT = "workload"
AUDIENCE = "api://AzureADTokenExchange"
CLIENT_ID_ANNOTATION = "azure.workload.identity/client-id"


def identity_key(team: str) -> str:
    """Key of a team's managed identity."""
    return f"team-{team}-identity"


def workload_identity(subject: Subject, team: str) -> Iterator[AzureResource | KubernetesObject]:
    """Identity, federated credential and ServiceAccount; nothing where the team wants none.

    One credential for each identity, so AKS's limit of 20 is never near.
    """
    if not subject.stack.teams[team].workload_identity:
        return
    name = f"id-{subject.facts.name}-team-{team}"
    path = {"resourceGroupName": subject.facts.resource_group, "resourceName": name}
    yield AzureResource(
        key=identity_key(team),
        type="azure-native:managedidentity:UserAssignedIdentity",
        path=path,
        inputs={"location": subject.stack.region, "tags": tags(subject)},
        after=("resource-group",) if subject.facts.ours else (),
        create_only=("location",),
    )
    namespace = namespace_of(subject.stack, team)
    yield AzureResource(
        key=f"team-{team}-federation",
        type="azure-native:managedidentity:FederatedIdentityCredential",
        path={**path, "federatedIdentityCredentialResourceName": f"{namespace}-{SERVICE_ACCOUNT}"},
        inputs={
            "issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL"),
            "subject": f"system:serviceaccount:{namespace}:{SERVICE_ACCOUNT}",
            "audiences": [AUDIENCE],
        },
        after=(identity_key(team),),
    )
    yield _service_account(namespace, team)


def _service_account(namespace: str, team: str) -> KubernetesObject:
    client = FromAzure(identity_key(team), "clientId")
    manifest: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": SERVICE_ACCOUNT, "namespace": namespace, "annotations": {CLIENT_ID_ANNOTATION: client}},
    }
    return KubernetesObject(object_key(manifest), manifest, after=(namespace_key(namespace),))

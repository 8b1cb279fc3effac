"""Values out of what resources return, by the engine's camelCase path."""

from typing import Any

import pytest
from pulumi_azure_native.containerservice import outputs

from aksgpu_pulumi.output_paths import steps, value_at

PLAIN: dict[str, Any] = {
    "oidcIssuerProfile": {"issuerURL": "https://issuer"},
    "identityProfile": {"kubeletidentity": {"clientId": "kubelet"}},
    "agentPoolProfiles": [{"name": "system"}],
}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("oidcIssuerProfile.issuerURL", "https://issuer"),
        ("identityProfile.kubeletidentity.clientId", "kubelet"),
        ("agentPoolProfiles[0].name", "system"),
        ("agentPoolProfiles[1].name", None),
        ("agentPoolProfiles.name", None),
        ("nothing.below", None),
        ("oidcIssuerProfile[0]", None),
    ],
)
def test_plain_data(path: str, expected: Any) -> None:
    assert value_at(PLAIN, steps(path)) == expected


def test_sdk_output_types_are_read_by_engine_names_without_a_warning() -> None:
    issuer = outputs.ManagedClusterOIDCIssuerProfileResponse(issuer_url="https://issuer", enabled=True)
    assert value_at(issuer, ("issuerURL",)) == "https://issuer"
    kubelet = outputs.UserAssignedIdentityResponse(client_id="kubelet", principal_id="p")
    assert value_at({"kubeletidentity": kubelet}, ("kubeletidentity", "clientId")) == "kubelet"
    assert value_at(issuer, ("nothing",)) is None

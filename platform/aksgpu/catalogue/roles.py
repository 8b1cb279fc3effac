"""Azure's built-in roles that the platform assigns, by name."""

from collections.abc import Mapping
from types import MappingProxyType

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "Contributor": "b24988ac-6180-42a0-ab88-20f7382dd24c",
        "Reader": "acdd72a7-3385-48ef-bd42-f606fba81ae7",
        "Network Contributor": "4d97b98b-1d4f-4787-a291-c67834d212e7",
        "Private DNS Zone Contributor": "b12aa53e-6015-4669-85d0-8515ebb3ae7f",
        "Managed Identity Operator": "f1a07417-d97a-45cb-824c-7a7467783830",
        "AcrPull": "7f951dda-4ed3-4680-a7ca-43fe172d538d",
        "Azure Kubernetes Service Cluster Admin Role": "0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8",
        "Azure Kubernetes Service Cluster User Role": "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
        "Azure Kubernetes Service RBAC Admin": "3498e952-d568-435e-9b2c-8d77e338d7f7",
        "Azure Kubernetes Service RBAC Cluster Admin": "b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b",
        "Azure Kubernetes Service RBAC Reader": "7f6c6a51-bcf8-42ba-9220-52d62157d7db",
        "Azure Kubernetes Service RBAC Writer": "a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb",
        "Storage Account Contributor": "17d1049b-9a84-46fb-8f53-869881c3d3ab",
        "Storage Blob Data Contributor": "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
        "Storage Blob Data Owner": "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
        "Storage Blob Data Reader": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        "Storage File Data Privileged Contributor": "69566ab7-960f-475b-8e7c-b3118f30c6bd",
        "Storage File Data Privileged Reader": "b8eda974-7b85-4f76-af95-65846b26df6d",
        "Storage File Data SMB MI Admin": "a235d3ee-5935-4cfb-8cc5-a3303ad5995e",
        "Storage File Data SMB Share Contributor": "0c867c2a-1d8c-454a-a3db-ab2ea1bdc8bb",
        "Storage File Data SMB Share Reader": "aba4ae5f-2193-4029-9191-0cb91df5e314",
        "Monitoring Reader": "43d0d8ad-25c7-4714-9337-8ba259a9fe05",
        "Monitoring Metrics Publisher": "3913510d-42f4-4e42-8a64-420c390055eb",
        # Not on the page of built-in roles; in the onboarding templates of Azure's prometheus-collector.
        "Monitoring Data Reader": "b0d8363b-8ddd-447d-831f-62ca05bff136",
        "Grafana Admin": "22926164-76b3-42b3-bc55-97df8dab3e41",
        "Grafana Viewer": "60921a7e-fef1-4a43-9b16-a26c52ad4769",
        "Log Analytics Contributor": "92aaf0da-9dab-42b6-94a3-d43ce8d16293",
    }
)
"""Role name to the GUID of its definition. Source: azure-docs, built-in-roles.md (2026-04-09)."""


def role_definition_id(role: str, subscription_id: str) -> str:
    """The ARM id of a role's definition, as role assignments take it. Raises KeyError for a role not in ROLES."""
    return f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{ROLES[role]}"

"""Stacks that between them use every Azure type and key that the platform has."""

from collections.abc import Mapping
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import AzureResource
from aksgpu.plan import PARTS

GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
SHARED = "/subscriptions/9b1c2d3e-0000-4000-8000-000000000001/resourceGroups/rg-shared/providers"
REGISTRY = f"{SHARED}/Microsoft.ContainerRegistry/registries/images"
H100 = "Standard_NC40ads_H100_v5"

EVERYTHING: dict[str, Any] = {
    "tags": {"dataClass": "confidential"},
    "cluster": {
        "create": {
            "kubernetesVersion": "1.36",
            "tier": "Premium",
            "supportPlan": "AKSLongTermSupport",
            "entra": {"adminGroups": [GROUP], "tenantId": GROUP},
            "apiServer": {"subnetPrefix": "10.226.0.0/28"},
            "network": {"outbound": "natGateway", "natGatewayIps": 2, "localDns": "Required"},
            "upgrades": {
                "channel": "patch",
                "kubernetesWindow": {"blackouts": [{"start": "2026-12-20", "end": "2027-01-04"}]},
            },
            "addOns": {"defenderWorkspace": f"{SHARED}/Microsoft.OperationalInsights/workspaces/security"},
            "registries": [REGISTRY],
        }
    },
    "systemPool": {"dedicated": True, "zones": ["1", "2"]},
    "cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "scale": {"min": 1, "max": 4}, "disk": {"type": "Ephemeral"}}},
    "gpuPools": {
        "serve": {"vmSize": H100, "nodes": 2, "mig": {"layout": {"1g.12gb": 7}}, "zones": ["1"]},
        "spot": {"vmSize": H100, "scale": {"max": 4}, "spot": {"maxPrice": 1.5}},
        "booked": {
            "vmSize": H100,
            "nodes": 1,
            "capacityReservationGroup": f"{SHARED}/Microsoft.Compute/capacityReservationGroups/h100",
        },
    },
    "autoscaler": {"expander": "priority"},
    "monitoring": {"containerInsights": True, "grafana": {"adminGroups": [GROUP]}},
    "storage": {
        "classes": {
            "shared": {"profile": "files-nfs", "privateEndpoint": True, "encryptInTransit": True},
            "checkpoints": {"profile": "blob-fuse", "account": "checkpoints01", "checkpoints": True},
            "homes": {"profile": "files-smb", "account": "files01"},
        },
        "accounts": {
            "checkpoints01": {},
            "open01": {"publicAccess": "selectedSubnets", "privateEndpoint": False},
            "files01": {"kind": "FileStorage", "sku": "Premium_ZRS"},
        },
        "datasets": {
            "images": {
                "existingAccount": {"name": "companydata", "resourceGroup": "rg-data"},
                "container": "images",
                "teams": ["vision"],
            },
        },
    },
    "compliance": {
        "auditLogs": True,
        "encryptionAtHost": True,
        "diskEncryptionSet": f"{SHARED}/Microsoft.Compute/diskEncryptionSets/keys",
    },
}
ISOLATED: dict[str, Any] = {
    "cluster": {
        "create": {
            "localAccounts": True,
            "apiServer": {
                "private": True,
                "authorizedRanges": [],
                "privateDnsZone": f"{SHARED}/Microsoft.Network/privateDnsZones/privatelink.swedencentral.azmk8s.io",
            },
            "network": {"outbound": "none"},
            "bootstrapRegistry": REGISTRY,
        }
    },
    "monitoring": {"managedPrometheus": False},
}
BORROWED: dict[str, Any] = {
    "compliance": {"auditLogs": True},
    "monitoring": {"workspace": f"{SHARED}/Microsoft.Monitor/accounts/metrics", "grafana": {"adminGroups": [GROUP]}},
}

Entries = Mapping[str, tuple[str, tuple[AzureResource, ...]]]


def azure_entries(subject: Subject) -> tuple[AzureResource, ...]:
    entries = (entry for build in PARTS for part in build(subject) for entry in part.entries)
    return tuple(entry for entry in entries if isinstance(entry, AzureResource))

"""Adds storage classes: shared files, datasets on Blob, checkpoints that outlive their claims, and scratch disks."""

from datetime import date

import pulumi

from aksgpu_pulumi import Site, Storage

site = Site(
    environment="staging",
    owner="ml-platform",
    cost_centre="cc-1001",
    subscription_id="3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10",
    region="swedencentral",
    cluster={
        "existing": {"name": "shared", "resourceGroup": "rg-shared", "facts": {"kubernetesVersion": "1.35"}},
    },
    today=date.today(),
)
storage = Storage(
    "storage",
    site,
    storage={
        "classes": {
            "shared": {"profile": "files-smb", "sku": "Premium_LRS"},
            "datasets": {"profile": "blob-fuse"},
            "checkpoints": {
                "profile": "files-smb",
                "sku": "Premium_ZRS",
                "reclaimPolicy": "Retain",
                "checkpoints": True,
            },
            "scratch": {"profile": "disk"},
        }
    },
)

classes = [key.removeprefix("storageclass-") for key in storage.resources if key.startswith("storageclass-")]
pulumi.export("storageClasses", sorted(classes))

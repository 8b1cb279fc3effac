"""All rules about storage classes, accounts and datasets."""

from aksgpu.config.rules.storage import (
    checkpoints,
    dataset_access,
    datasets,
    disk_classes,
    private_endpoints,
    smb_datasets,
    storage,
    storage_accounts,
    storage_places,
)

RULES = (
    *storage.RULES,
    *disk_classes.RULES,
    *storage_places.RULES,
    *checkpoints.RULES,
    *storage_accounts.RULES,
    *private_endpoints.RULES,
    *datasets.RULES,
    *dataset_access.RULES,
    *smb_datasets.RULES,
)

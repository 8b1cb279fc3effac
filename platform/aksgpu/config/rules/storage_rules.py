"""All rules about storage classes, accounts and datasets."""

from aksgpu.config.rules import dataset_access, datasets, storage, storage_accounts, storage_places

RULES = (
    *storage.RULES,
    *storage_places.RULES,
    *storage_accounts.RULES,
    *datasets.RULES,
    *dataset_access.RULES,
)

"""Storage: accounts with their private endpoints, storage classes, and datasets as static volumes."""

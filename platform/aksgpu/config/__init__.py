"""The typed config of a stack."""

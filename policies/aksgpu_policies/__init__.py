"""Rules that a GPU platform must keep, whoever declares it. Judged without Pulumi."""

"""Facts about hardware, versions and limits: dated rows with a source. No config, no Kubernetes, no Pulumi."""

from datetime import date

CATALOGUE_DATE = date(2026, 8, 21)
"""The day up to which the sources of the rows were read."""

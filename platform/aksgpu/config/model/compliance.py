"""What auditors ask for."""

from typing import Literal

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import AzureId, Region


class Compliance(Config):
    """Rules that hold for the whole stack."""

    allowed_regions: list[Region] = []
    """Regions that the stack may use. Empty: any."""

    audit_logs: bool = False
    """Send the control plane's audit logs to `monitoring.logWorkspace`, or to a workspace that the stack makes."""

    encryption_at_host: bool = False
    """Encrypt temp disks and caches of every node. The subscription must have the feature."""

    disk_encryption_set: AzureId | None = None
    """Own key for OS and data disks. It cannot change later."""

    checkpoint_redundancy: Literal["none", "zone", "geo"] = "none"
    """Least redundancy of classes and accounts that hold checkpoints."""

"""What every single component must know: where it goes, and whose it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from aksgpu.config.model.base import Config

Spec = Config | Mapping[str, Any]
"""Settings as a model of aksgpu.config, or as plain data spelt as in a stack file (camelCase)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The head of a stack file, for programs that use single components.

    `cluster` is `{"existing": {...}}` or `{"create": {...}}` as in a stack file. `today` decides which dated facts have
    passed. `compliance`, `access`, `charts` and `approve` are as in a stack file.
    """

    environment: str
    owner: str
    cost_centre: str
    subscription_id: str
    region: str
    cluster: Spec
    today: date
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    compliance: Spec | None = None
    access: Spec | None = None
    charts: Spec | None = None
    approve: Mapping[str, Spec] | None = None

    def settings(self) -> Mapping[str, Any]:
        """The same under the keys of a stack file; what is not given is left out."""
        keys = {
            "environment": self.environment,
            "owner": self.owner,
            "costCentre": self.cost_centre,
            "subscriptionId": self.subscription_id,
            "region": self.region,
            "cluster": self.cluster,
            "tags": self.tags,
            "compliance": self.compliance,
            "access": self.access,
            "charts": self.charts,
            "approve": self.approve,
        }
        return {key: value for key, value in keys.items() if value is not None}

"""How the stack is registered and run: register, access, charts, approvals and waivers."""

from typing import Literal

from pydantic import model_validator

from aksgpu.config.model.base import Config, refuse
from aksgpu.config.model.types import Date

Register = Literal["all", "azure", "inCluster"]


class Access(Config):
    """How `pulumi up` signs in to the cluster."""

    login: Literal["azurecli", "workloadidentity", "spn", "msi", "azd"] = "azurecli"
    """kubelogin mode. It is written as given, so the registered kubeconfig is the same whoever runs `up`."""

    runner: Literal["hosted", "insideNetwork"] = "hosted"
    """Where preview and up run. A private cluster is out of reach of a hosted runner."""


class Charts(Config):
    """Where charts and images come from. Left out: their public homes."""

    mirror: str | None = None
    """An OCI registry path that holds all charts under their own names, for example oci://acr.example.io/charts."""

    folder: str | None = None
    """A local folder that holds all charts, each in a folder of its name."""

    image_registry: str | None = None
    """A registry that mirrors the images under their own paths."""

    @model_validator(mode="after")
    def _one_place(self) -> "Charts":
        if self.mirror and self.folder:
            refuse("charts.mirror and charts.folder are both given.", "Keep the one that charts come from.")
        return self


class Approval(Config):
    """Permission to lose something scarce."""

    action: Literal["replace", "remove"]
    """What is permitted: to `replace` it, or to `remove` it, which takes two runs."""

    owner: str
    """Who answers for it."""

    reason: str
    """Why the loss is meant, for those who read it later."""

    expires: Date
    """Last day on which it holds, as year-month-day. Then protection is back."""

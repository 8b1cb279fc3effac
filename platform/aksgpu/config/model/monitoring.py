"""Metrics and logs."""

from typing import Annotated

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import AzureId, Guid, Seconds


class Grafana(Config):
    """Azure Managed Grafana, which the stack makes."""

    admin_groups: Annotated[list[Guid], Field(min_length=1)]
    """Entra groups that administer it."""


class Dcgm(Config):
    """GPU metrics from the DCGM exporter."""

    scrape_interval: Seconds = "30s"
    """Time between two readings of the GPU metrics, in whole seconds."""

    scrape_timeout: Seconds = "10s"
    """Time that one reading may take, in whole seconds. At most `scrapeInterval`."""

    profiling: bool = True
    """Profiling counters (engine and tensor activity). They exclude other profilers, such as Nsight, on the GPU."""

    extra_counters: list[str] = []
    """Further DCGM fields, for example DCGM_FI_DEV_ECC_DBE_VOL_TOTAL."""


class Monitoring(Config):
    """Azure Monitor managed Prometheus and Container Insights."""

    managed_prometheus: bool = True
    """Collect metrics in an Azure Monitor workspace. On an existing cluster its facts say it instead."""

    workspace: AzureId | None = None
    """Azure Monitor workspace that exists. Left out: the stack makes one."""

    container_insights: bool = False
    """Send container logs and Kubernetes events to Log Analytics. Only for a cluster of the stack."""

    log_workspace: AzureId | None = None
    """Log Analytics workspace that exists, for Container Insights and audit logs. Left out: made where needed."""

    grafana: Grafana | None = None
    """Azure Managed Grafana on the metrics. Left out: none is made."""

    dcgm: Dcgm = Dcgm()
    """GPU metrics: how often they are read, and which."""

    team_metrics: bool = False
    """Also scrape a port named `metrics` of the teams' own pods."""

"""AKS's own add-ons of a new cluster: storage drivers, policy, security, metrics and logs."""

from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure.log_workspace import log_workspace_id


def add_ons(subject: Subject, cluster: NewCluster) -> dict[str, Any]:
    """Inputs of the cluster for add-ons. What is off is written as off, so that switching it off is a change."""
    monitoring = subject.stack.monitoring
    drivers = cluster.csi_drivers
    return {
        "oidcIssuerProfile": {"enabled": True},
        "nodeProvisioningProfile": {"mode": "Manual"},
        "storageProfile": {
            "blobCSIDriver": {"enabled": drivers.blob},
            "fileCSIDriver": {"enabled": drivers.file},
            "diskCSIDriver": {"enabled": drivers.disk},
            "snapshotController": {"enabled": drivers.snapshots},
        },
        "securityProfile": _security(cluster),
        "azureMonitorProfile": {"metrics": _metrics(enabled=monitoring.managed_prometheus)},
        "addonProfiles": {
            "azurepolicy": _policy(enabled=cluster.add_ons.azure_policy),
            "omsagent": _container_insights(subject),
        },
    }


def _security(cluster: NewCluster) -> dict[str, Any]:
    cleaner = cluster.add_ons.image_cleaner
    profile: dict[str, Any] = {
        "workloadIdentity": {"enabled": True},
        "imageCleaner": {"enabled": cleaner.enabled, "intervalHours": cleaner.interval_hours},
    }
    if cluster.add_ons.defender_workspace:
        profile["defender"] = {
            "logAnalyticsWorkspaceResourceId": cluster.add_ons.defender_workspace,
            "securityMonitoring": {"enabled": True},
        }
    return profile


def _metrics(*, enabled: bool) -> dict[str, Any]:
    if not enabled:
        return {"enabled": False}
    return {"enabled": True, "kubeStateMetrics": {"metricLabelsAllowlist": "", "metricAnnotationsAllowList": ""}}


def _policy(*, enabled: bool) -> dict[str, Any]:
    return {"enabled": True, "config": {"version": "v2"}} if enabled else {"enabled": False}


def _container_insights(subject: Subject) -> dict[str, Any]:
    if not subject.stack.monitoring.container_insights:
        return {"enabled": False}
    workspace = log_workspace_id(subject)
    return {"enabled": True, "config": {"logAnalyticsWorkspaceResourceID": workspace, "useAADAuth": "true"}}

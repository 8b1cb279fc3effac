"""When AKS may touch the cluster by itself: its own releases, Kubernetes upgrades and node images."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.config.model.upgrades import MaintenanceWindow
from aksgpu.desired.entries import AzureResource


def maintenance(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """Three windows under the names that AKS fixes (aks docs, planned-maintenance). A cluster takes one at a time."""
    windows = (
        ("maintenance-default", "default", cluster.upgrades.default_window),
        ("maintenance-kubernetes", "aksManagedAutoUpgradeSchedule", cluster.upgrades.kubernetes_window),
        ("maintenance-node-os", "aksManagedNodeOSUpgradeSchedule", cluster.upgrades.node_os_window),
    )
    before = "cluster"
    for key, config_name, window in windows:
        yield AzureResource(
            key=key,
            type="azure-native:containerservice:MaintenanceConfiguration",
            path={
                "resourceGroupName": subject.facts.resource_group,
                "resourceName": subject.facts.name,
                "configName": config_name,
            },
            inputs={"maintenanceWindow": _window(window)},
            after=(before,),
        )
        before = key


def _window(window: MaintenanceWindow) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "schedule": {"weekly": {"dayOfWeek": window.day, "intervalWeeks": window.interval_weeks}},
        "durationHours": window.duration_hours,
        "startTime": window.start_time,
        "utcOffset": window.utc_offset,
    }
    if window.blackouts:
        sent["notAllowedDates"] = [
            {"start": blackout.start.isoformat(), "end": blackout.end.isoformat()} for blackout in window.blackouts
        ]
    return sent

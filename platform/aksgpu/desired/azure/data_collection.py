"""Data collection: which metrics and logs of the cluster go where. The add-ons alone send nothing."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import names
from aksgpu.desired.azure.log_workspace import log_workspace_id
from aksgpu.desired.azure.monitor_workspace import monitor_workspace_id
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

PROMETHEUS_STREAM = "Microsoft-PrometheusMetrics"
INSIGHTS_STREAMS = (
    "Microsoft-ContainerLogV2",
    "Microsoft-KubeEvents",
    "Microsoft-KubePodInventory",
    "Microsoft-KubeNodeInventory",
    "Microsoft-KubePVInventory",
    "Microsoft-KubeServices",
    "Microsoft-KubeMonAgentEvents",
    "Microsoft-InsightsMetrics",
    "Microsoft-ContainerInventory",
    "Microsoft-ContainerNodeInventory",
    "Microsoft-Perf",
)


def prometheus_collection(subject: Subject) -> Iterator[AzureResource]:
    """Endpoint, rule and association of managed Prometheus."""
    name = names.data_collection(subject, "MSProm")
    yield AzureResource(
        key="data-collection-endpoint-prometheus",
        type="azure-native:monitor:DataCollectionEndpoint",
        path={"resourceGroupName": subject.facts.resource_group, "dataCollectionEndpointName": name},
        inputs={**_linux(subject), "networkAcls": {"publicNetworkAccess": "Enabled"}},
        after=("resource-group",),
        create_only=("location",),
    )
    everything: dict[str, str] = {}
    source = {"name": "PrometheusDataSource", "streams": [PROMETHEUS_STREAM], "labelIncludeFilter": everything}
    account = {"name": "MonitoringAccount", "accountResourceId": monitor_workspace_id(subject)}
    inputs = {
        "dataCollectionEndpointId": FromAzure("data-collection-endpoint-prometheus", "id"),
        "dataSources": {"prometheusForwarder": [source]},
        "destinations": {"monitoringAccounts": [account]},
        "dataFlows": [{"streams": [PROMETHEUS_STREAM], "destinations": ["MonitoringAccount"]}],
    }
    yield _rule(subject, "prometheus", name, inputs)
    yield _association("prometheus", name)


def insights_collection(subject: Subject) -> Iterator[AzureResource]:
    """Rule and association of Container Insights."""
    name = names.data_collection(subject, "MSCI")
    collected = {"interval": "1m", "namespaceFilteringMode": "Off", "enableContainerLogV2": True}
    source = {
        "name": "ContainerInsightsExtension",
        "extensionName": "ContainerInsights",
        "streams": list(INSIGHTS_STREAMS),
        "extensionSettings": {"dataCollectionSettings": collected},
    }
    inputs = {
        "dataSources": {"extensions": [source]},
        "destinations": {"logAnalytics": [{"name": "Workspace", "workspaceResourceId": log_workspace_id(subject)}]},
        "dataFlows": [{"streams": list(INSIGHTS_STREAMS), "destinations": ["Workspace"]}],
    }
    yield _rule(subject, "insights", name, inputs)
    yield _association("insights", name)


def _linux(subject: Subject) -> dict[str, Any]:
    return {"location": subject.stack.region, "kind": "Linux", "tags": tags(subject)}


def _rule(subject: Subject, what: str, name: str, inputs: dict[str, Any]) -> AzureResource:
    return AzureResource(
        key=f"data-collection-rule-{what}",
        type="azure-native:monitor:DataCollectionRule",
        path={"resourceGroupName": subject.facts.resource_group, "dataCollectionRuleName": name},
        inputs={**_linux(subject), **inputs},
        after=("resource-group",),
        create_only=("location", "kind"),
    )


def _association(what: str, name: str) -> AzureResource:
    return AzureResource(
        key=f"data-collection-association-{what}",
        type="azure-native:monitor:DataCollectionRuleAssociation",
        path={"resourceUri": FromAzure("cluster", "id"), "associationName": name},
        inputs={"dataCollectionRuleId": FromAzure(f"data-collection-rule-{what}", "id")},
    )

"""What a stack hands to its users and to other stacks. The kubeconfig is added at registration: it is a secret."""

from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.bundles.kueue.local_queues import LOCAL_QUEUE
from aksgpu.desired.markers import FromAzure


def outputs(subject: Subject) -> dict[str, Any]:
    """Output names with their values or markers.

    `resourceNames` says, per GPU pool, what a pod must request there; `queues`, per team, the namespace and queue that
    its jobs go to.
    """
    stack = subject.stack
    gpu_pools = {name: offer for name, offer in subject.offers.items() if offer.kind == "gpu"}
    return {
        "clusterName": subject.facts.name,
        "clusterId": FromAzure("cluster", "id"),
        "resourceGroup": subject.facts.resource_group,
        "nodeResourceGroup": FromAzure("cluster", "nodeResourceGroup"),
        "oidcIssuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL"),
        "nodePools": {name: offer.azure_name for name, offer in subject.offers.items()},
        "resourceNames": {name: sorted(offer.gpu_resources) for name, offer in gpu_pools.items()},
        "queues": {
            team: {"namespace": namespace_of(stack, team), "queue": LOCAL_QUEUE}
            for team, config in stack.teams.items()
            if config.queue is not None
        },
        "storageClasses": sorted(stack.storage.classes),
    }

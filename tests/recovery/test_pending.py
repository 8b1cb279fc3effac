"""Pending operations of a killed engine become a state that a refresh can finish."""

from typing import Any

import pytest

from aksgpu.recovery.pending import settled

URN = "urn:pulumi:dev::aksgpu::aksgpu:index:GpuPlatform"
PROVIDER = {
    "urn": f"{URN}$pulumi:providers:azure-native::azure",
    "type": "pulumi:providers:azure-native",
    "id": "77",
    "inputs": {"subscriptionId": "3f9d1c52"},
}
POOL = {"resourceGroupName": "rg", "resourceName": "gpu", "agentPoolName": "t4yexv"}
CLUSTER = "/subscriptions/3f9d1c52/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters/gpu"


def resource(type_token: str, name: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    provider = f"{PROVIDER['urn']}::77"
    return {"urn": f"{URN}${type_token}::{name}", "type": type_token, "inputs": inputs, "provider": provider, **more}


def after(operation: str, pending: dict[str, Any], *there: dict[str, Any]) -> tuple[list[dict[str, Any]], Any]:
    deployment = {"resources": [PROVIDER, *there], "pending_operations": [{"type": operation, "resource": pending}]}
    out, (one,) = settled(deployment)
    assert "pending_operations" not in out
    return out["resources"][1:], one


@pytest.mark.parametrize(
    ("type_token", "inputs", "id_"),
    [
        ("azure-native:containerservice:AgentPool", POOL, f"{CLUSTER}/agentPools/t4yexv"),
        (
            "azure-native:resources:ResourceGroup",
            {"resourceGroupName": "rg"},
            "/subscriptions/3f9d1c52/resourceGroups/rg",
        ),
        (
            "azure-native:authorization:RoleAssignment",
            {"scope": CLUSTER, "roleAssignmentName": "b7d0a5de"},
            f"{CLUSTER}/providers/Microsoft.Authorization/roleAssignments/b7d0a5de",
        ),
        ("kubernetes:core/v1:ConfigMap", {"metadata": {"name": "a", "namespace": "b"}}, "b/a"),
        ("kubernetes:scheduling.k8s.io/v1:PriorityClass", {"metadata": {"name": "training"}}, "training"),
    ],
)
def test_what_was_being_created_is_looked_for_under_the_id_of_its_names(
    type_token: str, inputs: dict[str, Any], id_: str
) -> None:
    (found,), one = after("creating", resource(type_token, "it", inputs))
    assert (found["id"], found["inputs"], found["outputs"]) == (id_, inputs, {})
    assert (one.name, one.id) == ("it", id_)


@pytest.mark.parametrize(
    ("type_token", "inputs"),
    [
        ("kubernetes:helm.sh/v3:Release", {"name": "kueue", "namespace": "kueue-system"}),
        ("azure-native:containerservice:AgentPool", {"agentPoolName": "t4yexv"}),
        ("random:index:RandomId", {}),
    ],
)
def test_what_has_no_id_of_its_names_is_left_to_the_next_up(type_token: str, inputs: dict[str, Any]) -> None:
    found, one = after("creating", resource(type_token, "it", inputs))
    assert (found, one.id) == ([], None)
    assert "the next up makes it" in one.what


@pytest.mark.parametrize("operation", ["updating", "deleting", "reading"])
def test_what_was_there_stays_as_the_state_knows_it(operation: str) -> None:
    there = resource("azure-native:containerservice:AgentPool", "pool-t4", POOL, id="/old", outputs={"count": 1})
    found, one = after(operation, {**there, "inputs": {}}, there)
    assert (found, one.id) == ([there], None)


def test_a_new_pool_that_was_to_replace_one_leaves_the_old_one_to_be_deleted() -> None:
    old = resource("azure-native:containerservice:AgentPool", "pool-t4", POOL, id="/old", outputs={}, protect=True)
    between = resource("kubernetes:core/v1:Namespace", "namespace", {"metadata": {"name": "n"}}, id="n", outputs={})
    new = resource("azure-native:containerservice:AgentPool", "pool-t4", {**POOL, "agentPoolName": "t4lz3a"})
    (first, second, third), _ = after("creating", new, old, between)
    assert first["id"] == f"{CLUSTER}/agentPools/t4lz3a"
    assert second == between
    assert third == {**old, "delete": True, "protect": False}


def test_a_state_without_pending_operations_stays_as_it_is() -> None:
    assert settled({"resources": [PROVIDER]}) == ({"resources": [PROVIDER]}, ())

"""The comparison of a plan with what the engine registers sees everything that differs, and nothing else."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from engine.plan_equality import differences, in_a_first_preview
from engine.plan_order import missing_paths
from engine.registered import SECRET, SIGNATURE, UNKNOWN, in_preview, in_state, plain
from engine.state_equality import differences_after_up

from aksgpu.desired.entries import AzureResource, ChartRelease, KubernetesObject
from aksgpu.desired.markers import FromAzure, FromConfig, Joined, RegistryLogin
from aksgpu.report.plan_json import entry_json

Doctor = Callable[[dict[str, Any]], None]

POOL = AzureResource(
    key="pool-t4",
    type="azure-native:containerservice:AgentPool",
    path={"resourceName": "gpu", "agentPoolName": "t4"},
    inputs={"count": 1, "vnetSubnetID": FromAzure("subnet", "id"), "tags": {"owner": "us"}, "zones": ["1", "2"]},
    after=("cluster",),
    protect=True,
    ignore_changes=("count",),
    create_only=("zones",),
)
CLUSTER = AzureResource(
    key="cluster", type="azure-native:containerservice:ManagedCluster", path={"resourceName": "gpu"}
)
SUBNET = AzureResource(key="subnet", type="azure-native:network:Subnet", path={"subnetName": "nodes"})
LOGIN = KubernetesObject(
    key="login",
    manifest={
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "login"},
        "stringData": {"config": RegistryLogin("own.example.io", "me", FromConfig("gpuSoftware.registry.password"))},
    },
    after=("cluster",),
)
ACCOUNT = KubernetesObject(
    key="account",
    manifest={
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "a", "annotations": {"id": Joined(("id:", FromAzure("cluster", "profiles[0].clientId")))}},
    },
    after=("login",),
)
CHART = ChartRelease("chart", "kueue", "kueue-system", "./charts/kueue", None, "0.19.2", {"tolerations": []})
ENTRIES = (SUBNET, CLUSTER, POOL, LOGIN, ACCOUNT, CHART)
PLAN = {
    "parts": [{"name": "cluster", "component": "Cluster"}],
    "entries": [{"part": "cluster", **entry_json(entry)} for entry in ENTRIES],
}
ROOT = "urn:pulumi:dev::aksgpu::"
PART = f"{ROOT}aksgpu:index:GpuPlatform$aksgpu:index:Cluster::cluster"
PROVIDER = f"{ROOT}pulumi:providers:kubernetes::kubernetes"


def resource(name: str, token: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    urn = f"{ROOT}aksgpu:index:GpuPlatform$aksgpu:index:Cluster${token}::{name}"
    return {"urn": urn, "type": token, "inputs": inputs, "parent": PART, **more}


def urn_of(name: str) -> str:
    return next(item["urn"] for item in first_preview() if item["urn"].endswith(f"::{name}"))


def first_preview() -> list[dict[str, Any]]:
    """The new states of a preview that says the same as the plan."""
    subnet = resource("subnet", SUBNET.type, {"subnetName": "nodes"})
    cluster = resource("cluster", CLUSTER.type, {"resourceName": "gpu"})
    pool = resource(
        "pool-t4",
        POOL.type,
        {**POOL.path, "count": 1, "vnetSubnetID": UNKNOWN, "tags": {"owner": "us"}, "zones": ["1", "2"]},
        protect=True,
        ignoreChanges=["count"],
        replaceOnChanges=["zones"],
        dependencies=[cluster["urn"]],
        propertyDependencies={"vnetSubnetID": [subnet["urn"]]},
    )
    head = {"apiVersion": "v1"}
    secret = {**head, "kind": "Secret", "metadata": {"name": "login"}, "stringData": SECRET}
    login = resource("login", "kubernetes:core/v1:Secret", secret, provider=f"{PROVIDER}::{UNKNOWN}")
    metadata = {"name": "a", "annotations": {"id": UNKNOWN}}
    account = resource(
        "account",
        "kubernetes:core/v1:ServiceAccount",
        {**head, "kind": "ServiceAccount", "metadata": metadata},
        dependencies=[login["urn"]],
    )
    release = {"chart": "./charts/kueue", "name": "kueue", "namespace": "kueue-system", "version": "0.19.2"}
    release |= {"values": {"tolerations": []}, "timeout": 600, "skipAwait": False}
    chart = resource("chart", "kubernetes:helm.sh/v3:Release", release | {"allowNullValues": True, "compat": "true"})
    platform = {"urn": f"{ROOT}aksgpu:index:GpuPlatform::aksgpu", "type": "aksgpu:index:GpuPlatform"}
    part = {"urn": PART, "type": "aksgpu:index:Cluster", "parent": platform["urn"]}
    provider = {"urn": PROVIDER, "type": "pulumi:providers:kubernetes", "dependencies": [cluster["urn"]]}
    return [platform, part, subnet, cluster, pool, provider, login, account, chart]


def found_in(states: list[dict[str, Any]]) -> list[str]:
    steps = [{"op": "create", "newState": state} for state in states]
    return differences(PLAN, in_preview(steps), in_a_first_preview)


def doctored(name: str, change: Doctor) -> list[dict[str, Any]]:
    states = copy.deepcopy(first_preview())
    change(next(state for state in states if state["urn"].endswith(f"::{name}") and state["urn"] != PART))
    return states


def test_a_preview_that_says_the_same_differs_in_nothing() -> None:
    assert found_in(first_preview()) == []


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("pool-t4", lambda it: it["inputs"].update(count=2), "pool-t4.inputs.count: is 2, and the plan says 1"),
        ("pool-t4", lambda it: it["inputs"].update(count=True), "pool-t4.inputs.count: is True, and the plan says 1"),
        ("pool-t4", lambda it: it["inputs"].update(count=UNKNOWN), f"pool-t4.inputs.count: is '{UNKNOWN}', and the"),
        ("pool-t4", lambda it: it["inputs"].update(vnetSubnetID="x"), "pool-t4.inputs.vnetSubnetID: is 'x', and the"),
        ("pool-t4", lambda it: it["inputs"]["tags"].clear(), "pool-t4.inputs.tags.owner: is left out"),
        ("pool-t4", lambda it: it["inputs"].update(mode="User"), "pool-t4.inputs.mode: is 'User', and the plan does"),
        (
            "pool-t4",
            lambda it: it["inputs"].update(zones=["1", "3"]),
            "pool-t4.inputs.zones[1]: is '3', and the plan says",
        ),
        ("pool-t4", lambda it: it["inputs"]["zones"].pop(), "pool-t4.inputs.zones: is ['1'], and the plan says"),
        ("pool-t4", lambda it: it.pop("protect"), "pool-t4: protect is False, and the plan says True"),
        ("pool-t4", lambda it: it.update(ignoreChanges=[]), "pool-t4: ignoreChanges is []"),
        ("pool-t4", lambda it: it.update(replaceOnChanges=[]), "pool-t4: replaceOnChanges is []"),
        ("pool-t4", lambda it: it.update(parent=f"{ROOT}a:b:C::other"), "pool-t4: parent is ('a:b:C', 'other')"),
        ("login", lambda it: it["inputs"].update(stringData={"config": "open"}), "login.inputs.stringData.config: is"),
        ("login", lambda it: it["inputs"].update(kind=SECRET), "login.inputs.kind: is '[secret]', and the plan says"),
        ("chart", lambda it: it["inputs"]["values"].clear(), "chart.inputs.values.tolerations: is left out"),
    ],
)
def test_a_changed_value_is_seen(name: str, change: Doctor, said: str) -> None:
    (found,) = found_in(doctored(name, change))
    assert found.startswith(said)


def test_what_is_missing_and_what_is_too_much_is_seen() -> None:
    states = first_preview()
    without = [state for state in states if not state["urn"].endswith("::pool-t4")]
    assert found_in(without) == ["pool-t4 (azure-native:containerservice:AgentPool) is planned and not registered"]
    more = [*states, resource("stray", "kubernetes:core/v1:ConfigMap", {})]
    assert found_in(more) == ["stray (kubernetes:core/v1:ConfigMap) is registered and not planned"]
    assert found_in([state for state in states if state["urn"] != PART]) == [
        "cluster (aksgpu:index:Cluster) is not registered"
    ]


def after_up() -> dict[str, Any]:
    """The state that the preview comes to, as `stack export` writes it."""
    states = {state["urn"].rpartition("::")[2]: state for state in first_preview() if state["urn"] != PART}
    states["subnet"]["id"] = "/subnets/nodes"
    states["cluster"]["outputs"] = {"profiles": [{"clientId": "42"}]}
    states["pool-t4"]["inputs"]["vnetSubnetID"] = "/subnets/nodes"
    secret = states["login"]["inputs"]
    del secret["stringData"]
    secret["data"] = {SIGNATURE[0]: SIGNATURE[1], "ciphertext": "v1:x"}
    states["account"]["inputs"]["metadata"]["annotations"]["id"] = "id:42"
    states["chart"]["inputs"] |= {"version": "0.19.0", "atomic": False}
    part = next(state for state in first_preview() if state["urn"] == PART)
    return {"deployment": {"resources": [*states.values(), part]}}


def test_a_state_with_the_answers_of_azure_is_the_same() -> None:
    assert differences_after_up(PLAN, in_state(after_up())) == []


def test_a_state_with_another_answer_differs() -> None:
    state = after_up()
    pool = next(one for one in state["deployment"]["resources"] if one["urn"].endswith("::pool-t4"))
    pool["inputs"]["vnetSubnetID"] = "/subnets/other"
    (found,) = differences_after_up(PLAN, in_state(state))
    assert found.startswith("pool-t4.inputs.vnetSubnetID: is '/subnets/other'")


def test_each_need_is_a_path_through_dependencies_values_and_providers() -> None:
    assert missing_paths(PLAN, in_state(after_up())) == []


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("pool-t4", lambda it: it.pop("dependencies"), ["pool-t4 does not come after cluster"]),
        ("pool-t4", lambda it: it.pop("propertyDependencies"), ["pool-t4 does not come after subnet"]),
        ("kubernetes", lambda it: it.pop("dependencies"), ["login", "account"]),
        (
            "account",
            lambda it: it.pop("dependencies"),
            ["account does not come after cluster", "account does not come"],
        ),
    ],
)
def test_a_need_without_a_path_is_seen(name: str, change: Doctor, said: list[str]) -> None:
    state = after_up()
    change(next(one for one in state["deployment"]["resources"] if one["urn"].endswith(f"::{name}")))
    found = missing_paths(PLAN, in_state(state))
    assert [text.startswith(start) for text, start in zip(found, said, strict=True)] == [True] * len(found)


def test_a_secret_of_a_state_is_its_value_only_where_it_is_shown() -> None:
    head = {SIGNATURE[0]: SIGNATURE[1]}
    assert plain({"a": {**head, "ciphertext": "v1:x"}}) == {"a": SECRET}
    assert plain({"a": [{**head, "plaintext": '{"b": "c"}'}]}) == {"a": [{"b": "c"}]}

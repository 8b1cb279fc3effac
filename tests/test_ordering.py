"""Entries are put in an order in which they can be registered, or the fault is named."""

import pytest

from aksgpu.desired.entries import AzureResource, KubernetesObject
from aksgpu.desired.markers import FromAzure, Joined
from aksgpu.ordering import BrokenPlan, in_order, needs


def azure(key: str, *after: str, **inputs: object) -> AzureResource:
    return AzureResource(key, "azure-native:resources:ResourceGroup", {"resourceGroupName": key}, inputs, after)


def inside(key: str, *after: str) -> KubernetesObject:
    return KubernetesObject(key, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": key}}, after)


def test_an_entry_comes_after_what_it_names_and_what_its_markers_name() -> None:
    entry = azure("a", "b", scope=[Joined(("/x/", FromAzure("c", "id")))], own=FromAzure("a", "id"))
    assert needs(entry) == ("b", "c")
    assert in_order((entry, azure("b"), azure("c"))) == ("b", "c", "a")


def test_the_order_given_stays_where_nothing_else_says_so() -> None:
    assert in_order((azure("z"), azure("a"), azure("m", "z"))) == ("z", "a", "m")


def test_what_is_inside_the_cluster_comes_after_the_cluster() -> None:
    assert in_order((inside("namespace-x"), azure("cluster"))) == ("cluster", "namespace-x")


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ((azure("a", "b"), azure("b", "a")), "wait for each other"),
        ((azure("a", "nowhere"),), "a comes after nowhere"),
        ((azure("a"), azure("a")), "share a key: a"),
    ],
)
def test_builders_that_contradict_each_other_are_named(entries: tuple[AzureResource, ...], words: str) -> None:
    with pytest.raises(BrokenPlan, match=words):
        in_order(entries)

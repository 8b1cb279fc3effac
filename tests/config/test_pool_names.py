"""Azure names of pools: stable while nothing create-only changes, new when something does."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.pool_names import generation, gpu_pool_choices
from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]
T4 = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}


def name_of(subject: Make, pool: dict[str, Any], **stack: Any) -> str:
    return subject({"gpuPools": {"t4": {**T4, **pool}}, **stack}).offers["t4"].azure_name


def test_a_name_is_the_logical_name_and_four_characters(subject: Make) -> None:
    assert re.fullmatch(r"t4[0-9a-z]{4}", name_of(subject, {}))
    longest = subject({"gpuPools": {"training": T4}}).offers["training"].azure_name
    assert len(longest) == 12


def test_names_that_are_written_down_stay() -> None:
    # A pool of a running cluster would be replaced if these changed.
    assert generation("Standard_NC4as_T4_v3", ()) == "yexv"
    assert generation("Standard_NC24ads_A100_v4", [("spot", {}, None)]) == "01lk"


def test_a_new_setting_at_its_default_renames_nothing() -> None:
    today = [("maxPods", 110, 110), ("zones", ["1"], [])]
    later = [*today, ("newSetting", "usual", "usual"), ("another", None, None)]
    assert generation("Standard_NC4as_T4_v3", today) == generation("Standard_NC4as_T4_v3", later)
    assert generation("Standard_NC4as_T4_v3", today) != generation(
        "Standard_NC4as_T4_v3", [*today, ("newSetting", 1, 2)]
    )


@pytest.mark.parametrize(
    "written",
    [
        {"maxPods": 110},
        {"disk": {"sizeGib": 256}},
        {"disk": {"type": "Managed", "kubelet": "OS"}},
        {"zones": []},
        {"spot": None},
    ],
)
def test_a_default_that_is_written_out_renames_nothing(subject: Make, written: dict[str, Any]) -> None:
    assert name_of(subject, written) == name_of(subject, {})


@pytest.mark.parametrize(
    "change",
    [
        {"vmSize": "Standard_NC8as_T4_v3"},
        {"maxPods": 60},
        {"disk": {"sizeGib": 512}},
        {"disk": {"type": "Ephemeral"}},
        {"disk": {"kubelet": "Temporary"}},
        {"zones": ["1"]},
        {"spot": {}},
        {"capacityReservationGroup": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/x/y"},
        {"mig": {"aksProfile": "MIG1g"}},
    ],
)
def test_what_cannot_change_in_place_renames(subject: Make, change: dict[str, Any]) -> None:
    assert name_of(subject, change) != name_of(subject, {})


def test_settings_of_the_stack_that_nodes_are_made_with_rename(subject: Make) -> None:
    plain = name_of(subject, {})
    assert name_of(subject, {}, gpuSoftware={"driverOwner": "aks"}) != plain
    assert name_of(subject, {}, compliance={"encryptionAtHost": True}) != plain
    subnet = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n"
    assert name_of(subject, {}, cluster={"create": {"network": {"existingSubnet": subnet}}}) != plain


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"spot": {"maxPrice": 2.5}}, {"spot": {}}),
        ({"spot": {"evictionPolicy": "Deallocate"}}, {"spot": {}}),
        ({"zones": ["1"]}, {"zones": ["2"]}),
        ({"disk": {"type": "Ephemeral", "sizeGib": 100}}, {"disk": {"type": "Ephemeral"}}),
    ],
)
def test_different_choices_have_different_names(subject: Make, one: dict[str, Any], other: dict[str, Any]) -> None:
    assert name_of(subject, one) != name_of(subject, other)


@pytest.mark.parametrize(
    "change",
    [
        {"scale": {"min": 1, "max": 9}},
        {"labels": {"tier": "gold"}},
        {"taints": ["team=vision:NoSchedule"]},
        {"gpuTaint": "sku"},
        {"upgrade": {"maxSurge": 1}},
        {"timeSlicing": {"replicas": 4}},
        {"reservedForServing": 1},
        {"workload": "inference"},
    ],
)
def test_what_changes_in_place_keeps_the_name(subject: Make, change: dict[str, Any]) -> None:
    assert name_of(subject, change) == name_of(subject, {})


def test_the_order_of_zones_does_not_matter(subject: Make) -> None:
    assert name_of(subject, {"zones": ["2", "1"]}) == name_of(subject, {"zones": ["1", "2"]})


def test_a_mig_layout_can_change_without_a_new_pool(subject: Make) -> None:
    def with_layout(layout: dict[str, int]) -> str:
        return name_of(subject, {"vmSize": "Standard_NC24ads_A100_v4", "mig": {"layout": layout}})

    assert with_layout({"1g.10gb": 7}) == with_layout({"2g.20gb": 3})


def test_pools_of_equal_shape_differ_by_their_own_names(subject: Make) -> None:
    offers = subject({"gpuPools": {"a": T4, "b": T4}}).offers
    assert offers["a"].azure_name[1:] == offers["b"].azure_name[1:]
    assert offers["a"].azure_name != offers["b"].azure_name


def test_every_setting_has_a_name_of_its_own(subject: Make) -> None:
    made = subject({"gpuPools": {"t4": T4}})
    names = [name for name, _, _ in gpu_pool_choices(made.stack.gpu_pools["t4"], made.stack, made.facts)]
    assert len(names) == len(set(names))

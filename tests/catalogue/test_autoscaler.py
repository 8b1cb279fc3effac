"""The autoscaler's keys: every row, and that they are the keys of the API and of the config."""

import inspect

import pytest
from pulumi_azure_native.containerservice import ManagedClusterPropertiesAutoScalerProfileArgs
from pydantic.alias_generators import to_camel

from aksgpu.catalogue.autoscaler import AUTOSCALER_KEYS, AutoscalerKey
from aksgpu.config.model.autoscaler import Autoscaler


@pytest.mark.parametrize("row", AUTOSCALER_KEYS.values(), ids=lambda row: row.aks)
def test_row(row: AutoscalerKey) -> None:
    assert row.source
    assert row.reason.endswith(".")
    assert (row.reason == "As AKS does.") <= (row.default == row.aks_default), "a changed default has a reason"
    match row.kind:
        case "choice":
            assert {row.default, row.aks_default} <= set(row.choices)
        case "boolean":
            assert {row.default, row.aks_default} <= {"true", "false"}
        case "seconds" | "minutes":
            assert row.default[:-1].isdigit()
            assert row.default[-1] == row.kind[0]
            assert row.low is not None
        case "integer" | "fraction":
            assert row.low is not None
            assert row.low <= float(row.default) <= (row.high if row.high is not None else float("inf"))


def test_the_keys_are_those_of_the_api() -> None:
    of_sdk = set(inspect.signature(ManagedClusterPropertiesAutoScalerProfileArgs.__init__).parameters) - {"__self__"}
    assert set(AUTOSCALER_KEYS) == {to_camel(name) for name in of_sdk}
    assert len(AUTOSCALER_KEYS) == 20


def test_the_config_has_the_same_keys_and_defaults() -> None:
    given = Autoscaler().model_dump(by_alias=True)
    assert set(AUTOSCALER_KEYS) == set(given) - {"priorities"}
    left_to_the_stack = {"maxGracefulTerminationSec", "maxNodeProvisionTime"}
    for field, row in AUTOSCALER_KEYS.items():
        if field in left_to_the_stack:
            assert given[field] is None
        else:
            assert str(given[field]).lower() == row.default


def test_only_the_daemonset_flags_are_sent_as_booleans() -> None:
    assert {row.aks for row in AUTOSCALER_KEYS.values() if row.sent_as_boolean} == {
        "ignore-daemonsets-utilization",
        "daemonset-eviction-for-empty-nodes",
        "daemonset-eviction-for-occupied-nodes",
    }

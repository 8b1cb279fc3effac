"""Files that the operator's components read: MIG layouts, sharing, counters."""

from collections.abc import Callable
from typing import Any

import yaml

from aksgpu.config.derived.gpu_division import MIG_LABEL
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.dcgm_counters import counters, counters_file
from aksgpu.desired.bundles.gpu_sharing import device_plugin_configs
from aksgpu.desired.bundles.mig_layouts import mig_parted_config

Make = Callable[..., Subject]
A100: dict[str, Any] = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 2}}
T4: dict[str, Any] = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
UTIL, ENGINE = "DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_PROF_GR_ENGINE_ACTIVE"


def fields(made: Subject) -> list[str]:
    return [field for field, _, _ in counters(made)]


def test_every_layout_in_use_and_whole_gpus_are_in_the_mig_config(subject: Make) -> None:
    layouts = {"a": {"3g.40gb": 1, "1g.10gb": 2}, "b": {"1g.10gb": 7}, "c": {"1g.10gb": 2, "3g.40gb": 1}}
    made = subject({"gpuPools": {name: {**A100, "mig": {"layout": layout}} for name, layout in layouts.items()}})
    config = yaml.safe_load(mig_parted_config(made))
    assert list(config) == ["version", "mig-configs"]
    assert config["version"] == "v1"
    found = config["mig-configs"]
    assert found["all-disabled"] == [{"devices": "all", "mig-enabled": False}]
    for name, layout in layouts.items():
        label = made.offers[name].labels[MIG_LABEL]
        assert found[label] == [{"devices": "all", "mig-enabled": True, "mig-devices": layout}]
    assert len(found) == 3


def test_without_layouts_the_mig_config_still_turns_mig_off(subject: Make) -> None:
    assert list(yaml.safe_load(mig_parted_config(subject()))["mig-configs"]) == ["all-disabled"]


def test_each_way_of_sharing_is_one_config(subject: Make) -> None:
    pools = {
        "turns": {**T4, "timeSlicing": {"replicas": 4}},
        "again": {**T4, "timeSlicing": {"replicas": 4}},
        "mps": {**T4, "mps": {"replicas": 2}},
        "slices": {**A100, "mig": {"layout": {"1g.10gb": 7}}, "timeSlicing": {"replicas": 2}},
    }
    configs = {name: yaml.safe_load(text) for name, text in device_plugin_configs(subject({"gpuPools": pools})).items()}
    assert configs["exclusive"] == {"version": "v1"}
    assert configs["time-slicing-4"]["sharing"]["timeSlicing"] == {
        "renameByDefault": True,
        "failRequestsGreaterThanOne": True,
        "resources": [{"name": "nvidia.com/gpu", "replicas": 4}],
    }
    assert configs["mps-2"]["sharing"]["mps"] == {
        "renameByDefault": True,
        "resources": [{"name": "nvidia.com/gpu", "replicas": 2}],
    }
    slices = configs["time-slicing-2_7x1g.10gb"]["sharing"]["timeSlicing"]["resources"]
    assert slices == [{"name": "nvidia.com/mig-1g.10gb", "replicas": 2}]
    assert len(configs) == 4


def test_no_sharing_needs_no_config(subject: Make) -> None:
    assert device_plugin_configs(subject()) == {}


def test_whole_gpus_have_the_classic_utilisation(subject: Make) -> None:
    assert {UTIL, ENGINE} <= set(fields(subject()))


def test_a_stack_of_slices_has_no_empty_series(subject: Make) -> None:
    only = subject(
        {"gpuPools": {"t4": ..., "p": {**A100, "mig": {"layout": {"1g.10gb": 7}}}}, "teams": {"vision": ...}}
    )
    assert UTIL not in fields(only)
    assert ENGINE in fields(only)
    assert UTIL in fields(subject({"gpuPools": {"p": {**A100, "mig": {"layout": {"1g.10gb": 7}}}}}))


def test_profiling_can_be_left_to_other_profilers(subject: Make) -> None:
    made = fields(subject({"monitoring": {"dcgm": {"profiling": False}}}))
    assert not [field for field in made if field.startswith("DCGM_FI_PROF")]


def test_xid_errors_are_counted_and_not_only_remembered(subject: Make) -> None:
    assert {"DCGM_FI_DEV_XID_ERRORS", "DCGM_EXP_XID_ERRORS_COUNT"} <= set(fields(subject()))


def test_extra_counters_come_once_with_their_type(subject: Make) -> None:
    extra = ["DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_PROF_PIPE_FP16_ACTIVE"]
    made = subject({"monitoring": {"dcgm": {"extraCounters": extra}}})
    assert len(fields(made)) == len(set(fields(made)))
    rows = [line.split(", ", 2) for line in counters_file(made).splitlines()]
    kinds = {field: kind for field, kind, _ in rows}
    assert kinds["DCGM_FI_DEV_ECC_DBE_VOL_TOTAL"] == "counter"
    assert kinds["DCGM_FI_PROF_PIPE_FP16_ACTIVE"] == "gauge"
    assert set(kinds.values()) == {"gauge", "counter", "label"}

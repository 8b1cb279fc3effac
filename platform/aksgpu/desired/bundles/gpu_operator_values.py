"""Helm values of the GPU Operator, from the pools and the stack's GPU software."""

from typing import Any

from aksgpu.catalogue.charts import ChartVersion
from aksgpu.catalogue.gpus import gpu_model
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles import gpu_operator_v25_10, gpu_operator_v26_3
from aksgpu.desired.bundles.chart_source import nvidia_repository
from aksgpu.desired.bundles.dcgm_counters import counters_file
from aksgpu.desired.bundles.gpu_sharing import EXCLUSIVE, device_plugin_configs
from aksgpu.desired.bundles.gpu_sharing import STEM as SHARING_STEM
from aksgpu.desired.bundles.helm_values import content_name, merged
from aksgpu.desired.bundles.mig_layouts import ALL_DISABLED, mig_parted_config
from aksgpu.desired.bundles.mig_layouts import STEM as MIG_STEM
from aksgpu.desired.bundles.node_preferences import no_control_plane
from aksgpu.desired.tolerations import system_tolerations, tolerations

CHART = "gpu-operator"
PULL_SECRET = "aksgpu-nvidia-registry"
COUNTERS_STEM = "aksgpu-dcgm-counters"
PRIORITY_CLASS = "system-node-critical"
"""Without its driver and plugin a GPU node is worth nothing, so nothing of a tenant may push them out."""

_IMAGES = {"v26.3": gpu_operator_v26_3.IMAGES, "v25.10": gpu_operator_v25_10.IMAGES}
_WITH_PULL_SECRET = {"v26.3": gpu_operator_v26_3.WITH_PULL_SECRET, "v25.10": gpu_operator_v25_10.WITH_PULL_SECRET}


def line(row: ChartVersion) -> str:
    """The release line of a chart row, which decides what its values look like: "v26.3" for v26.3.3."""
    return ".".join(row.version.split(".")[:2])


def operator_values(subject: Subject, row: ChartVersion) -> dict[str, Any]:
    """All values that the platform writes, without the user's. Every one of them is an owned key."""
    values = merged(_components(subject, row), _configs(subject))
    return merged(values, _images(subject, row))


def driver_version(subject: Subject, row: ChartVersion) -> str:
    """The driver's version: the stack's, or the one that belongs to the chart version. Always pinned."""
    return subject.stack.gpu_software.operator.driver_version or row.contents["driver"]


def _components(subject: Subject, row: ChartVersion) -> dict[str, Any]:
    software = subject.stack.gpu_software
    by_operator = software.driver_owner == "operator"
    system = system_tolerations(subject)
    return {
        # Exactly one in a cluster (field case F52); this one is a bundle of its own.
        "nfd": {"enabled": False},
        "psa": {"enabled": False},
        "daemonsets": {
            "tolerations": [*tolerations(subject.offers.values()), *system],
            "priorityClassName": PRIORITY_CLASS,
        },
        "operator": {
            "tolerations": system,
            "affinity": no_control_plane(),
            "upgradeCRD": True,
            "cleanupCRD": False,
        },
        "driver": {
            "enabled": by_operator,
            "version": driver_version(subject, row),
            "rdma": {"enabled": False},
            "nvidiaDriverCRD": {"enabled": False},
        },
        "toolkit": {"enabled": by_operator},
        "devicePlugin": {"enabled": True},
        "gfd": {"enabled": True},
        "mig": {"strategy": software.mig_strategy},
    }


def _configs(subject: Subject) -> dict[str, Any]:
    layouts, counters = mig_parted_config(subject), counters_file(subject)
    values: dict[str, Any] = {
        # On whenever there are GPUs: it also takes a layout away that a pool no longer has.
        "migManager": {
            "enabled": True,
            "config": {
                "create": True,
                "name": content_name(MIG_STEM, layouts),
                "default": ALL_DISABLED,
                "data": {"config.yaml": layouts},
            },
            "env": [{"name": "WITH_REBOOT", "value": "true" if may_need_reboot(subject) else "false"}],
        },
        "dcgmExporter": {
            "enabled": True,
            "config": {"create": True, "name": content_name(COUNTERS_STEM, counters), "data": counters},
            "env": _exporter_env(subject),
            "serviceMonitor": {"enabled": False},
        },
    }
    sharing = device_plugin_configs(subject)
    if sharing:
        name = content_name(SHARING_STEM, "".join(f"{key}\n{text}" for key, text in sharing.items()))
        config = {"create": True, "name": name, "default": EXCLUSIVE, "data": sharing}
        values["devicePlugin"] = {"config": config}
    return values


def _exporter_env(subject: Subject) -> list[dict[str, str]]:
    seconds = int(subject.stack.monitoring.dcgm.scrape_interval.removesuffix("s"))
    env = [{"name": "DCGM_EXPORTER_INTERVAL", "value": str(seconds * 1000)}]
    if device_plugin_configs(subject):
        # Without it the exporter cannot say which pods share a GPU.
        env.append({"name": "KUBERNETES_VIRTUAL_GPUS", "value": "true"})
    return env


def may_need_reboot(subject: Subject) -> bool:
    """Whether any pool has Ampere GPUs with MIG: they may need a reboot to enter or to leave it (field case F18).

    Not only pools that have a layout now: one whose layout was taken out must leave MIG mode too.
    """
    models = (gpu_model(offer.gpu_model or "") for offer in subject.offers.values())
    return any(model.architecture == "Ampere" and model.mig_product is not None for model in models if model)


def _images(subject: Subject, row: ChartVersion) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for component, path in _IMAGES[line(row)].items():
        repository = nvidia_repository(subject, path)
        if repository != f"nvcr.io/{path}":
            values = merged(values, _at(component, {"repository": repository}))
    if subject.stack.gpu_software.registry is not None:
        for component in _WITH_PULL_SECRET[line(row)]:
            values = merged(values, _at(component, {"imagePullSecrets": [PULL_SECRET]}))
    return values


def _at(dotted: str, value: dict[str, Any]) -> dict[str, Any]:
    for step in reversed(dotted.split(".")):
        value = {step: value}
    return value

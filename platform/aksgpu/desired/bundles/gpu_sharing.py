"""The device plugin's configs: one for GPUs that pods have alone, and one for each way of sharing in use."""

from collections.abc import Mapping

from aksgpu.config.derived.gpu_division import SharingConfig, sharing_config
from aksgpu.config.derived.subject import Subject

EXCLUSIVE = "exclusive"
"""The config of nodes without a label. Without it the plugin would give them the only other config there is."""

STEM = "aksgpu-gpu-sharing"


def sharing_configs(subject: Subject) -> Mapping[str, SharingConfig]:
    """Every way of sharing in the stack by its config's name."""
    strategy = subject.stack.gpu_software.mig_strategy
    found: dict[str, SharingConfig] = {}
    for name, pool in subject.stack.gpu_pools.items():
        offer = subject.offers.get(name)
        config = sharing_config(pool, offer.gpu_model or "", strategy) if offer else None
        if config:
            found[config.name] = config
    return dict(sorted(found.items()))


def device_plugin_configs(subject: Subject) -> dict[str, str]:
    """The data of the device plugin's ConfigMap by config name (config API v1); empty where no pool shares its GPUs."""
    configs = sharing_configs(subject)
    if not configs:
        return {}
    return {EXCLUSIVE: "version: v1\n"} | {name: _text(config) for name, config in configs.items()}


def _text(config: SharingConfig) -> str:
    lines = ["version: v1", "sharing:", f"  {config.way}:", "    renameByDefault: true"]
    if config.way == "timeSlicing":
        # Two shares are not twice the time, so a pod that asks for two is refused and does not believe it has them.
        lines.append("    failRequestsGreaterThanOne: true")
    lines.append("    resources:")
    for resource in config.resources:
        lines += [f"      - name: {resource}", f"        replicas: {config.replicas}"]
    return "\n".join(lines) + "\n"

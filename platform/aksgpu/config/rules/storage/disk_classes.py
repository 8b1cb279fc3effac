"""Rules about classes of disks."""

from collections.abc import Iterator

from aksgpu.catalogue.storage_fit import why_disk_settings_do_not_fit
from aksgpu.config.derived.storage_places import sku_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

CLASSES: Path = ("storage", "classes")


def disk_class_settings_fit_sku(subject: Subject) -> Iterator[Finding]:
    """Host cache, IOPS and throughput depend on the kind of disk."""
    for name, config in subject.stack.storage.classes.items():
        if config.profile != "disk":
            continue
        sku = sku_of(subject.stack, config)
        problem = why_disk_settings_do_not_fit(sku, caching=config.caching, iops=config.iops, mbps=config.mbps)
        if problem is not None:
            yield error((*CLASSES, name), problem.message, problem.remedy)


def disk_class_can_be_attached(subject: Subject) -> Iterator[Finding]:
    """Some disks ask something of the nodes, and a disk made too early lies in the wrong zone."""
    pools = [*subject.stack.gpu_pools.values(), *subject.stack.cpu_pools.values()]
    for name, config in subject.stack.storage.classes.items():
        sku = sku_of(subject.stack, config)
        if config.profile != "disk":
            continue
        if sku == "UltraSSD_LRS":
            yield error(
                (*CLASSES, name, "sku"),
                "ultra disks attach only to nodes of pools that were made for them (enableUltraSSD), which the "
                "platform's pools are not.",
                "Write sku: PremiumV2_LRS, whose IOPS and throughput can be set as well.",
            )
        if sku == "PremiumV2_LRS" and not any(pool.zones for pool in pools):
            yield warning(
                (*CLASSES, name, "sku"),
                "PremiumV2_LRS disks attach only to nodes in zones, and no pool of the stack has zones.",
                'Write zones: ["1"] on the pools that need such disks, or sku: Premium_LRS here.',
            )
        if config.binding == "Immediate" and not sku.endswith("ZRS"):
            yield warning(
                (*CLASSES, name, "binding"),
                f"with binding Immediate a {sku} disk is made before its pod has a node, perhaps in a zone where the "
                "pod cannot run.",
                "Leave binding out: disks wait for their first pod.",
            )


RULES = (
    disk_class_settings_fit_sku,
    disk_class_can_be_attached,
)

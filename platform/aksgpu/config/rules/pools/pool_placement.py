"""Rules about zones, disks and addresses of pools."""

from collections.abc import Iterator

from aksgpu.catalogue.cpu_vm_sizes import cpu_vm_size
from aksgpu.catalogue.vm_sizes import gpu_vm_size
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.rules.pools.each_pool import each_pool, gpu_pools

LEAST_GPU_DISK_GIB = 128


def zones_are_named_once(subject: Subject) -> Iterator[Finding]:
    """A zone that is written twice is still one zone."""
    for path, name, pool in each_pool(subject):
        for index, zone in enumerate(pool.zones):
            if zone in pool.zones[:index]:
                once = ", ".join(f'"{one}"' for one in sorted(set(pool.zones)))
                yield error((*path, "zones", index), f"{name} names zone {zone} twice.", f"Write zones: [{once}].")


def gpu_pool_of_several_zones(subject: Subject) -> Iterator[Finding]:
    """The autoscaler guesses one zone for the next node of a pool that spans several."""
    for path, name, pool in gpu_pools(subject):
        if pool.scale is not None and len(set(pool.zones)) > 1:
            yield note(
                (*path, "zones"),
                f"{name} scales over {len(set(pool.zones))} zones, and the autoscaler cannot choose the zone of a new "
                "node: a pod that must be in one zone, for example with a disk, may wait for a node in another.",
                "Make one pool for each zone where pods have disks.",
            )


def ephemeral_disk_has_room(subject: Subject) -> Iterator[Finding]:
    """An ephemeral OS disk lives on the node's own storage, which must hold it."""
    for path, name, pool in each_pool(subject):
        if pool.disk.type != "Ephemeral":
            continue
        room = _local_gib(pool.vm_size)
        if room == 0:
            yield error(
                (*path, "disk", "type"),
                f"{name} wants its OS disk on local storage, and {pool.vm_size} has none.",
                "Write type: Managed, or leave it out.",
            )
        elif room is None:
            yield note(
                (*path, "disk", "type"),
                f"whether the local storage of {pool.vm_size} holds the OS disk of {name} is not known here.",
                "Write type: Managed to be sure.",
            )
        elif pool.disk.size_gib is not None and pool.disk.size_gib > room:
            yield error(
                (*path, "disk", "sizeGib"),
                f"{name} wants an OS disk of {pool.disk.size_gib} GiB on local storage, and the largest local disk of "
                f"{pool.vm_size} has {room} GiB.",
                f"Write sizeGib: {room} or less, or type: Managed.",
            )


def kubelet_disk_exists(subject: Subject) -> Iterator[Finding]:
    """`kubelet: Temporary` needs a temporary disk."""
    for path, name, pool in each_pool(subject):
        if pool.disk.kubelet == "Temporary" and _local_gib(pool.vm_size) == 0:
            yield error(
                (*path, "disk", "kubelet"),
                f"{name} keeps images and emptyDir volumes on the temporary disk, and {pool.vm_size} has none.",
                "Write kubelet: OS, or leave it out.",
            )


def gpu_disk_holds_images(subject: Subject) -> Iterator[Finding]:
    """CUDA images are large, and several of them share the OS disk."""
    for path, name, pool in gpu_pools(subject):
        size = pool.disk.size_gib
        if size is not None and size < LEAST_GPU_DISK_GIB and pool.disk.kubelet == "OS":
            yield warning(
                (*path, "disk", "sizeGib"),
                f"{name} has {size} GiB for the OS, the GPU driver and all images. One CUDA image takes 10 to 30 GiB, "
                "and a full disk evicts pods.",
                f"Write sizeGib: {LEAST_GPU_DISK_GIB} or more, or leave it out for 256.",
            )


def pods_have_addresses(subject: Subject) -> Iterator[Finding]:
    """Without an overlay every pod takes an address of the nodes' subnet."""
    if subject.facts.network_plugin_mode == "overlay":
        return
    for path, name, pool in each_pool(subject):
        offer = subject.offers.get(name)
        nodes = offer.max_nodes + offer.surge_nodes if offer else 0
        if nodes:
            yield warning(
                (*path, "maxPods"),
                f"this cluster has no overlay network: {name} takes {nodes * (pool.max_pods + 1):,} addresses of the "
                f"nodes' subnet at its maximum ({nodes} nodes, each with {pool.max_pods} pods and an address of its "
                "own).",
                "Make sure that the subnet has them, or lower maxPods: a GPU node rarely needs more than 30 pods.",
            )


def _local_gib(vm_size: str) -> int | None:
    """The largest local disk of a size in GiB; 0 where there is none, None where it is not known."""
    cpu = cpu_vm_size(vm_size)
    if cpu is not None:
        return cpu.temp_disk_gib
    gpu = gpu_vm_size(vm_size)
    if gpu is None:
        return None
    nvme = gpu.local_nvme_gib // gpu.local_nvme_disks if gpu.local_nvme_disks else 0
    return max(gpu.temp_disk_gib, nvme) or None

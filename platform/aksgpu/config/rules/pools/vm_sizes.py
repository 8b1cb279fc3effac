"""Rules about VM sizes of GPU pools: what the catalogue says of each, and sizes that it lacks."""

from collections.abc import Iterator

from aksgpu.catalogue.gpus import GPU_MODELS, gpu_model
from aksgpu.catalogue.spelling import nearest
from aksgpu.catalogue.vm_sizes import (
    family_rule,
    gpu_vm_size,
    gpu_vm_sizes,
    judge_size,
    why_not_a_gpu_size,
    why_shape_is_needed,
)
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.rules.pools.each_pool import gpu_pools


def gpu_vm_size_is_known(subject: Subject) -> Iterator[Finding]:
    """A GPU pool's size is in the catalogue, or a new one with its shape beside it."""
    for path, _, pool in gpu_pools(subject):
        problem = why_not_a_gpu_size(pool.vm_size)
        if problem is None:
            continue
        refused = family_rule(pool.vm_size) is not None
        if pool.shape is None or refused or _is_misspelt(pool.vm_size):
            yield error((*path, "vmSize"), problem.message, problem.remedy)
        else:
            yield note(
                (*path, "vmSize"),
                f"the catalogue has no VM size {pool.vm_size}: its shape is taken from the stack, and nobody has tried "
                "it. A new size with NVSwitch may lack its fabric manager, and then CUDA does not start.",
                "Run a CUDA job on one node before a team relies on this pool.",
            )


def _is_misspelt(name: str) -> bool:
    """Whether the catalogue has this size in another case, or with the prefix that is left out here."""
    written = {name.casefold(), f"standard_{name}".casefold()}
    return any(known.casefold() in written for known in gpu_vm_sizes())


def gpu_vm_size_may_be_used(subject: Subject) -> Iterator[Finding]:
    """One verdict for each size: works, refused, or unconfirmed until somebody accepts the doubts."""
    for path, _, pool in gpu_pools(subject):
        size = gpu_vm_size(pool.vm_size)
        if size is None:
            continue
        judged = judge_size(size, subject.today)
        where = (*path, "vmSize")
        if judged.problem is not None:
            if judged.verdict == "unconfirmed" and pool.accept_unconfirmed:
                yield note(where, f"{size.name} is accepted although this is not certain: {size.reason}.")
            else:
                yield error(where, judged.problem.message, judged.problem.remedy)
        if judged.warning is not None:
            yield warning(where, judged.warning.message, judged.warning.remedy)
        if judged.verdict != "refused":
            for doubt in judged.notes:
                yield note(where, f"{size.name}: {doubt}")


def accepting_needs_a_doubt(subject: Subject) -> Iterator[Finding]:
    """`acceptUnconfirmed` on a size without doubts hides nothing, and may hide something later."""
    for path, _, pool in gpu_pools(subject):
        size = gpu_vm_size(pool.vm_size)
        if pool.accept_unconfirmed and size is not None and judge_size(size, subject.today).verdict == "works":
            yield warning(
                (*path, "acceptUnconfirmed"),
                f"nothing about {size.name} is unconfirmed, so there is nothing to accept.",
                "Take acceptUnconfirmed out, so that a doubt found later is not accepted unread.",
            )


def shape_belongs_to_unknown_sizes(subject: Subject) -> Iterator[Finding]:
    """The shape of a size is written where the catalogue lacks it, and only there."""
    for path, _, pool in gpu_pools(subject):
        size = gpu_vm_size(pool.vm_size)
        if size is None:
            continue
        needed = why_shape_is_needed(size)
        if pool.shape is not None and needed is None:
            yield error(
                (*path, "shape"),
                f"the catalogue knows the shape of {size.name} already ({size.vcpu} vCPU, {size.ram_gib} GiB, "
                f"{size.gpu_count} x {size.gpu_model}), and a second answer here could contradict it.",
                "Take shape out.",
            )
        elif pool.shape is None and needed is not None:
            yield error((*path, "vmSize"), needed.message, needed.remedy)


def shape_names_an_nvidia_gpu(subject: Subject) -> Iterator[Finding]:
    """The GPU model of a shape decides about MIG, so a misspelt one costs it; AMD's GPUs are not driven at all."""
    for path, _, pool in gpu_pools(subject):
        if pool.shape is None:
            continue
        name, row = pool.shape.gpu_model, gpu_model(pool.shape.gpu_model)
        where = (*path, "shape", "gpuModel")
        if row is not None and row.vendor != "nvidia":
            yield error(
                where,
                f"the {name} is not NVIDIA's, and the GPU Operator drives no other GPUs.",
                "Use a size with NVIDIA GPUs, such as Standard_NC24ads_A100_v4.",
            )
        elif row is None:
            near = nearest(name, GPU_MODELS)
            yield note(
                where,
                f"the catalogue does not know the GPU model {name}, so its GPUs cannot be divided with MIG.",
                f"If it is the catalogue's {near}, write that name." if near else "",
            )


def arm64_nodes_need_arm64_images(subject: Subject) -> Iterator[Finding]:
    """Grace CPUs are arm64: everything that runs on such a node must be built for it."""
    for path, _, pool in gpu_pools(subject):
        size = gpu_vm_size(pool.vm_size)
        if size is None or size.cpu_arch != "arm64":
            continue
        if subject.stack.gpu_software.node_os == "AzureContainerLinux":
            yield error(
                ("gpuSoftware", "nodeOs"),
                f"AzureContainerLinux takes NVIDIA GPUs on amd64 only, and {size.name} is arm64.",
                "Write nodeOs: Ubuntu.",
            )
        yield warning(
            (*path, "vmSize"),
            f"nodes of {size.name} are arm64. An image that is built for amd64 only does not start there.",
            "Build the teams' images for linux/arm64 too, and check it for every DaemonSet of your own.",
        )

"""Rules about taints of pools: their syntax, and those that come by themselves or belong to somebody else."""

from collections.abc import Iterator

from aksgpu.config.derived.node_taints import GPU_TAINTS, SPOT_TAINT, NodeTaint, node_taint
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.rules.pools.each_pool import each_pool, gpu_pools
from aksgpu.config.rules.pools.label_keys import why_not_a_key

_GPU_WORDS = ("gpu", "gpus", "sku", "accelerator", "nvidia.com/gpu")
"""Taint keys that people use to keep other pods off GPU nodes."""


def taints_are_well_formed(subject: Subject) -> Iterator[Finding]:
    """Kubernetes' rules for taint keys."""
    for path, _, pool in each_pool(subject):
        for index, text in enumerate(pool.taints):
            reason = why_not_a_key(node_taint(text).key)
            if reason is not None:
                yield error(
                    (*path, "taints", index),
                    f"{text!r} has no valid key: {reason}.",
                    "Write for example team=vision:NoSchedule.",
                )


def taints_belong_to_the_user(subject: Subject) -> Iterator[Finding]:
    """AKS and Kubernetes put taints of their own on nodes, and take others of that kind away."""
    for path, name, pool in each_pool(subject):
        for index, text in enumerate(pool.taints):
            taint = node_taint(text)
            prefix = taint.key.rpartition("/")[0]
            own = isinstance(pool, GpuPool) and pool.spot is not None and taint == SPOT_TAINT
            if not own and prefix in ("kubernetes.azure.com", "node.kubernetes.io", "node.cloudprovider.kubernetes.io"):
                yield error(
                    (*path, "taints", index),
                    f"{name} sets the taint {text}, and taints of {prefix} belong to AKS and Kubernetes, which take "
                    "others of that kind away.",
                    "Write a taint of your own such as team=vision:NoSchedule"
                    + (", or spot: {} for a spot pool." if taint == SPOT_TAINT else "."),
                )


def _implied(pool: CpuPool | GpuPool) -> tuple[NodeTaint, ...]:
    """The taints that a pool has without a word in `taints`."""
    if not isinstance(pool, GpuPool):
        return ()
    return (GPU_TAINTS[pool.gpu_taint], *((SPOT_TAINT,) if pool.spot is not None else ()))


def implied_taints_are_not_repeated(subject: Subject) -> Iterator[Finding]:
    """The GPU taint and the spot taint come by themselves (field case F06)."""
    for path, name, pool in gpu_pools(subject):
        for index, text in enumerate(pool.taints):
            if node_taint(text) in _implied(pool):
                yield warning(
                    (*path, "taints", index),
                    f"every node of {name} gets the taint {text} by itself, so this line is one too many.",
                    "Take it out of taints.",
                )


def taints_are_written_once(subject: Subject) -> Iterator[Finding]:
    """A node takes one taint for each key and effect."""
    for path, name, pool in each_pool(subject):
        seen = {(taint.key, taint.effect): str(taint) for taint in _implied(pool)}
        for index, text in enumerate(pool.taints):
            taint = node_taint(text)
            if taint in _implied(pool):
                continue  # said by another rule
            first = seen.get((taint.key, taint.effect))
            if first is not None:
                yield error(
                    (*path, "taints", index),
                    f"{name} has the taints {first} and {text}, and a node takes one for each key and effect.",
                    f"Take {text} out.",
                )
            seen.setdefault((taint.key, taint.effect), text)


def gpu_taint_has_one_style(subject: Subject) -> Iterator[Finding]:
    """A third way to taint GPU nodes is one that other people's software does not tolerate (field case F05)."""
    for path, name, pool in gpu_pools(subject):
        for index, text in enumerate(pool.taints):
            taint = node_taint(text)
            clash = any((taint.key, taint.effect) == (one.key, one.effect) for one in _implied(pool))
            if not clash and _says_gpu(taint) and taint not in GPU_TAINTS.values():
                yield warning(
                    (*path, "taints", index),
                    f"{name} has {GPU_TAINTS[pool.gpu_taint]} already, and {text} is another way to say the same. The "
                    "platform tolerates it everywhere, but published manifests and charts do not.",
                    "Take it out. The pool's gpuTaint says which GPU taint it has: nvidia or sku.",
                )
    tainted = [(path, pool) for path, _, pool in gpu_pools(subject)]
    if len({pool.gpu_taint for _, pool in tainted}) > 1:
        odd = next(path for path, pool in tainted if pool.gpu_taint == "sku")
        yield warning(
            (*odd, "gpuTaint"),
            "some GPU pools have the taint nvidia.com/gpu and some sku=gpu, so a pod must tolerate both to run on all.",
            "Write the same gpuTaint in all GPU pools: nvidia, which is the default, or sku.",
        )


def _says_gpu(taint: NodeTaint) -> bool:
    return taint.key.casefold() in _GPU_WORDS or taint.key.casefold().rpartition("/")[2] in ("gpu", "gpus")

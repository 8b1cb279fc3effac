"""Rules about names of pools."""

from collections.abc import Iterator

from aksgpu.config.derived.pool_names import SYSTEM_POOL, cpu_pool_name, gpu_pool_name
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error


def pool_names_are_free(subject: Subject) -> Iterator[Finding]:
    """`system` is the system pool, and a CPU pool and a GPU pool cannot share a name."""
    stack = subject.stack
    for section, names in (("cpuPools", stack.cpu_pools), ("gpuPools", stack.gpu_pools)):
        if SYSTEM_POOL in names:
            yield error(
                (section, SYSTEM_POOL),
                "a pool is called system, which is the name of the cluster's system pool.",
                "Give it another name, for example cpu.",
            )
    for name in stack.cpu_pools:
        if name in stack.gpu_pools:
            yield error(
                ("gpuPools", name),
                f"a CPU pool is called {name} too. Quotas and node labels know pools by name alone.",
                "Rename one of the two.",
            )


def azure_pool_names_differ(subject: Subject) -> Iterator[Finding]:
    """Names with their generations are distinct in Azure."""
    seen: dict[str, str] = {SYSTEM_POOL: SYSTEM_POOL}
    for path, azure_name in _azure_names(subject):
        name = str(path[-1])
        if name in seen.values():
            continue  # said by another rule
        if azure_name in seen:
            yield error(
                path,
                f"{name} would be called {azure_name} in Azure, as {seen[azure_name]} is already: the generation that "
                "follows the name happens to fill the gap.",
                "Rename one of the two pools.",
            )
        seen[azure_name] = name


def _azure_names(subject: Subject) -> Iterator[tuple[Path, str]]:
    stack, facts = subject.stack, subject.facts
    for name, pool in stack.cpu_pools.items():
        yield ("cpuPools", name), cpu_pool_name(name, pool, stack, facts)
    for name, pool in stack.gpu_pools.items():
        yield ("gpuPools", name), gpu_pool_name(name, pool, stack, facts)

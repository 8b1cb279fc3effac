"""Rules about names of pools."""

from collections.abc import Iterator

from aksgpu.config.derived.pool_names import SYSTEM_POOL, cpu_pool_name, gpu_pool_name
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error


def pool_names_are_free(subject: Subject) -> Iterator[Finding]:
    """`system` is the system pool, and a CPU pool and a GPU pool cannot share a name."""
    stack = subject.stack
    sections = (("cpuPools", stack.cpu_pools, "apps"), ("gpuPools", stack.gpu_pools, "train"))
    for section, names, example in sections:
        if SYSTEM_POOL in names:
            yield error(
                (section, SYSTEM_POOL),
                "the name system is taken: the cluster's own system pool has it.",
                f"Rename this pool, for example to {example}.",
            )
    for name in stack.cpu_pools:
        if name in stack.gpu_pools:
            yield error(
                ("gpuPools", name),
                f"a CPU pool is called {name} too. Quotas and node labels know pools by name alone, so nobody could "
                "tell the two apart.",
                f"Rename this pool or cpuPools.{name}.",
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
                f"{name} would be called {azure_name} in Azure, as pool {seen[azure_name]} is already. Azure's name is "
                "the pool's name and four characters that follow from its settings, and here they meet by chance.",
                f"Give {name} another name: one other letter is enough.",
            )
        seen[azure_name] = name


def _azure_names(subject: Subject) -> Iterator[tuple[Path, str]]:
    stack, facts = subject.stack, subject.facts
    for name, pool in stack.cpu_pools.items():
        yield ("cpuPools", name), cpu_pool_name(name, pool, stack, facts)
    for name, pool in stack.gpu_pools.items():
        yield ("gpuPools", name), gpu_pool_name(name, pool, stack, facts)

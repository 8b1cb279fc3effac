"""Amounts of GPUs and CPU in words."""

from collections.abc import Iterable

from aksgpu.config.derived.quotas import Amounts


def many(number: int, what: str) -> str:
    """A number of things: "1 node", "2 nodes"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def gpu_text(resource: str, number: int) -> str:
    """A count of a GPU resource: "4 GPUs", "8 shares", "7 x 1g.10gb"."""
    name = resource.partition("/")[2]
    if name == "gpu":
        return many(number, "GPU")
    if name == "gpu.shared":
        return many(number, "share")
    return f"{number} x {name.removeprefix('mig-')}"


def cores_text(millicores: int) -> str:
    """CPU: "12 cores", "1 core", "7.4 cores"."""
    return many(millicores // 1000, "core") if millicores % 1000 == 0 else f"{millicores / 1000:.1f} cores"


def amounts_text(amounts: Amounts) -> str:
    """An amount by its GPUs, or by its CPU where the pool has none. "nothing" where all of it is 0."""
    if amounts.gpus:
        return ", ".join(gpu_text(name, number) for name, number in amounts.gpus.items() if number) or "nothing"
    return cores_text(amounts.cpu_millicores) if amounts.cpu_millicores else "nothing"


def names_text(names: Iterable[str], most: int = 8) -> str:
    """Names as a list in a sentence: "a, b and c"; a long list is cut and its rest counted."""
    listed = list(names)
    if len(listed) > most:
        listed = [*listed[: most - 1], f"{len(listed) - most + 1} more"]
    return " and ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else "".join(listed)

"""Failures that can be planted in the cloud file, and how Azure words them.

conflict-409                another operation is in progress
throttled-429[:<seconds>]   too many requests, with a retry-after (10 s)
server-error-<5xx>          for example server-error-503
quota-exceeded:<family>     no vCPU quota left for VM sizes of that quota family (or for that VM size)
allocation-failed:<zone>    no capacity in that zone (`any` for every zone): the pool stays behind as failed
half-made                   the resource is made, then its operation fails: the state keeps it as failed
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aksgpu.catalogue.cpu_vm_sizes import cpu_vm_sizes
from aksgpu.catalogue.vm_size_rows import gpu_vm_sizes

_WRITES = ("create", "update")


@dataclass(frozen=True, slots=True)
class Failure:
    """One answer of Azure that is not a success.

    `retry_after` is in seconds of Azure's time, None where Azure does not ask for a retry. `half_made` says that the
    resource is there nevertheless, in provisioning state Failed.
    """

    status: int
    code: str
    text: str
    retry_after: float | None = None
    half_made: bool = False

    @property
    def message(self) -> str:
        """What the user reads."""
        return f"simulated Azure: {self.status} {self.code}: {self.text}"

    @classmethod
    def of(cls, fault: str, id_: str) -> "Failure":
        """The failure that a planted fault stands for. Raises LookupError for one that is not known."""
        name, _, detail = fault.partition(":")
        match name:
            case "conflict-409":
                text = (
                    f"Operation is not allowed: another operation is in progress on {id_}. Try again when it is done."
                )
                return cls(409, "OperationNotAllowed", text)
            case "throttled-429":
                seconds = float(detail or 10)
                return cls(429, "TooManyRequests", f"Too many requests; retry after {seconds:g} s.", seconds)
            case "quota-exceeded" if detail:
                text = f"Preflight: no vCPU quota is left for {detail} in this region. Ask for more quota."
                return cls(400, "ErrCode_InsufficientVCPUQuota", text)
            case "allocation-failed" if detail:
                where = "any zone" if detail == "any" else f"zone {detail}"
                text = f"There is no capacity for this VM size in {where} now."
                return cls(409, "AllocationFailed", text, half_made=True)
            case "half-made":
                return cls(500, "InternalOperationError", f"{id_} was made, but its set-up failed.", half_made=True)
            case _ if name.startswith("server-error-5") and name[-3:].isdigit():
                return cls(int(name[-3:]), "InternalServerError", "The server met an internal error.", 1)
            case _:
                raise LookupError(f"no such fault of the simulated Azure: {fault}")


class AzureFailure(Exception):
    """A failed request, for the engine. `kept` are id, outputs and inputs of a resource that is there nevertheless."""

    def __init__(self, message: str, kept: tuple[str, Mapping[str, Any], Mapping[str, Any]] | None = None) -> None:
        super().__init__(message)
        self.kept = kept


def next_failure(
    content: dict[str, Any], operation: str, type_token: str, id_: str, inputs: Mapping[str, Any]
) -> Failure | None:
    """The planted failure of this request, if there is one; takes it out of the cloud when it was planted for it."""
    for planted in content["faults"]:
        if not _fits(planted, operation, type_token, id_, inputs):
            continue
        if planted.get("times", 1) is not None:
            planted["times"] = planted.get("times", 1) - 1
            content["faults"] = [other for other in content["faults"] if other.get("times", 1) != 0]
        return Failure.of(planted["fault"], id_)
    return None


def _fits(planted: Mapping[str, Any], operation: str, type_token: str, id_: str, inputs: Mapping[str, Any]) -> bool:
    name, _, detail = planted["fault"].partition(":")
    if planted.get("on") not in ("", None, operation):
        return False
    if (planted.get("of") or "") not in f"{type_token} {id_}":
        return False
    match name:
        case "quota-exceeded":
            return operation in _WRITES and any(detail in families(size) for size in _sizes(inputs))
        case "allocation-failed":
            return operation in _WRITES and any(detail in zones for zones in _zones(inputs))
        case "half-made":
            return operation in _WRITES
        case _:
            return operation != "read" or planted.get("on") == "read"


def families(vm_size: str) -> frozenset[str]:
    """The quota family of a VM size, and its own name."""
    sizes = [gpu_vm_sizes().get(vm_size), cpu_vm_sizes().get(vm_size)]
    return frozenset({vm_size, *(size.quota_family for size in sizes if size)})


def _pools(inputs: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from inputs.get("agentPoolProfiles") or ()
    if "vmSize" in inputs:
        yield inputs


def _sizes(inputs: Mapping[str, Any]) -> list[str]:
    return [pool["vmSize"] for pool in _pools(inputs) if "vmSize" in pool]


def _zones(inputs: Mapping[str, Any]) -> list[list[str]]:
    return [[*(pool.get("availabilityZones") or ()), "any"] for pool in _pools(inputs)]

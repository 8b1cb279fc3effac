"""The counters file of the DCGM exporter, chosen by what the stack's pools can answer."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject

Counter = tuple[str, str, str]
"""DCGM field, Prometheus type, help."""

# Source of fields and types: NVIDIA/dcgm-exporter, etc/default-counters.csv and etc/dcp-metrics-included.csv.
_ALWAYS: tuple[Counter, ...] = (
    ("DCGM_FI_DEV_SM_CLOCK", "gauge", "Clock of the multiprocessors in MHz"),
    ("DCGM_FI_DEV_MEM_CLOCK", "gauge", "Clock of the memory in MHz"),
    ("DCGM_FI_DEV_GPU_TEMP", "gauge", "Temperature of the GPU in degrees C"),
    ("DCGM_FI_DEV_MEMORY_TEMP", "gauge", "Temperature of the memory in degrees C"),
    ("DCGM_FI_DEV_POWER_USAGE", "gauge", "Power draw in W"),
    ("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "counter", "Energy since boot in mJ"),
    ("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "counter", "PCIe retries"),
    ("DCGM_FI_DEV_FB_FREE", "gauge", "Free framebuffer memory in MiB"),
    ("DCGM_FI_DEV_FB_USED", "gauge", "Used framebuffer memory in MiB"),
    ("DCGM_FI_DEV_FB_RESERVED", "gauge", "Reserved framebuffer memory in MiB"),
    ("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", "counter", "NVLink bandwidth counter over all lanes"),
    ("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "counter", "Memory rows remapped for uncorrectable errors"),
    ("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", "counter", "Memory rows remapped for correctable errors"),
    ("DCGM_FI_DEV_ROW_REMAP_FAILURE", "gauge", "Whether remapping of rows has failed"),
    ("DCGM_FI_DEV_XID_ERRORS", "gauge", "Code of the last XID error"),
    # The gauge above keeps the last code for ever; this one counts events, so that an alert can end again.
    ("DCGM_EXP_XID_ERRORS_COUNT", "gauge", "XID errors within the time window"),
    ("DCGM_FI_DRIVER_VERSION", "label", "Driver version"),
)
_WHOLE_GPUS: tuple[Counter, ...] = (
    ("DCGM_FI_DEV_GPU_UTIL", "gauge", "Utilisation of the GPU in per cent"),
    ("DCGM_FI_DEV_MEM_COPY_UTIL", "gauge", "Utilisation of the memory in per cent"),
    ("DCGM_FI_DEV_ENC_UTIL", "gauge", "Utilisation of the encoder in per cent"),
    ("DCGM_FI_DEV_DEC_UTIL", "gauge", "Utilisation of the decoder in per cent"),
)
_PROFILING: tuple[Counter, ...] = (
    ("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gauge", "Share of time in which the engine is active"),
    ("DCGM_FI_PROF_SM_ACTIVE", "gauge", "Share of cycles in which a multiprocessor has work"),
    ("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "gauge", "Share of cycles in which the tensor pipe is active"),
    ("DCGM_FI_PROF_DRAM_ACTIVE", "gauge", "Share of cycles in which the memory moves data"),
    ("DCGM_FI_PROF_PCIE_TX_BYTES", "gauge", "Bytes a second sent over PCIe"),
    ("DCGM_FI_PROF_PCIE_RX_BYTES", "gauge", "Bytes a second received over PCIe"),
)
_COUNTED = ("_TOTAL", "_VIOLATION", "_SBE", "_DBE", "_PENDING")
"""Endings of the fields that NVIDIA's own files declare as counters."""


def counters(subject: Subject) -> tuple[Counter, ...]:
    """The counters of the stack, each once.

    The classic utilisation fields say nothing on a divided GPU (field case F19), so they are there only where a pool
    keeps its GPUs whole; profiling fields answer on both, and are left out where the stack turns them off.
    """
    found: dict[str, Counter] = {}
    for counter in _counters(subject):
        found.setdefault(counter[0], counter)
    return tuple(found.values())


def _counters(subject: Subject) -> Iterator[Counter]:
    yield from _ALWAYS
    if not subject.stack.gpu_pools or any(pool.mig is None for pool in subject.stack.gpu_pools.values()):
        yield from _WHOLE_GPUS
    dcgm = subject.stack.monitoring.dcgm
    if dcgm.profiling:
        yield from _PROFILING
    for field in dcgm.extra_counters:
        yield field, "counter" if field.endswith(_COUNTED) else "gauge", "Asked for in the stack file"


def counters_file(subject: Subject) -> str:
    """The CSV file that the exporter reads: one field a line with its type and help."""
    return "".join(f"{field}, {kind}, {text}\n" for field, kind, text in counters(subject))

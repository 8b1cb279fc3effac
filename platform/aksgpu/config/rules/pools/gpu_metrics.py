"""Rules about GPU metrics."""

import re
from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

_DCGM: Path = ("monitoring", "dcgm")


def scrape_ends_before_the_next(subject: Subject) -> Iterator[Finding]:
    """A scrape may not take longer than the interval between two."""
    dcgm = subject.stack.monitoring.dcgm
    interval, timeout = (int(text.removesuffix("s")) for text in (dcgm.scrape_interval, dcgm.scrape_timeout))
    if interval == 0:
        message = "there is no time between one scrape and the next: the interval is 0 seconds."
        yield error((*_DCGM, "scrapeInterval"), message, 'Write for example "30s".')
    elif timeout > interval or timeout == 0:
        yield error(
            (*_DCGM, "scrapeTimeout"),
            f"a scrape may take {timeout} seconds and the next one starts after {interval}: Prometheus refuses that.",
            f'Write a scrapeTimeout from "1s" to "{interval}s".',
        )


def divided_gpus_are_measured(subject: Subject) -> Iterator[Finding]:
    """On divided GPUs only profiling counters say how busy they are (field case F19)."""
    if subject.stack.monitoring.dcgm.profiling:
        return
    divided = [name for name, pool in subject.stack.gpu_pools.items() if pool.mig is not None]
    if divided:
        yield warning(
            (*_DCGM, "profiling"),
            f"{', '.join(divided)} has divided GPUs, where the classic utilisation counters are empty. Without "
            "profiling counters nothing says how busy the slices are.",
            "Write profiling: true, or leave it out.",
        )


def extra_counters_are_fields(subject: Subject) -> Iterator[Finding]:
    """Extra counters are names of DCGM fields."""
    for index, field in enumerate(subject.stack.monitoring.dcgm.extra_counters):
        if not re.fullmatch(r"DCGM_(FI|EXP)_[A-Z0-9_]+", field):
            yield error(
                (*_DCGM, "extraCounters", index),
                f"{field!r} is not the name of a DCGM field, and the exporter does not start with an unknown one.",
                "Write for example DCGM_FI_DEV_ECC_DBE_VOL_TOTAL.",
            )

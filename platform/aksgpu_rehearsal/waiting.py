"""Waits until something is there, with an end."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SECONDS_BETWEEN_LOOKS = 0.2


class NotInTime(Exception):
    """What was waited for did not come."""


class Stopped(Exception):
    """The rehearsal ended while something was waited for."""


def until(what: str, look: Callable[[], T | None], seconds: float, stop: threading.Event | None = None) -> T:
    """The first true answer of `look`. Raises NotInTime after `seconds`, and Stopped once `stop` is set."""
    pause = stop or threading.Event()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        if pause.wait(SECONDS_BETWEEN_LOOKS):
            raise Stopped(what)
    raise NotInTime(f"waited {seconds:.0f} s in vain for {what}")

"""Controllers outside the cluster outlive an API server that is away for a while."""

import threading
from pathlib import Path
from typing import Any

from urllib3.exceptions import ProtocolError

from aksgpu_rehearsal.api import Refused
from aksgpu_rehearsal.controllers import Site


def test_a_wait_goes_on_while_the_api_server_is_away() -> None:
    answers: list[Any] = [ProtocolError("reset"), Refused("403 not yet"), None, {"kind": "ConfigMap"}]

    def look() -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    nothing: Any = None
    site = Site(nothing, Path(), nothing, Path(), nothing, nothing, threading.Event())
    assert site.until("a ConfigMap", look) == {"kind": "ConfigMap"}

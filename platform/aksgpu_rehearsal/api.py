"""Asks the rehearsal's API server by path, with the administrator's kubeconfig."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml
from kubernetes import config
from urllib3.exceptions import HTTPError

from aksgpu_rehearsal.exchanges import warnings

SECONDS_PER_REQUEST = 30
MERGE = "application/merge-patch+json"

Json = dict[str, Any]


class Refused(Exception):
    """The API server said no. The message is its own, with the path in front."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the API server answered, and what it warned of."""

    status: int
    body: Json
    warnings: tuple[str, ...]


class Api:
    """Requests by path, such as /api/v1/nodes. Names and bodies are the API server's own."""

    def __init__(self, kubeconfig: Path) -> None:
        data = yaml.safe_load(kubeconfig.read_text())
        # The client's functions have no types of their own.
        self._client = config.new_client_from_config_dict(  # pyright: ignore[reportUnknownMemberType]
            data, persist_config=False
        )

    def get(self, path: str) -> Json | None:
        """What is there; None where there is nothing, and while its kind is not known yet."""
        status, answer = self.ask("GET", path)
        if status == 404:
            return None
        return _accepted(path, status, answer)

    def items(self, path: str) -> list[Json]:
        """The items of a list; none while its kind is not known."""
        return cast(list[Json], (self.get(path) or {}).get("items", []))

    def create(self, path: str, body: Mapping[str, Any]) -> Json:
        """Make an object in the list at `path`. Raises Refused."""
        return _accepted(path, *self.ask("POST", path, body))

    def would_create(self, path: str, body: Mapping[str, Any]) -> bool:
        """Whether the API server, with every webhook in between, would make this object."""
        status, _ = self.ask("POST", f"{path}?dryRun=All", body)
        return status < 300 or status == 409

    def merge(self, path: str, body: Mapping[str, Any]) -> Json:
        """Change some fields of an object. Raises Refused."""
        return _accepted(path, *self.ask("PATCH", path, body, MERGE))

    def delete(self, path: str) -> None:
        """Delete an object or, in the foreground, all of a list. Raises Refused."""
        _accepted(path, *self.ask("DELETE", f"{path}?propagationPolicy=Foreground"))

    def answers(self, path: str) -> bool:
        """Whether the API server is there and says that all is well at a path, such as /readyz."""
        try:
            return self.ask("GET", path)[0] == 200
        except HTTPError:
            return False

    def ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, content: str = "application/json"
    ) -> tuple[int, Json]:
        """The status and the body of the answer."""
        answer = self.answer(method, path, body, content)
        return answer.status, answer.body

    def answer(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, content: str = "application/json"
    ) -> Answer:
        """The whole answer, with its warnings."""
        request = self._client.param_serialize(  # pyright: ignore[reportUnknownMemberType]
            method,
            path,
            header_params={"Accept": "application/json", "Content-Type": content},
            body=body,
            auth_settings=["BearerToken"],
        )
        response = cast(Any, self._client.call_api(*request, _request_timeout=SECONDS_PER_REQUEST))  # pyright: ignore[reportUnknownMemberType]
        text = bytes(response.read() or b"").decode(errors="replace")
        try:
            answer = json.loads(text)
        except ValueError:
            answer = text[:500]
        said = cast(Json, answer) if isinstance(answer, dict) else {"message": str(answer)}
        return Answer(int(response.status), said, tuple(warnings(response.headers.getlist("Warning"))))

    def close(self) -> None:
        """Let go of the connections."""
        cast(Any, self._client).__exit__(None, None, None)


def _accepted(path: str, status: int, answer: Json) -> Json:
    if status >= 300:
        raise Refused(f"{path}: {status} {answer.get('message') or answer.get('reason') or 'no reason given'}")
    return answer

"""What was asked of the API server over one connection, and how it answered."""

import re
from dataclasses import dataclass, field

from aksgpu_rehearsal.http_heads import Heads

# Kubernetes sends code 299, an agent or "-", and the text in quotes (k8s.io/apimachinery, net.NewWarningHeader).
_WARNING = re.compile(r'299 \S+ "(.*)"')
_ESCAPED = re.compile(r"\\(.)")


@dataclass(slots=True)
class Exchange:
    """One request. `status` is 0 until it is answered."""

    method: str
    path: str
    status: int = 0
    warnings: list[str] = field(default_factory=list[str])


class Conversation:
    """One connection. A client of HTTP/1.1 asks again only when it has its answer, so what was asked last is meant."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self._exchanges = exchanges
        self._last = Exchange("", "")
        self._asked, self._answered = Heads(), Heads()

    def ask(self, data: bytes) -> None:
        """What the client sends."""
        for head in self._asked.feed(data):
            method, path, _ = head.line.split(" ")
            self._last = Exchange(method, path)
            self._exchanges.append(self._last)

    def answer(self, data: bytes) -> None:
        """What the server sends."""
        for head in self._answered.feed(data):
            self._last.status = int(head.line.split(" ")[1])
            self._last.warnings += warnings(head.fields.get("warning", []))


def warnings(fields: list[str]) -> list[str]:
    """The texts of these Warning fields, as the API server wrote them."""
    return [_ESCAPED.sub(r"\1", found[1]) for text in fields if (found := _WARNING.fullmatch(text))]

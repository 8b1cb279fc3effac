"""Cuts one direction of an HTTP/1.1 connection into the heads of its messages, and lets their bodies pass."""

from collections.abc import Iterator

END_OF_HEAD = b"\r\n\r\n"
END_OF_LINE = b"\r\n"


class Head:
    """The first line of a message, and its fields by lower-case name, each with all of its values."""

    def __init__(self, text: str) -> None:
        self.line, *fields = text.split("\r\n")
        self.fields: dict[str, list[str]] = {}
        for field in fields:
            name, _, value = field.partition(":")
            self.fields.setdefault(name.strip().lower(), []).append(value.strip())

    @property
    def length(self) -> int:
        """How long the body is when it comes in one piece."""
        return int(self.fields.get("content-length", ["0"])[0])

    @property
    def chunked(self) -> bool:
        """Whether the body comes in chunks (RFC 9112, 7.1)."""
        return "chunked" in self.fields.get("transfer-encoding", [])


class Heads:
    """One direction of one connection."""

    def __init__(self) -> None:
        self._rest = b""
        self._pass = 0  # bytes of a body that are still to come
        self._chunked = False

    def feed(self, data: bytes) -> Iterator[Head]:
        """The heads that these bytes complete."""
        self._rest += data
        while True:
            passed = min(self._pass, len(self._rest))
            self._rest, self._pass = self._rest[passed:], self._pass - passed
            end = END_OF_LINE if self._chunked else END_OF_HEAD
            head, found, rest = self._rest.partition(end)
            if self._pass or not found:
                return
            self._rest = rest
            if self._chunked:
                self._next_chunk(head)
                continue
            message = Head(head.decode(errors="replace"))
            self._chunked, self._pass = message.chunked, message.length
            yield message

    def _next_chunk(self, size: bytes) -> None:
        """Let a chunk pass with the line end behind it. Behind the last one, of size 0, is nothing but that."""
        length = int(size.split(b";")[0], 16)
        self._chunked, self._pass = length > 0, length + len(END_OF_LINE)

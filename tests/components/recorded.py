"""What a recorded resource is: its inputs as Python values, and its options as the engine would see them."""

from dataclasses import dataclass, field
from typing import Any

SIGNATURE, SECRET_SIGNATURE = "4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


@dataclass(frozen=True)
class SecretValue:
    """A value that was sent as a secret."""

    value: Any


class Unknown:
    """A value that the program did not know."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


@dataclass
class Recorded:
    """One registered (or read) resource, as the engine would see it."""

    urn: str
    type: str
    name: str
    parent: str
    inputs: dict[str, Any]
    request: Any
    custom: bool = True
    outputs: dict[str, Any] = field(default_factory=dict)

    @property
    def depends_on(self) -> frozenset[str]:
        return frozenset(self.request.dependencies)

    @property
    def provider(self) -> str:
        return self.request.provider.rpartition("::")[0]

    @property
    def protect(self) -> bool | None:
        return self.request.protect if self.request.HasField("protect") else None

    @property
    def delete_before_replace(self) -> bool | None:
        return self.request.deleteBeforeReplace if self.request.deleteBeforeReplaceDefined else None

    @property
    def hooks(self) -> dict[str, tuple[str, ...]]:
        bound = {name.name: tuple(value) for name, value in self.request.hooks.ListFields()}
        return {name: hooks for name, hooks in bound.items() if hooks}


def decoded(value: Any) -> Any:
    """Protobuf JSON as Python values; secrets and unknowns as objects of their own, whole numbers as int."""
    if isinstance(value, dict):
        if value.get(SIGNATURE) == SECRET_SIGNATURE:
            return SecretValue(decoded(value["value"]))
        return {key: decoded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if value == UNKNOWN_TEXT:
        return UNKNOWN
    return int(value) if isinstance(value, float) and value.is_integer() else value


def unwrapped(value: Any) -> Any:
    """The same values without the secret wrappers."""
    if isinstance(value, SecretValue):
        return unwrapped(value.value)
    if isinstance(value, dict):
        return {key: unwrapped(item) for key, item in value.items()}
    return [unwrapped(item) for item in value] if isinstance(value, list) else value

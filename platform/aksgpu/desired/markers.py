"""Values that only a registration can know. They stand in the plan by name, so that the plan stays printable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class FromAzure:
    """An output of an Azure entry of the plan: `FromAzure("cluster", "oidcIssuerProfile.issuerURL")`.

    `resource` is the entry's key, `output` the engine's camelCase path in its outputs; `id` is its ARM id.
    """

    resource: str
    output: str


@dataclass(frozen=True, slots=True)
class FromConfig:
    """A secret of the stack file, by its dotted path: `FromConfig("gpuSoftware.registry.password")`."""

    path: str


@dataclass(frozen=True, slots=True)
class Joined:
    """Text with markers inside: the parts, one after the other."""

    parts: tuple["str | Marker", ...]


@dataclass(frozen=True, slots=True)
class RegistryLogin:
    """A docker config JSON for one registry, made at registration from a secret."""

    server: str
    username: str
    password: FromConfig


Marker = FromAzure | FromConfig | Joined | RegistryLogin
MARKERS = (FromAzure, FromConfig, Joined, RegistryLogin)


def resolve(value: Any, answer: Callable[[Marker], Any]) -> Any:
    """A copy of `value` in which every outermost marker is replaced by what `answer` makes of it."""
    if isinstance(value, MARKERS):
        return answer(value)
    if isinstance(value, Mapping):
        return {key: resolve(item, answer) for key, item in cast(Mapping[str, Any], value).items()}
    if isinstance(value, list | tuple):
        return [resolve(item, answer) for item in cast(Sequence[Any], value)]
    return value


def markers_in(value: Any) -> Iterator[FromAzure | FromConfig]:
    """Every marker in `value` that names something, at any depth."""
    if isinstance(value, FromAzure | FromConfig):
        yield value
    elif isinstance(value, RegistryLogin):
        yield value.password
    elif isinstance(value, Joined):
        for part in value.parts:
            yield from markers_in(part)
    elif isinstance(value, Mapping):
        for item in cast(Mapping[str, Any], value).values():
            yield from markers_in(item)
    elif isinstance(value, list | tuple):
        for item in cast(Sequence[Any], value):
            yield from markers_in(item)


def as_json(marker: Marker) -> dict[str, Any]:
    """How a marker is written in `aksgpu plan --format json`."""
    match marker:
        case FromAzure(resource, output):
            return {"fromAzure": f"{resource}.{output}"}
        case FromConfig(path):
            return {"fromConfig": path}
        case RegistryLogin(server, username, password):
            return {"registryLogin": {"server": server, "username": username, "password": as_json(password)}}
        case Joined(parts):
            return {"joined": [part if isinstance(part, str) else as_json(part) for part in parts]}

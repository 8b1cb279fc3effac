"""A resource as rules see it: its type, its inputs as plain values, and what nobody can know before it is made."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that a preview cannot know. `source` says where it comes from, as "cluster.id"; "" if unsaid."""

    source: str = ""


UNKNOWN = Unknown()
"""The unknown value of which nothing more can be said."""


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource as it is about to be registered.

    `type` is the engine's type token, `name` the Pulumi resource name. `inputs` are in the engine's camelCase:
    mappings, lists, text, numbers, booleans, None, and `Unknown` in place of what is not known yet. `protect` and
    `ignore_changes` are resource options; `protect` is None where nobody can say.
    """

    type: str
    name: str
    inputs: Mapping[str, Any]
    protect: bool | None = None
    ignore_changes: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The type without provider and versions, as `containerservice:AgentPool`, `core:Pod` or `apps:Deployment`.

        Any other provider's type is returned as it stands.
        """
        return kind_of(self.type)


_AZURE = re.compile(r"azure-native(?:_\w+)?:(?P<module>\w+)(?:/\w+)?:(?P<kind>\w+)", re.ASCII)
_KUBERNETES = re.compile(r"kubernetes:(?P<module>[^/:]+)(?:/[^:]+)?:(?P<kind>\w+)", re.ASCII)


@cache
def kind_of(token: str) -> str:
    """The kind of a type token, in any API version.

    `azure-native:containerservice/v20250901:AgentPool` and the token of an SDK that was made for one API version,
    `azure-native_containerservice_v20250901:containerservice:AgentPool`, are the same kind. A Kubernetes Patch keeps
    its own name: what it leaves out is not absent from the object.
    """
    match = _AZURE.fullmatch(token) or _KUBERNETES.fullmatch(token)
    return f"{match['module']}:{match['kind']}" if match else token


def plain(value: Any, unknown: Callable[[Any], Unknown | None]) -> Any:
    """A copy of `value` in plain dictionaries and lists, with `Unknown` wherever `unknown` answers with one."""
    hidden = unknown(value)
    if hidden is not None:
        return hidden
    if isinstance(value, Mapping):
        return {key: plain(item, unknown) for key, item in cast(Mapping[str, Any], value).items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [plain(item, unknown) for item in cast(Sequence[Any], value)]
    return value

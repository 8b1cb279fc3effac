"""Resources as the engine tells of them: in `preview --json`, and in an exported state."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""How the engine writes text that it does not know yet (github.com/pulumi/pulumi/sdk/v3, plugin.UnknownStringValue)."""

SECRET = "[secret]"
"""How a preview writes a secret; here for those of a state as well."""

SIGNATURE = ("4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270")
"""What tells a secret in a state from other maps (github.com/pulumi/pulumi/sdk/v3, resource.SigKey and SecretSig)."""


@dataclass(frozen=True, slots=True)
class Registered:
    """One resource. `after` are the names of all that it directly depends on: by itself, by a value, or as its part."""

    type: str
    name: str
    parent: tuple[str, str]
    inputs: Json
    outputs: Json
    id: str
    protect: bool
    ignore_changes: list[str]
    replace_on_changes: list[str]
    urn: str
    after: frozenset[str]

    @property
    def key(self) -> tuple[str, str]:
        """Type and name, which no two have together."""
        return self.type, self.name


def in_preview(steps: Iterable[Mapping[str, Any]]) -> list[Registered]:
    """What a first preview wants to make."""
    return [_registered(step["newState"]) for step in steps if step["op"] == "create"]


def in_state(export: Mapping[str, Any]) -> list[Registered]:
    """What an exported state holds. Secrets are their values if it was exported with them."""
    return [_registered(resource) for resource in export["deployment"]["resources"]]


def _registered(state: Mapping[str, Any]) -> Registered:
    after = {urn for urns in state.get("propertyDependencies", {}).values() for urn in urns}
    after |= {*state.get("dependencies", []), state.get("parent"), state.get("provider", "").rpartition("::")[0]}
    return Registered(
        type=state["type"],
        name=_name(state["urn"]),
        parent=_type_and_name(state.get("parent", "")),
        inputs=plain(state.get("inputs", {})),
        outputs=plain(state.get("outputs", {})),
        id=state.get("id", ""),
        protect=state.get("protect", False),
        ignore_changes=state.get("ignoreChanges", []),
        replace_on_changes=state.get("replaceOnChanges", []),
        urn=state["urn"],
        after=frozenset(urn for urn in after if urn),
    )


def _name(urn: str) -> str:
    return urn.rpartition("::")[2]


def _type_and_name(urn: str) -> tuple[str, str]:
    if not urn:
        return "", ""
    _, _, types, name = urn.rsplit("::", 3)
    return types.rpartition("$")[2], name


def plain(value: Any) -> Any:
    """A copy with each secret as its value, or as SECRET where the export does not show it."""
    if isinstance(value, Mapping):
        if value.get(SIGNATURE[0]) == SIGNATURE[1]:
            return plain(json.loads(value["plaintext"])) if "plaintext" in value else SECRET
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value

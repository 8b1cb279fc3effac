"""ARM requests of a plan's Azure half: what would be sent to Azure, as plain JSON values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from aksgpu.arm_types import ARM_TYPES, ArmType, Steps
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, FromConfig, Joined, Marker, RegistryLogin, resolve


@dataclass(frozen=True, slots=True)
class ArmRequest:
    """One request. `url` starts at the subscription or scope, as `az rest --url` takes it. A GET has no body."""

    key: str
    method: str
    url: str
    body: Mapping[str, Any] | None


def arm_requests(entries: Iterable[AzureResource], subscription_id: str) -> tuple[ArmRequest, ...]:
    """A request for each entry, in the entries' order.

    Markers become the ARM ids and names that are known beforehand; what only Azure knows becomes a placeholder such as
    `<cluster.oidcIssuerProfile.issuerURL>`, a secret `<secret gpuSoftware.registry.password>`. Raises KeyError for a
    type that `arm_types` lacks.
    """
    by_key = {entry.key: entry for entry in entries}
    addresses = _Addresses(by_key, subscription_id)
    return tuple(_request(entry, addresses) for entry in by_key.values())


def _request(entry: AzureResource, addresses: "_Addresses") -> ArmRequest:
    kind = ARM_TYPES[entry.type]
    url = f"{addresses.of(entry.key)}?api-version={kind.api_version}"
    if entry.read:
        return ArmRequest(entry.key, "GET", url, None)
    return ArmRequest(entry.key, "PUT", url, body(entry.type, resolve(entry.inputs, addresses.text)))


def body(type_token: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The request body of a type's inputs, which hold no markers any more."""
    kind = ARM_TYPES[type_token]
    renamed = _renamed(kind, inputs, ())
    beside_names = {kind.renamed.get((name,), name) for name in kind.beside}
    if not kind.properties:
        return _with_identity_map(renamed)
    beside = {name: value for name, value in renamed.items() if name in beside_names}
    inside = {name: value for name, value in renamed.items() if name not in beside_names}
    return _with_identity_map(beside) | ({"properties": inside} if inside else {})


def _renamed(kind: ArmType, value: Any, at: Steps) -> Any:
    if isinstance(value, Mapping):
        fields = cast(Mapping[str, Any], value)
        out = {kind.renamed.get((*at, name), name): _renamed(kind, item, (*at, name)) for name, item in fields.items()}
        inside = kind.nested.get(at)
        return _nested(out, inside) if inside else out
    if isinstance(value, list | tuple):
        return [_renamed(kind, item, at) for item in cast(Iterable[Any], value)]
    return value


def _nested(fields: dict[str, Any], inside: frozenset[str]) -> dict[str, Any]:
    outer = {name: value for name, value in fields.items() if name not in inside}
    return {**outer, "properties": {name: value for name, value in fields.items() if name in inside}}


def _with_identity_map(fields: dict[str, Any]) -> dict[str, Any]:
    """The engine lists user-assigned identities; ARM wants them as the keys of a map."""
    identity = fields.get("identity")
    if not isinstance(identity, dict) or "userAssignedIdentities" not in identity:
        return fields
    listed = cast(dict[str, Any], identity)
    as_map: dict[str, Any] = {one: {} for one in listed["userAssignedIdentities"]}
    return {**fields, "identity": {**listed, "userAssignedIdentities": as_map}}


class _Addresses:
    """ARM addresses of entries, and what their markers come to."""

    def __init__(self, entries: Mapping[str, AzureResource], subscription_id: str) -> None:
        self._entries = entries
        self._subscription_id = subscription_id

    def of(self, key: str) -> str:
        """The ARM id of an entry."""
        entry = self._entries[key]
        path = {name: self.text(value) if isinstance(value, _MARKERS) else value for name, value in entry.path.items()}
        return ARM_TYPES[entry.type].address.format(subscriptionId=self._subscription_id, **path)

    def text(self, marker: Marker) -> str:
        """What a marker comes to: an id or a name where they are known, else its own words."""
        match marker:
            case FromAzure(resource, "id") if resource in self._entries:
                return self.of(resource)
            case FromAzure(resource, "name") if resource in self._entries:
                return self.of(resource).rsplit("/", 1)[-1]
            case FromAzure(resource, output):
                return f"<{resource}.{output}>"
            case FromConfig(path):
                return f"<secret {path}>"
            case RegistryLogin(server, username, _):
                return f"<login of {username} at {server}>"
            case Joined(parts):
                return "".join(part if isinstance(part, str) else self.text(part) for part in parts)


_MARKERS = (FromAzure, FromConfig, Joined, RegistryLogin)

"""Drives the simulated provider as the engine would, without an engine."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pulumi.provider.experimental.provider import (
    CheckRequest,
    ConfigureRequest,
    CreateRequest,
    DeleteRequest,
    DiffRequest,
    DiffResponse,
    InvokeRequest,
    ReadRequest,
    UpdateRequest,
)

from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, Joined, Marker, resolve
from aksgpu_rehearsal.simulated_azure import Cloud, SimulatedAzure
from aksgpu_rehearsal.simulated_azure.provider import OLD_INPUTS
from aksgpu_rehearsal.simulated_azure.values import plain_map, typed_map

SUBSCRIPTION = "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"


class Refused(Exception):
    """The provider's check found failures."""


@dataclass
class State:
    """What the engine would keep of one resource."""

    type: str
    name: str
    id: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]

    @property
    def urn(self) -> str:
        return urn(self.type, self.name)


def urn(type_token: str, name: str) -> str:
    return f"urn:pulumi:dev::proj::aksgpu:index:GpuPlatform${type_token}::{name}"


@dataclass
class Driver:
    """One provider process, by method calls."""

    cloud: Cloud
    states: dict[str, State] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.provider = SimulatedAzure(self.cloud)
        arguments = typed_map({"subscriptionId": SUBSCRIPTION})
        asyncio.run(self.provider.configure(ConfigureRequest({}, arguments, True, True)))

    def check(self, type_token: str, name: str, inputs: Mapping[str, Any], old: Mapping[str, Any] | None = None):
        request = CheckRequest(urn(type_token, name), typed_map(old or {}), typed_map(inputs), b"seed")
        answer = asyncio.run(self.provider.check(request))
        if answer.failures:
            raise Refused("\n".join(one.reason for one in answer.failures))
        return plain_map(answer.inputs or {})

    def create(self, type_token: str, name: str, inputs: Mapping[str, Any]) -> State:
        checked = self.check(type_token, name, inputs)
        request = CreateRequest(urn(type_token, name), typed_map(checked), 0, False)
        answer = asyncio.run(self.provider.create(request))
        assert answer.resource_id
        state = State(type_token, name, answer.resource_id, checked, plain_map(answer.properties))
        self.states[name] = state
        return state

    def preview(self, type_token: str, name: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
        request = CreateRequest(urn(type_token, name), typed_map(inputs), 0, True)
        return plain_map(asyncio.run(self.provider.create(request)).properties)

    def diff(self, state: State, new: Mapping[str, Any], ignored: Iterable[str] = ()) -> DiffResponse:
        old = typed_map({**state.outputs, OLD_INPUTS: state.inputs})
        return asyncio.run(self.provider.diff(DiffRequest(state.urn, state.id, old, typed_map(new), list(ignored))))

    def update(self, state: State, new: Mapping[str, Any]) -> State:
        checked = self.check(state.type, state.name, new, state.inputs)
        old = typed_map(state.outputs)
        request = UpdateRequest(state.urn, state.id, old, typed_map(checked), 0, [], False)
        answer = asyncio.run(self.provider.update(request))
        self.states[state.name] = State(state.type, state.name, state.id, checked, plain_map(answer.properties))
        return self.states[state.name]

    def read(self, state: State) -> State | None:
        request = ReadRequest(state.urn, state.id, typed_map(state.outputs), typed_map(state.inputs))
        answer = asyncio.run(self.provider.read(request))
        if not answer.resource_id:
            return None
        return State(state.type, state.name, state.id, plain_map(answer.inputs), plain_map(answer.properties))

    def delete(self, state: State) -> None:
        asyncio.run(self.provider.delete(DeleteRequest(state.urn, state.id, typed_map(state.outputs), 0)))
        del self.states[state.name]

    def invoke(self, token: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return plain_map(
            asyncio.run(self.provider.invoke(InvokeRequest(token, typed_map(arguments)))).return_value or {}
        )

    def create_entry(self, entry: AzureResource) -> State:
        """One entry of a plan, with its markers answered by what is there already."""
        return self.create(entry.type, entry.key, resolve({**entry.path, **entry.inputs}, self.answer))

    def answer(self, marker: Marker) -> Any:
        match marker:
            case FromAzure(resource, "id"):
                return self.states[resource].id
            case FromAzure(resource, output):
                value: Any = self.states[resource].outputs
                for step in output.split("."):
                    value = value[step]
                return value
            case Joined(parts):
                return "".join(part if isinstance(part, str) else self.answer(part) for part in parts)
            case _:
                raise AssertionError(f"no Azure entry should hold {marker}")

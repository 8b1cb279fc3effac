"""Records what a Pulumi program registers: an in-process resource monitor, no engine, no provider, no network.

In preview mode nothing exists yet: resources have no ids, and their outputs are unknown beyond their inputs (with
`exists`, ids are known). In update mode every output is simulated, and each simulated text says so.
"""

import asyncio
import contextvars
import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import grpc
import pulumi
from google.protobuf import empty_pb2, json_format, struct_pb2
from pulumi.runtime import settings as runtime_settings
from pulumi.runtime.proto import callback_pb2, callback_pb2_grpc, engine_pb2, resource_pb2
from recorded import UNKNOWN, Recorded, SecretValue, decoded, unwrapped

__all__ = ["UNKNOWN", "Mode", "Recorded", "Recorder", "SecretValue", "run", "unwrapped"]

_LEFT_OUT = ("OUTPUT_VALUES", "BYTE_STRING")  # other encodings of the same values
FEATURES = [number for name, number in resource_pb2.ResourceMonitorFeature.items() if not name.endswith(_LEFT_OUT)]

Mode = Literal["preview", "update"]


class EngineError(grpc.RpcError):
    """What the SDK gets from the engine when a call fails."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNKNOWN

    def details(self) -> str:
        return str(self)


def _encoded(values: Mapping[str, Any]) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct


def _as_outputs(sent: dict[str, Any]) -> dict[str, Any]:
    """Inputs as the provider returns them: the identities of a resource go in as a list and come out as a map."""
    identity = sent.get("identity")
    if not (isinstance(identity, dict) and isinstance(identity.get("userAssignedIdentities"), list)):
        return sent
    by_id = {id_: {} for id_ in identity["userAssignedIdentities"] if isinstance(id_, str)}
    return {**sent, "identity": {**identity, "userAssignedIdentities": by_id}}


def _merged(base: Any, over: Any) -> Any:
    if isinstance(base, dict) and isinstance(over, dict):
        return {key: _merged(base.get(key), over[key]) if key in over else base[key] for key in base | over}
    return over


class Recorder:
    """A resource monitor and engine in one object. `resources` is what was registered, by URN, in order.

    `simulate` gives the outputs of a resource in update mode (beside its inputs), `invoke` the answer to a function
    call; both default to nothing. In update mode before-hooks run as the engine runs them.
    """

    def __init__(
        self,
        mode: Mode,
        simulate: Callable[[Recorded], Mapping[str, Any]] = lambda _: {},
        invoke: Callable[[str, dict[str, Any]], Mapping[str, Any]] | None = None,
        config: Mapping[str, Any] | None = None,
        run_hooks: bool = False,
        exists: bool = False,
    ) -> None:
        self._without_ids = mode == "preview" and not exists
        self.mode, self._simulate, self._invoke, self._run_hooks = mode, simulate, invoke, run_hooks
        self.config = {
            key: value if isinstance(value, str) else json.dumps(value) for key, value in (config or {}).items()
        }
        self.resources: dict[str, Recorded] = {}
        self.invokes: list[tuple[str, dict[str, Any], Any]] = []
        self.logs: list[tuple[str, str]] = []
        self.hooks: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}

    def named(self, name: str) -> Recorded:
        """The one resource or provider of this Pulumi name; components aside."""
        (found,) = [resource for resource in self.resources.values() if resource.name == name and resource.custom]
        return found

    @property
    def custom(self) -> list[Recorded]:
        """Registered resources, without components, providers and reads."""
        return [
            resource
            for resource in self.resources.values()
            if resource.custom and not resource.type.startswith("pulumi:")
        ]

    def GetDeploymentInfo(self, _: Any) -> Any:  # noqa: N802 names of the protocol, here and below
        return resource_pb2.DeploymentInfo(
            project="aksgpu",
            stack="test",
            organization="org",
            config=self.config,
            dryRun=self.mode == "preview",
            supportedFeatures=FEATURES,
        )

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        urn = self._urn(request)
        if urn in self.resources:
            raise EngineError(f"Duplicate resource URN {urn!r}")
        inputs = decoded(json_format.MessageToDict(request.object))
        recorded = Recorded(urn, request.type, request.name, request.parent, inputs, request, request.custom)
        self.resources[urn] = recorded
        if self._run_hooks and self.mode == "update":
            for hook in request.hooks.before_create:
                self._call_hook(hook, recorded)
        sent = json_format.MessageToDict(request.object)
        simulated = dict(self._simulate(recorded)) if self.mode == "update" else {}
        recorded.outputs = _merged(_as_outputs(sent), simulated)
        return resource_pb2.RegisterResourceResponse(
            urn=urn, id=self._id(recorded, simulated), object=_encoded(recorded.outputs)
        )

    def ReadResource(self, request: Any) -> Any:  # noqa: N802
        urn = self._urn(request)
        inputs = decoded(json_format.MessageToDict(request.properties))
        recorded = Recorded(urn, request.type, request.name, request.parent, inputs, request)
        recorded.outputs = {**inputs, **self._simulate(recorded)}
        self.resources[urn] = recorded
        return resource_pb2.ReadResourceResponse(urn=urn, properties=_encoded(recorded.outputs))

    def RegisterResourceOutputs(self, request: Any) -> Any:  # noqa: N802
        outputs = decoded(json_format.MessageToDict(request.outputs))
        if request.urn in self.resources and self.resources[request.urn].type == "pulumi:pulumi:Stack":
            self.outputs = outputs
        if request.urn in self.resources:
            self.resources[request.urn].outputs = outputs
        return empty_pb2.Empty()

    def Invoke(self, request: Any) -> Any:  # noqa: N802
        arguments = decoded(json_format.MessageToDict(request.args))
        self.invokes.append((request.tok, arguments, request))
        waiting = [urn for urn in request.dependsOn if self._without_ids and self.resources[urn].custom]
        if waiting:  # the engine does not ask about resources that are still to be made
            return resource_pb2.ResourceInvokeResponse(unknown=True)
        if self._invoke is None:
            raise EngineError(f"nothing simulates {request.tok}")
        try:
            answer = self._invoke(request.tok, arguments)
        except LookupError:
            raise EngineError(f"the resource of {request.tok} was not found") from None
        return resource_pb2.ResourceInvokeResponse(**{"return": _encoded(answer)})

    def RegisterResourceHook(self, request: Any) -> Any:  # noqa: N802
        if request.name in self.hooks:
            raise EngineError(f"hook {request.name!r} is registered twice")
        self.hooks[request.name] = request
        return empty_pb2.Empty()

    def SignalAndWaitForShutdown(self, _: Any) -> Any:  # noqa: N802
        return empty_pb2.Empty()

    def Log(self, request: Any) -> Any:  # noqa: N802
        if request.severity != engine_pb2.DEBUG:
            self.logs.append((engine_pb2.LogSeverity.Name(request.severity), request.message))
        return empty_pb2.Empty()

    def _call_hook(self, name: str, recorded: Recorded) -> None:
        callback = self.hooks[name].callback
        asked = resource_pb2.ResourceHookRequest(urn=recorded.urn, name=recorded.name, type=recorded.type)
        with grpc.insecure_channel(callback.target) as channel:
            answer = callback_pb2_grpc.CallbacksStub(channel).Invoke(
                callback_pb2.CallbackInvokeRequest(token=callback.token, request=asked.SerializeToString())
            )
        outcome = resource_pb2.ResourceHookResponse.FromString(answer.response)
        if outcome.error:
            raise EngineError(f"before hook {name!r} failed: {outcome.error}")

    def _id(self, recorded: Recorded, simulated: dict[str, Any]) -> str:
        if not recorded.custom:
            return ""
        if recorded.type.startswith("pulumi:providers:"):
            return f"provider-{recorded.name}"
        return "" if self._without_ids else str(simulated.get("id", f"simulated-id-of-{recorded.name}"))

    @staticmethod
    def _urn(request: Any) -> str:
        # sdk/go/common/resource/urn: types of all parents but the stack's, joined by "$"
        above = request.parent.split("::")[2] if request.parent else ""
        chain = "" if above in ("", "pulumi:pulumi:Stack") else f"{above}$"
        return f"urn:pulumi:test::aksgpu::{chain}{request.type}::{request.name}"


def run(program: Callable[[], None], recorder: Recorder, root: Path | None = None) -> Recorder:
    """Run `program` as a Pulumi program against the recorder. Raises what the program raises."""

    def isolated() -> None:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        threads = ThreadPoolExecutor(max_workers=16)
        loop.set_default_executor(threads)
        runtime_settings.ROOT.set(None)
        pulumi.runtime.set_all_config(dict(recorder.config), [])
        pulumi.runtime.configure(
            pulumi.runtime.Settings(
                project="aksgpu",
                stack="test",
                monitor=recorder,
                engine=recorder,
                dry_run=recorder.mode == "preview",
                organization="org",
                root_directory=str(root or Path.cwd()),
            )
        )
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # as Pulumi's own executor does
        try:
            loop.run_until_complete(pulumi.runtime.run_in_stack(program))
        finally:
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            threads.shutdown(wait=True)
            loop.close()
            asyncio.set_event_loop(None)

    contextvars.copy_context().run(isolated)
    return recorder

"""The provider over gRPC, as the engine starts it: like the SDK's own server, with the old inputs and whole errors."""

import asyncio
import os
import sys
from collections.abc import Awaitable
from typing import Any, NoReturn

import grpc
import grpc.aio
from pulumi.provider.experimental.property_value import PropertyValue
from pulumi.provider.experimental.server import ProviderServicer
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc, status_pb2

from aksgpu_rehearsal.simulated_azure.faults import AzureFailure
from aksgpu_rehearsal.simulated_azure.provider import OLD_INPUTS, VERSION, SimulatedAzure
from aksgpu_rehearsal.simulated_azure.values import typed_map

_PARENT_CHECK_SECONDS = 1.0
_MESSAGE_BYTES = 400 * 1024 * 1024  # as the engine's own limit


class Servicer(ProviderServicer):
    """The SDK's servicer, which drops the old inputs of a diff and sends a traceback for every error."""

    async def Diff(self, request: Any, context: Any) -> Any:  # noqa: N802
        if request.HasField("old_inputs"):
            request.olds.fields[OLD_INPUTS].struct_value.CopyFrom(request.old_inputs)
        return await _answered(super().Diff(request, context), context)  # pyright: ignore[reportUnknownMemberType]

    async def Create(self, request: Any, context: Any) -> Any:  # noqa: N802
        return await _answered(super().Create(request, context), context)  # pyright: ignore[reportUnknownMemberType]

    async def Update(self, request: Any, context: Any) -> Any:  # noqa: N802
        return await _answered(super().Update(request, context), context)  # pyright: ignore[reportUnknownMemberType]

    async def Delete(self, request: Any, context: Any) -> Any:  # noqa: N802
        return await _answered(super().Delete(request, context), context)  # pyright: ignore[reportUnknownMemberType]

    async def Read(self, request: Any, context: Any) -> Any:  # noqa: N802
        return await _answered(super().Read(request, context), context)  # pyright: ignore[reportUnknownMemberType]

    async def Invoke(self, request: Any, context: Any) -> Any:  # noqa: N802
        return await _answered(super().Invoke(request, context), context)  # pyright: ignore[reportUnknownMemberType]


async def _answered(call: Awaitable[Any], context: Any) -> Any:
    try:
        return await call
    except Exception as error:
        cause = error if isinstance(error, AzureFailure) else error.__context__
        if isinstance(cause, AzureFailure):
            await _abort(cause, context)
        raise


async def _abort(failure: AzureFailure, context: Any) -> NoReturn:
    """Send the failure's words alone, with the resource that is there nevertheless, so that the state keeps it."""
    metadata: tuple[tuple[str, bytes], ...] = ()
    if failure.kept:
        id_, outputs, inputs = failure.kept
        partial = provider_pb2.ErrorResourceInitFailed(
            id=id_,
            properties=PropertyValue.marshal_map(typed_map(outputs)),
            inputs=PropertyValue.marshal_map(typed_map(inputs)),
            reasons=[str(failure)],
        )
        status = status_pb2.Status(code=grpc.StatusCode.UNKNOWN.value[0], message=str(failure))
        status.details.add().Pack(partial)
        metadata = (("grpc-status-details-bin", status.SerializeToString()),)
    await context.abort(grpc.StatusCode.UNKNOWN, str(failure), metadata)
    raise AssertionError("abort always raises")


def serve(provider: SimulatedAzure, engine: str) -> None:
    """Serve on a loopback port, which is printed first, until whoever started this process is gone."""
    asyncio.run(_serve(provider, engine))


async def _serve(provider: SimulatedAzure, engine: str) -> None:
    limits = [("grpc.max_receive_message_length", _MESSAGE_BYTES), ("grpc.max_send_message_length", _MESSAGE_BYTES)]
    server = grpc.aio.server(options=limits)
    servicer = Servicer([], VERSION, provider, engine_address=engine)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(_PARENT_CHECK_SECONDS)
    print("simulated Azure: the engine is gone", file=sys.stderr)
    await server.stop(0)

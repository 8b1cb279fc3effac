"""Stands between the engine and the API server, and keeps each request with its status and its warnings.

The Kubernetes provider asks for warnings and then drops them (v4.25: NoWarnings in pkg/provider/provider.go), so that
neither the engine's output nor its events tell of them.
"""

import asyncio
import ssl
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aksgpu_rehearsal.exchanges import Conversation, Exchange
from aksgpu_rehearsal.kubeconfig import client_files

BYTES_AT_ONCE = 65536
SECONDS = 30.0


class Recorder:
    """`with Recorder(admin) as recorder:` answers at `recorder.server`, to clients that the cluster's authority knows.

    It asks the API server as the administrator, as whom the rehearsal's login signs in anyway.
    """

    def __init__(self, admin: Path) -> None:
        self.exchanges: list[Exchange] = []
        self._files = client_files(admin)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="recorder", daemon=True)

    @property
    def warnings(self) -> list[str]:
        """Each warning with its request in front."""
        return [f"{one.method} {one.path}: {text}" for one in self.exchanges for text in one.warnings]

    def __enter__(self) -> Self:
        self._thread.start()
        self._listener = self._wait(self._listen())
        self.server = f"https://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, reason: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wait(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS)

    async def _listen(self) -> asyncio.Server:
        # HTTP/2 is not offered, so that what passes by can be read.
        context = self._context(ssl.Purpose.CLIENT_AUTH)
        context.verify_mode = ssl.CERT_REQUIRED
        return await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)

    async def _stop(self) -> None:
        self._listener.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _context(self, purpose: ssl.Purpose) -> ssl.SSLContext:
        context = ssl.create_default_context(purpose, cafile=str(self._files.authority))
        context.load_cert_chain(self._files.certificate, self._files.key)
        return context

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        try:
            server, to_server = await asyncio.open_connection(
                self._files.host, self._files.port, ssl=self._context(ssl.Purpose.SERVER_AUTH)
            )
        except OSError:
            to_client.close()  # the engine sees what it would see without us: nothing answers
            return
        talk = Conversation(self.exchanges)
        both = [_pass(client, to_server, talk.ask), _pass(server, to_client, talk.answer)]
        _, open_still = await asyncio.wait(map(asyncio.ensure_future, both), return_when=asyncio.FIRST_COMPLETED)
        for task in open_still:
            task.cancel()
        to_server.close()
        to_client.close()


async def _pass(source: asyncio.StreamReader, sink: asyncio.StreamWriter, look: Callable[[bytes], None]) -> None:
    try:
        while data := await source.read(BYTES_AT_ONCE):
            look(data)
            sink.write(data)
            await sink.drain()
    except OSError:
        return  # the other side went; both are closed then

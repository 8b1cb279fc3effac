"""Does for single Services what kube-proxy does: their address leads to a program on this machine."""

import contextlib
import socket
import threading


class Forwards:
    """Listeners on Service addresses, which are loopback addresses in a rehearsal."""

    def __init__(self) -> None:
        self._listeners: list[socket.socket] = []

    def open(self, address: str, port: int, target: int) -> None:
        """Lead address:port to 127.0.0.1:target, whether or not anything answers there yet."""
        listener = socket.create_server((address, port), backlog=256)
        self._listeners.append(listener)
        threading.Thread(target=_serve, args=(listener, target), daemon=True).start()

    def close(self) -> None:
        """Stop listening. Connections that are open end with their peers."""
        for listener in self._listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes accept, which close alone does not
            listener.close()
        self._listeners.clear()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _serve(listener: socket.socket, target: int) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_join, args=(client, target), daemon=True).start()


def _join(client: socket.socket, target: int) -> None:
    with client:
        try:
            upstream = socket.create_connection(("127.0.0.1", target), timeout=10)
        except OSError:
            return  # nothing answers yet: the caller sees a closed connection, as from a Service without endpoints
        upstream.settimeout(None)
        with upstream:
            back = threading.Thread(target=_copy, args=(upstream, client), daemon=True)
            back.start()
            _copy(client, upstream)
            back.join()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)

"""A Service's address leads to a program on this machine for as long as the rehearsal lasts."""

import socket
import threading

import pytest

from aksgpu_rehearsal.forward import Forwards, free_port

SERVICE = "127.64.7.7"


def echo(listener: socket.socket) -> None:
    client, _ = listener.accept()
    with client:
        while data := client.recv(100):
            client.sendall(data.upper())


def test_what_is_sent_to_the_service_reaches_the_program_and_comes_back() -> None:
    forwards, port = Forwards(), free_port()
    with socket.create_server(("127.0.0.1", 0)) as program:
        threading.Thread(target=echo, args=(program,), daemon=True).start()
        forwards.open(SERVICE, port, program.getsockname()[1])
        with socket.create_connection((SERVICE, port), timeout=5) as caller:
            caller.sendall(b"hello")
            assert caller.recv(100) == b"HELLO"
    forwards.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((SERVICE, port), timeout=5)


def test_a_service_without_its_program_answers_nothing_and_goes_on() -> None:
    forwards, port = Forwards(), free_port()
    forwards.open(SERVICE, port, free_port())
    try:
        for _ in range(2):
            with socket.create_connection((SERVICE, port), timeout=5) as caller:
                assert caller.recv(100) == b""
    finally:
        forwards.close()

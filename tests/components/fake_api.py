"""A fake API server: just enough of HTTP to be asked for a dry run. It is no Kubernetes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import yaml

FLAVOR_KIND = {"name": "resourceflavors", "kind": "ResourceFlavor", "namespaced": False}
QUEUE_KIND = {"name": "localqueues", "kind": "LocalQueue", "namespaced": True}
ACCEPTED: tuple[int, dict[str, Any]] = (201, {"kind": "ResourceFlavor"})


class FakeApi:
    """Plays its `script` of answers to POST, the last one for ever, and remembers the requests."""

    def __init__(self, script: list[tuple[int, dict[str, Any]]], kinds: list[dict[str, Any]] | None = None) -> None:
        self.script = script
        self.kinds = [FLAVOR_KIND, QUEUE_KIND] if kinds is None else kinds
        self.posts: list[tuple[str, dict[str, Any]]] = []
        self.gets: list[str] = []
        self.tokens: set[str | None] = set()

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        if method == "GET":
            self.gets.append(path)
            known = path == "/apis/kueue.x-k8s.io/v1beta2"
            return (200, {"resources": self.kinds}) if known else (404, {"message": "page not found"})
        self.posts.append((path, json.loads(body)))
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]


@contextmanager
def served(fake: FakeApi) -> Iterator[str]:
    """The fake on a local port, and a kubeconfig for it."""

    class Handler(BaseHTTPRequestHandler):
        def respond(self) -> None:
            fake.tokens.add(self.headers.get("authorization"))
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            status, answer = fake.answer(self.command, self.path, body)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = respond  # noqa: N815 names of http.server

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield yaml.safe_dump(
            {
                "apiVersion": "v1",
                "kind": "Config",
                "clusters": [{"name": "fake", "cluster": {"server": f"http://127.0.0.1:{server.server_port}"}}],
                "contexts": [{"name": "fake", "context": {"cluster": "fake", "user": "me"}}],
                "current-context": "fake",
                "users": [{"name": "me", "user": {"token": "fake-token"}}],
            }
        )
    finally:
        server.shutdown()
        server.server_close()

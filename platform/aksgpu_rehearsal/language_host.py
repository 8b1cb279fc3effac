"""A Pulumi language host for Python, for where the official one is not installed.

The engine starts it as pulumi-language-python, reads a port from its output and then calls LanguageRuntime on it, of
which this answers what preview, up, refresh, destroy and policy packs need. It installs nothing.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent import futures
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, cast

import grpc
from google.protobuf import empty_pb2, json_format
from pulumi.runtime.proto import language_pb2, language_pb2_grpc, plugin_pb2

EXECUTOR = "pulumi-language-python-exec"
ALREADY_SAID = 32
"""The executor's exit code when the user has been told already what is wrong."""

LARGEST_MESSAGE = 400 << 20
TOOLCHAINS = {"pip": None, "poetry": None, "uv": ".venv"}
"""Each toolchain, and the virtual environment that it uses when the project names none."""


class NoInterpreter(Exception):
    """The project's options name no Python that exists. The message is for its author."""


def interpreter(root: Path, options: Mapping[str, Any]) -> tuple[Path, Path | None]:
    """The Python of a program with these runtime options, and its virtual environment. Raises NoInterpreter."""
    toolchain = str(options.get("toolchain") or "pip")
    if toolchain not in TOOLCHAINS:
        raise NoInterpreter(f"toolchain is {toolchain!r}; it can be {', '.join(TOOLCHAINS)}.")
    virtualenv = options.get("virtualenv") or TOOLCHAINS[toolchain]
    if not virtualenv:
        return Path(sys.executable), None
    folder = root / str(virtualenv)
    python = folder / "bin" / "python"
    if not python.exists():
        raise NoInterpreter(f"there is no virtual environment in {folder}. Make it first: nothing is installed here.")
    return python, folder


def activated(environment: Mapping[str, str], virtualenv: Path | None) -> dict[str, str]:
    """The environment with the virtual environment in front, as its own activation would put it."""
    changed = {**environment, "PYTHONUNBUFFERED": "1"}
    if virtualenv:
        changed["VIRTUAL_ENV"] = str(virtualenv)
        changed["PATH"] = f"{virtualenv / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return changed


class LanguageHost(language_pb2_grpc.LanguageRuntimeServicer):
    """Runs the programs and plugins of one engine, and ends those that still run when it is told to stop."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._running: set[subprocess.Popen[bytes]] = set()

    def Handshake(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        self._engine = request.engine_address or self._engine
        return language_pb2.LanguageHandshakeResponse()

    def GetPluginInfo(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return plugin_pb2.PluginInfo(version="0.0.0")

    def GetRequiredPackages(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return language_pb2.GetRequiredPackagesResponse()

    def GetRequiredPlugins(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return language_pb2.GetRequiredPluginsResponse()

    def GetProgramDependencies(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return language_pb2.GetProgramDependenciesResponse()

    def InstallDependencies(self, request: Any, context: Any) -> Iterator[Any]:  # noqa: ARG002, N802
        return iter(())

    def About(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return language_pb2.AboutResponse(executable=sys.executable, version=sys.version.split()[0])

    def Cancel(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        self.stop()
        return empty_pb2.Empty()

    def Run(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        """Run a program to its end. What it prints goes where this host's output goes."""
        try:
            python, virtualenv = interpreter(Path(request.info.root_directory), _options(request.info))
        except NoInterpreter as reason:
            return language_pb2.RunResponse(error=str(reason))
        environment = activated(os.environ, virtualenv)
        environment["PULUMI_CONFIG"] = json.dumps(dict(request.config))
        environment["PULUMI_CONFIG_SECRET_KEYS"] = json.dumps(list(request.configSecretKeys))
        folder = request.pwd or request.info.program_directory
        child = self._start([str(python), "-u", *_executor(request, self._engine, folder)], environment, folder)
        code = self._finish(child)
        if code == ALREADY_SAID:
            return language_pb2.RunResponse(bail=True)
        return language_pb2.RunResponse(error=f"the program ended with exit code {code}" if code else "")

    def RunPlugin(self, request: Any, context: Any) -> Iterator[Any]:  # noqa: N802
        """Run a policy pack or a provider, and pass its output on until it ends."""
        python, virtualenv = interpreter(Path(request.info.root_directory), _options(request.info))
        environment = activated(os.environ, virtualenv)
        environment |= dict(pair.split("=", 1) for pair in request.env if "=" in pair)
        program = ["-m", "pulumi.policy"] if request.kind == "analyzer" else []
        program += (
            [*request.args, request.info.program_directory]
            if program
            else [
                request.info.program_directory,
                *request.args,
            ]
        )
        child = self._start([str(python), "-u", *program], environment, request.pwd, piped=True)
        context.add_callback(child.terminate)
        yield from _output(child)
        code = self._finish(child)
        if code:
            yield language_pb2.RunPluginResponse(exitcode=code)

    def stop(self) -> None:
        """End what still runs."""
        for child in list(self._running):
            child.terminate()

    def _start(
        self, command: Sequence[str], environment: Mapping[str, str], folder: str, piped: bool = False
    ) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE if piped else None
        child = subprocess.Popen(command, env=environment, cwd=folder, stdout=pipe, stderr=pipe)
        self._running.add(child)
        return child

    def _finish(self, child: subprocess.Popen[bytes]) -> int:
        code = child.wait()
        self._running.discard(child)
        return code


def _options(info: Any) -> dict[str, Any]:
    return json_format.MessageToDict(info.options)


def _executor(request: Any, engine: str, folder: str) -> list[str]:
    """The executor, which comes with the CLI, and the arguments that tell it about this run."""
    flags = {
        "monitor": request.monitor_address,
        "engine": engine,
        "project": request.project,
        "stack": request.stack,
        "organization": request.organization or "organization",
        "root_directory": request.info.root_directory,
        "pwd": folder,
        "parallel": request.parallel,
        **({"dry_run": "true"} if request.dryRun else {}),
    }
    pairs = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
    return [shutil.which(EXECUTOR) or EXECUTOR, *pairs, request.info.entry_point or ".", *request.args]


def _output(child: subprocess.Popen[bytes]) -> Iterator[Any]:
    """Both streams of a child, line by line as they come, until both end."""
    lines: SimpleQueue[Any] = SimpleQueue()
    response = cast(Any, language_pb2.RunPluginResponse)

    def pump(stream: IO[bytes], name: str) -> None:
        for line in stream:
            lines.put(response(**{name: line}))
        lines.put(None)

    streams = {"stdout": child.stdout, "stderr": child.stderr}
    for name, stream in streams.items():
        threading.Thread(target=pump, args=(stream, name), daemon=True).start()
    for _ in streams:
        yield from iter(lines.get, None)


def main() -> None:
    """Serve until the engine ends this program."""
    host = LanguageHost(sys.argv[-1] if len(sys.argv) > 1 else "")
    sdk = cast(Any, grpc)
    server = sdk.server(futures.ThreadPoolExecutor(16), options=[("grpc.max_receive_message_length", LARGEST_MESSAGE)])
    register = cast(Any, language_pb2_grpc).add_LanguageRuntimeServicer_to_server
    register(host, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    done = threading.Event()

    def stop(*_: object) -> None:
        done.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    done.wait()
    host.stop()
    server.stop(1).wait()


if __name__ == "__main__":
    main()

"""Turns the plan's markers into Pulumi Outputs."""

import asyncio
import base64
import json
from collections.abc import Callable, Mapping
from typing import Any, cast

import pulumi

from aksgpu.desired.markers import FromAzure, FromConfig, Joined, Marker, RegistryLogin
from aksgpu_pulumi.output_paths import output_at, steps, value_at

LookedUp = Mapping[str, Any]
"""What Azure returned for a resource that somebody else made, in camelCase."""


class Answers:
    """What each marker stands for. `known` grows while resources are registered.

    `secrets` is the stack's own data with its secrets decrypted; each is passed on as a secret Output and never in the
    plain. `elsewhere` answers for Azure resources that this program does not register.
    """

    def __init__(
        self,
        known: Mapping[str, pulumi.Resource | LookedUp],
        secrets: Mapping[str, Any],
        elsewhere: Callable[[FromAzure], Any],
    ) -> None:
        self._known = known
        self._secrets = secrets
        self._elsewhere = elsewhere
        self._outputs: dict[FromAzure, Any] = {}

    def __call__(self, marker: Marker) -> Any:
        """The value or Output for a marker. Raises RunError for a secret that is missing."""
        match marker:
            case FromAzure():
                if marker not in self._outputs:  # one Output for all that use it: Pulumi's loop slows down with many
                    self._outputs[marker] = self._from_azure(marker)
                return self._outputs[marker]
            case FromConfig(path):
                return self._secret(path)
            case Joined(parts):
                values = [part if isinstance(part, str) else self(part) for part in parts]
                plain = all(isinstance(value, str) for value in values)
                return "".join(values) if plain else pulumi.Output.concat(*values)
            case RegistryLogin(server, username, password):
                return self._secret(password.path).apply(lambda secret: docker_config(server, username, secret))

    def _from_azure(self, marker: FromAzure) -> Any:
        source = self._known.get(marker.resource)
        if source is None:
            return self._elsewhere(marker)
        if isinstance(source, pulumi.Resource):
            return output_at(source, marker.output).apply(lambda value: _present_or_to_come(value, marker))
        return _present(value_at(source, steps(marker.output)), marker)

    def _secret(self, path: str) -> pulumi.Output[Any]:
        value = value_at(self._secrets, steps(path))
        if not isinstance(value, str | pulumi.Output):
            raise pulumi.RunError(
                f"{path}: the plan needs this secret and it was not given. "
                "Set it with `pulumi config set --secret --path`."
            )
        return pulumi.Output.secret(cast("str | pulumi.Output[str]", value))


def docker_config(server: str, username: str, password: str) -> str:
    """A docker config JSON that logs in to one registry."""
    token = base64.b64encode(f"{username}:{password}".encode()).decode()
    login = {"username": username, "password": password, "auth": token}
    return json.dumps({"auths": {server: login}}, sort_keys=True)


def _present_or_to_come(value: Any, marker: FromAzure) -> Any:
    """In a preview an output that is not there yet is unknown, and no fault: providers fill in some of them late."""
    return _unknown() if value is None and pulumi.runtime.is_dry_run() else _present(value, marker)


def _unknown() -> pulumi.Output[Any]:
    value: asyncio.Future[Any] = asyncio.Future()
    value.set_result(None)
    is_known: asyncio.Future[bool] = asyncio.Future()
    is_known.set_result(False)
    return pulumi.Output(set(), value, is_known)


def _present(value: Any, marker: FromAzure) -> Any:
    if value is None:
        raise pulumi.RunError(f"Azure returned no {marker.output} for {marker.resource}, which the platform needs.")
    return value

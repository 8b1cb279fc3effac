"""The simulated provider: what the engine asks, answered from the cloud file."""

import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any

from pulumi.provider.experimental.provider import (
    CheckFailure,
    CheckRequest,
    CheckResponse,
    ConfigureRequest,
    ConfigureResponse,
    CreateRequest,
    CreateResponse,
    DeleteRequest,
    DiffRequest,
    DiffResponse,
    GetSchemaRequest,
    GetSchemaResponse,
    InvokeRequest,
    InvokeResponse,
    PropertyDiff,
    PropertyDiffKind,
    Provider,
    ReadRequest,
    ReadResponse,
    UpdateRequest,
    UpdateResponse,
)

from aksgpu_rehearsal.simulated_azure.bodies import body_problems, not_installed
from aksgpu_rehearsal.simulated_azure.cloud import Cloud, remove_below
from aksgpu_rehearsal.simulated_azure.differences import differences, refreshed
from aksgpu_rehearsal.simulated_azure.existence import missing_above, taken
from aksgpu_rehearsal.simulated_azure.faults import AzureFailure, Failure, next_failure
from aksgpu_rehearsal.simulated_azure.invokes import answer
from aksgpu_rehearsal.simulated_azure.names import arm_id, name_problems, path_names, type_of_urn, with_names
from aksgpu_rehearsal.simulated_azure.outputs import filled, preview, seconds
from aksgpu_rehearsal.simulated_azure.values import UNKNOWN, plain_map, typed_map

VERSION = "3.29.0"
"""The version of pulumi-azure-native that this stands for."""

OLD_INPUTS = "__inputs"
"""Where `diff` finds the old inputs, beside the old outputs."""

ATTEMPTS = 4
"""How often a request is sent that Azure asks to repeat, as the Azure SDK does by default."""

Values = dict[str, Any]


class SimulatedAzure(Provider):
    """Stands for pulumi-azure-native. Raises AzureFailure where the real one would answer with an error."""

    def __init__(self, cloud: Cloud) -> None:
        self.cloud = cloud
        self._subscription: str | None = None
        self._missing: set[str] = set()

    async def get_schema(self, request: GetSchemaRequest) -> GetSchemaResponse:  # noqa: ARG002
        return GetSchemaResponse(schema=json.dumps({"name": "azure-native", "version": VERSION}))

    async def diff_config(self, request: DiffRequest) -> DiffResponse:  # noqa: ARG002
        return DiffResponse(changes=False)

    async def configure(self, request: ConfigureRequest) -> ConfigureResponse:
        """Takes the provider's subscription. Secrets are not accepted: the engine then keeps their marks itself."""
        given = plain_map(request.args).get("subscriptionId")
        self._subscription = given if given and given != UNKNOWN else None
        return ConfigureResponse(accept_secrets=False, supports_preview=True, accept_outputs=False)

    @property
    def subscription(self) -> str:
        """The provider's subscription, else the cloud's."""
        return self._subscription or self.cloud.settings["subscriptionId"]

    async def check(self, request: CheckRequest) -> CheckResponse:
        """Fills in a missing name, and refuses names and bodies that Azure would refuse."""
        type_token, given = type_of_urn(request.urn), plain_map(request.new_inputs)
        try:
            path_names(type_token)
        except LookupError as unknown:
            return CheckResponse(inputs=request.new_inputs, failures=[CheckFailure("", str(unknown))])
        seed = request.random_seed or request.urn.encode()
        inputs = with_names(type_token, given, plain_map(request.old_inputs), request.name, seed)
        problems = [(name, f"{name} {why}") for name, why in name_problems(type_token, inputs) if why]
        problems += [(text.split(":")[0], text) for text in body_problems(type_token, inputs)]
        self._say_what_is_missing(type_token)
        failures = [CheckFailure(name, f"simulated Azure: 400 BadRequest: {text}") for name, text in problems]
        return CheckResponse(inputs=typed_map(inputs), failures=failures)

    async def create(self, request: CreateRequest) -> CreateResponse:
        type_token, inputs = type_of_urn(request.urn), plain_map(request.properties)
        id_ = arm_id(type_token, self.subscription, inputs)
        tenant = self.cloud.settings["tenantId"]
        if request.preview:
            outputs = preview(inputs, filled(type_token, id_, inputs, {}, tenant), {})
            return CreateResponse(resource_id="", properties=typed_map(outputs))
        outputs = await self._write("create", type_token, id_, inputs)
        return CreateResponse(resource_id=id_, properties=typed_map(outputs))

    async def update(self, request: UpdateRequest) -> UpdateResponse:
        type_token, inputs, id_ = type_of_urn(request.urn), plain_map(request.news), request.resource_id
        if request.preview:
            before = plain_map(request.olds)
            outputs = filled(type_token, id_, inputs, before, self.cloud.settings["tenantId"])
            return UpdateResponse(properties=typed_map(preview(inputs, outputs, before)))
        return UpdateResponse(properties=typed_map(await self._write("update", type_token, id_, inputs)))

    async def read(self, request: ReadRequest) -> ReadResponse:
        """What the cloud has now, and the inputs that it comes to. Without a state (an import): as it was made."""
        id_ = request.resource_id
        if self.cloud.content()["faults"]:
            await self._ask("read", type_of_urn(request.urn), id_, {})
        found = self.cloud.resources.get(id_)
        if found is None:
            return ReadResponse(resource_id="", properties={}, inputs={})
        outputs, before = found["outputs"], plain_map(request.properties)
        inputs = refreshed(plain_map(request.inputs), before, outputs) if before else found["inputs"]
        return ReadResponse(resource_id=id_, properties=typed_map(outputs), inputs=typed_map(inputs))

    async def diff(self, request: DiffRequest) -> DiffResponse:
        """Old against new inputs. The old stand under OLD_INPUTS in the old state; without them nothing differs."""
        type_token, new = type_of_urn(request.urn), plain_map(request.new_inputs)
        old = plain_map(request.old_state).get(OLD_INPUTS, new)
        found = differences(type_token, old, new, request.ignore_changes)
        replaces = [one.path for one in found if one.replaces]
        same_name = all(old.get(name) == new.get(name) for name in path_names(type_token))
        detail = {
            one.path: PropertyDiff(PropertyDiffKind[f"{one.kind}_REPLACE" if one.replaces else one.kind], True)
            for one in found
        }
        return DiffResponse(
            changes=bool(found),
            replaces=replaces,
            delete_before_replace=bool(replaces) and same_name,
            diffs=[one.path for one in found],
            detailed_diff=detail,
        )

    async def delete(self, request: DeleteRequest) -> None:
        """Deletes it with all below it. What is not there counts as deleted."""
        type_token, id_ = type_of_urn(request.urn), request.resource_id
        await self._ask("delete", type_token, id_, {})
        with self.cloud.changing() as content:
            content["resources"].pop(id_, None)
            remove_below(content, id_)
        await self._wait(seconds(type_token))

    async def invoke(self, request: InvokeRequest) -> InvokeResponse:
        answered = answer(request.tok, self.cloud.content(), self.subscription, plain_map(request.args))
        return InvokeResponse(return_value=typed_map(answered))

    async def _write(self, operation: str, type_token: str, id_: str, inputs: Values) -> Values:
        """Make or change a resource and wait until Azure is done.

        The cloud has the result from the beginning, as Azure goes on when nobody waits any longer.
        """
        failure = await self._ask(operation, type_token, id_, inputs)
        with self.cloud.changing() as content:
            if operation == "create":
                self._refuse(taken(content, type_token, id_), operation, id_)
            self._refuse(missing_above(content, type_token, id_), operation, id_)
            before = content["resources"].get(id_, {}).get("outputs", {})
            outputs = filled(type_token, id_, inputs, before, content["settings"]["tenantId"])
            if failure:
                outputs["provisioningState"] = "Failed"
            content["resources"][id_] = {"type": type_token, "inputs": inputs, "outputs": outputs}
        await self._wait(seconds(type_token))
        if failure:
            raise AzureFailure(failure.message, (id_, outputs, inputs))
        return outputs

    def _refuse(self, failure: Failure | None, operation: str, id_: str) -> None:
        if failure:
            raise AzureFailure(f"{failure.message} ({operation} {id_})")

    async def _ask(self, operation: str, type_token: str, id_: str, inputs: Mapping[str, Any]) -> Failure | None:
        """Send the request, again where Azure asks for that. Returns a failure that leaves the resource behind.

        Raises AzureFailure for every other failure.
        """
        for attempt in range(1, ATTEMPTS + 1):
            with self.cloud.changing() as content:
                failure = next_failure(content, operation, type_token, id_, inputs)
                status = f"{failure.status} {failure.code}" if failure else "accepted"
                content["requests"].append({"operation": operation, "id": id_, "answer": status})
            if failure is None or failure.half_made:
                return failure
            if failure.retry_after is None or attempt == ATTEMPTS:
                tries = f" after {attempt} attempts" if attempt > 1 else ""
                raise AzureFailure(f"{failure.message} ({operation} {id_}{tries})")
            self._say(f"{failure.message} Trying again ({operation} {id_}).")
            await self._wait(failure.retry_after)
        return None

    async def _wait(self, azure_seconds: float) -> None:
        scaled = azure_seconds * self.cloud.settings["timeScale"]
        if scaled:
            await asyncio.sleep(scaled)

    def _say_what_is_missing(self, type_token: str) -> None:
        package = not_installed(type_token)
        if package and package not in self._missing:
            self._missing.add(package)
            self._say(f"simulated Azure does not check request bodies for {package}, which is not installed.")

    def _say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)  # the engine shows it as a diagnostic of the plugin

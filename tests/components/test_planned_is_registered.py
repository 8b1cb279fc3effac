"""What a shipped stack plans is what its program registers: all of it, once, unchanged, in previews and updates."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pulumi
import pytest
from recorder import UNKNOWN, Mode, Recorded, Recorder, SecretValue, run, unwrapped
from sdk_inputs import args_class, strangers
from sdk_outputs import has_output
from simulated import answers, azure_markers, outputs_for

from aksgpu.config.reading.load import load_stack
from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import FromAzure, FromConfig, Joined, Marker, RegistryLogin, resolve
from aksgpu.ordering import needs
from aksgpu.plan import Plan, plan
from aksgpu_pulumi import GpuPlatform
from aksgpu_pulumi.azure_resources import ROTATED
from aksgpu_pulumi.kubernetes_objects import type_token
from aksgpu_pulumi.markers import docker_config
from aksgpu_pulumi.output_paths import steps, value_at
from aksgpu_pulumi.sdk_arguments import sdk_class

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 12, 1)
STACKS = sorted(file.stem.removeprefix("Pulumi.") for file in (ROOT / "stacks").glob("Pulumi.*.yaml"))
SECRET = "do-not-show-this"
SECRETS = {"gpuSoftware": {"registry": {"password": SECRET}}}

pytestmark = pytest.mark.parametrize("stack", STACKS)
in_both_modes = pytest.mark.parametrize("mode", ["preview", "update"])


@cache
def planned(stack: str) -> Plan:
    checked = load_stack(stack, TODAY, ROOT).checked
    assert checked.stack is not None, checked.errors
    return plan(checked.stack, TODAY)


@cache
def recorded(stack: str, mode: Mode) -> Recorder:
    whole = planned(stack)

    def program() -> None:
        for name, value in GpuPlatform("aksgpu", whole, SECRETS).outputs.items():
            pulumi.export(name, value)

    return run(program, Recorder(mode, outputs_for(whole), answers()))


def own_entries(stack: str) -> dict[str, Entry]:
    """Entries to register; what exists already is only looked up."""
    entries = planned(stack).entries
    return {key: entry for key, entry in entries.items() if not (isinstance(entry, AzureResource) and entry.read)}


def by_name(recorder: Recorder) -> dict[str, Recorded]:
    return {resource.name: resource for resource in recorder.custom}


@in_both_modes
def test_every_entry_is_registered_once_and_nothing_else(stack: str, mode: Mode) -> None:
    assert sorted(resource.name for resource in recorded(stack, mode).custom) == sorted(own_entries(stack))


@in_both_modes
def test_inputs_are_the_plans_own(stack: str, mode: Mode) -> None:
    registered = by_name(recorded(stack, mode))
    for key, entry in own_entries(stack).items():
        assert registered[key].type == expected_type(entry)
        assert unwrapped(registered[key].inputs) == expected_inputs(entry, registered), key


def expected_type(entry: Entry) -> str:
    if isinstance(entry, AzureResource):
        return entry.type
    return type_token(entry.manifest) if isinstance(entry, KubernetesObject) else "kubernetes:helm.sh/v3:Release"


def expected_inputs(entry: Entry, registered: Mapping[str, Recorded]) -> Any:
    def value_of(marker: Marker | str) -> Any:
        match marker:
            case str():
                return marker
            case FromAzure(resource, output):
                found = value_at({"id": UNKNOWN} | registered[resource].outputs, steps(output))
                return UNKNOWN if found is None else found
            case FromConfig():
                return SECRET
            case RegistryLogin(server, username, _):
                return docker_config(server, username, SECRET)
            case Joined(parts):
                values = [value_of(part) for part in parts]
                return UNKNOWN if UNKNOWN in values else "".join(values)

    match entry:
        case AzureResource():
            return resolve({**entry.path, **entry.inputs}, value_of)
        case KubernetesObject():
            return resolve(entry.manifest, value_of)
        case ChartRelease():
            repository = {"repositoryOpts": {"repo": entry.repository}} if entry.repository else {}
            return repository | {
                "allowNullValues": True,
                "chart": entry.reference,
                "compat": "true",  # the SDK's own, on every release
                "name": entry.name,
                "namespace": entry.namespace,
                "skipAwait": not entry.awaited,
                "timeout": entry.timeout_seconds,
                "values": resolve(entry.values, value_of),
                "version": entry.version,
            }


def test_an_update_knows_everything(stack: str) -> None:
    for resource in recorded(stack, "update").resources.values():
        assert "UNKNOWN" not in repr(resource.inputs), resource.name


def test_azure_inputs_are_names_and_types_that_the_sdk_knows_at_any_depth(stack: str) -> None:
    wrong = [
        f"{entry.key}: {problem}"
        for entry in own_entries(stack).values()
        if isinstance(entry, AzureResource)
        for problem in strangers(args_class(sdk_class(entry.type)), {**entry.path, **entry.inputs})
    ]
    assert wrong == []


def test_what_markers_take_from_azure_is_an_output_that_the_sdk_knows(stack: str) -> None:
    entries = planned(stack).entries
    unknown = [
        f"{marker.resource}.{marker.output}"
        for marker in azure_markers(planned(stack))
        if not has_output(entries[marker.resource].type, marker.output)
    ]
    assert unknown == []


@in_both_modes
def test_dependencies_hold_everything_that_an_entry_comes_after(stack: str, mode: Mode) -> None:
    registered = by_name(recorded(stack, mode))
    places = {resource.urn: place for place, resource in enumerate(recorded(stack, mode).resources.values())}
    for key, entry in own_entries(stack).items():
        before = {registered[need].urn for need in needs(entry) if need in registered}
        assert before <= registered[key].depends_on, key
        assert all(places[urn] < places[registered[key].urn] for urn in registered[key].depends_on)


def test_every_resource_is_below_the_component_of_its_part(stack: str) -> None:
    recorder = recorded(stack, "update")
    registered = by_name(recorder)
    for part in planned(stack).parts:
        for entry in part.entries:
            if entry.key in registered:
                component = recorder.resources[registered[entry.key].parent]
                assert (component.type, component.name) == (f"aksgpu:index:{part.component}", part.name)
                assert recorder.resources[component.parent].type == "aksgpu:index:GpuPlatform"


def test_options_are_the_plans_own(stack: str) -> None:
    registered = by_name(recorded(stack, "update"))
    for key, entry in own_entries(stack).items():
        request = registered[key].request
        assert list(request.ignoreChanges) == list(getattr(entry, "ignore_changes", ())), key
        replacing = getattr(entry, "replace_on_changes", None) or getattr(entry, "create_only", ())
        assert list(request.replaceOnChanges) == list(replacing), key
        scarce, protect = getattr(entry, "scarce", False), getattr(entry, "protect", False)
        assert registered[key].protect == (protect if scarce else None), key
        assert registered[key].delete_before_replace == (expected_type(entry) not in ROTATED), key


def test_scarce_things_are_protected_where_nothing_is_approved(stack: str) -> None:
    approved = planned(stack).subject.stack.approve
    kinds = {"AgentPool", "ManagedCluster", "StorageAccount"}
    scarce = [entry for entry in own_entries(stack).values() if getattr(entry, "scarce", False)]
    assert {entry.type.rpartition(":")[2] for entry in scarce if isinstance(entry, AzureResource)} <= kinds
    assert [
        entry.key for entry in scarce if isinstance(entry, AzureResource) and not entry.protect and not approved
    ] == []


def test_what_comes_after_a_probed_release_waits_for_it(stack: str) -> None:
    registered, waiting = by_name(recorded(stack, "update")), {}
    entries = own_entries(stack)
    for key in planned(stack).order:
        if key not in entries:
            continue
        needed = [need for need in needs(entries[key]) if need in entries]
        waiting[key] = {name for need in needed for name in waiting[need]}
        waiting[key] |= {f"ready-{need}" for need in needed if getattr(entries[need], "probe", None)}
        hooks, wanted = registered[key].hooks, waiting[key] | ({f"clear-{key}"} if key.startswith("chart-") else set())
        assert set(hooks) == ({"before_create", "before_update"} if wanted else set()), key
        assert all(set(names) == wanted for names in hooks.values()), key
    assert any(waiting.values())


@in_both_modes
def test_no_secret_is_ever_plain(stack: str, mode: Mode) -> None:
    recorder = recorded(stack, mode)
    assert isinstance(recorder.outputs["kubeconfig"], SecretValue)
    assert isinstance(recorder.named("kubernetes").inputs["kubeconfig"], SecretValue)
    for resource in recorder.resources.values():
        shown = repr(without_secrets(resource.inputs))
        assert SECRET not in shown
        assert "kubelogin" not in shown or resource.type == "kubernetes:core/v1:ConfigMap"


def without_secrets(value: Any) -> Any:
    if isinstance(value, SecretValue):
        return "***"
    if isinstance(value, dict):
        return {key: without_secrets(item) for key, item in value.items()}
    return [without_secrets(item) for item in value] if isinstance(value, list) else value


def test_names_are_the_same_in_previews_and_updates(stack: str) -> None:
    assert set(recorded(stack, "preview").resources) == set(recorded(stack, "update").resources)

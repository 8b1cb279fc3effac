"""Writes a bare Pulumi program that registers from literals just what another program was seen to register."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

from recorder import UNKNOWN, Recorded, SecretValue

from aksgpu_pulumi.sdk_arguments import argument_name

OPENING = '''\
"""A bare Pulumi program, written by `make bench`."""

import pulumi
import pulumi_kubernetes
from pulumi import ComponentResource, CustomResource, Output, ResourceOptions
'''


def program(resources: Iterable[Recorded]) -> str:
    """The source of a module with `main()`. What was unknown is a fixed text; options and dependencies are kept."""
    of_urn: dict[str, str] = {}
    modules: set[str] = set()
    lines: list[str] = []
    for number, resource in enumerate(resources):
        if resource.type == "pulumi:pulumi:Stack":
            continue
        of_urn[resource.urn] = f"r{number}"
        constructor, module, inputs = _constructor(resource)
        if module:
            modules.add(module)
        options = ", ".join(f"{name}={value}" for name, value in _options(resource, of_urn))
        lines.append(f"    r{number} = {constructor}{inputs}, opts=ResourceOptions({options}))")
    imports = [f"from pulumi_azure_native import {module}" for module in sorted(modules)]
    return "\n".join([OPENING, *imports, "", "", "def main():", *lines, ""])


def _constructor(resource: Recorded) -> tuple[str, str | None, str]:
    package, module, kind = resource.type.split(":", 2)
    name = repr(resource.name)
    if package == "azure-native":
        given = "".join(f", {argument_name(key)}={_literal(value)}" for key, value in resource.inputs.items())
        return f"{module}.{kind}(", module, f"{name}{given}"
    if resource.type == "pulumi:providers:kubernetes":
        return "pulumi_kubernetes.Provider(", None, f"{name}, kubeconfig='{{}}'"
    if resource.type == "pulumi:providers:azure-native":
        return "pulumi.ProviderResource(", None, f"'azure-native', {name}, {_literal(resource.inputs)}"
    # Kubernetes objects through the SDK's lowest class, which does the least work of all that could be used.
    class_ = "CustomResource(" if resource.custom else "ComponentResource("
    return class_, None, f"{resource.type!r}, {name}, {_literal(resource.inputs)}"


def _options(resource: Recorded, of_urn: dict[str, str]) -> Iterator[tuple[str, str]]:
    request = resource.request
    if resource.parent in of_urn:
        yield "parent", of_urn[resource.parent]
    if resource.provider in of_urn:
        yield "provider", of_urn[resource.provider]
    if needed := [of_urn[urn] for urn in sorted(resource.depends_on) if urn in of_urn]:
        yield "depends_on", f"[{', '.join(needed)}]"
    if resource.protect is not None:
        yield "protect", repr(resource.protect)
    if resource.delete_before_replace is not None:
        yield "delete_before_replace", repr(resource.delete_before_replace)
    for name, value in (
        ("ignore_changes", request.ignoreChanges),
        ("replace_on_changes", request.replaceOnChanges),
        ("additional_secret_outputs", request.additionalSecretOutputs),
    ):
        if value:
            yield name, repr(list(value))


def _literal(value: Any) -> str:
    if isinstance(value, SecretValue):
        return f"Output.secret({_literal(value.value)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(item)}" for key, item in cast(dict[str, Any], value).items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_literal(item) for item in cast(list[Any], value)) + "]"
    return "'known later'" if value is UNKNOWN else repr(value)

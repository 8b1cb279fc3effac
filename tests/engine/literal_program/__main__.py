"""Registers what stands in resources.json, as a program that knows nothing of aksgpu would."""

import json
from functools import cache
from pathlib import Path

import pulumi

NOT_KNOWN_YET = {"not": "known yet"}
COMPONENTS = ("kubernetes:helm.sh/v3:Chart", "kubernetes:helm.sh/v4:Chart")
TAGS = {"environment": "prod", "owner": "ml-platform", "costCentre": "cc-1"}


@cache
def known_later():
    """The id of something that is still to be made."""
    group = {"resourceGroupName": "later", "location": "swedencentral", "tags": TAGS}
    return pulumi.CustomResource("azure-native:resources:ResourceGroup", "later", group).id


@cache
def kubernetes():
    """With a folder to write manifests to, the provider looks for no cluster."""
    return pulumi.ProviderResource("kubernetes", "kubernetes", {"renderYamlToDirectory": "rendered"})


def filled(value):
    """The value, with an output in place of whatever is not known yet."""
    if value == NOT_KNOWN_YET:
        return known_later()
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    return [filled(item) for item in value] if isinstance(value, list) else value


for found in json.loads(Path("resources.json").read_text()):
    kind, name, inputs = found["type"], found["name"], filled(found["inputs"])
    options = pulumi.ResourceOptions(protect=found["protect"], ignore_changes=found["ignoreChanges"])
    if kind in COMPONENTS:
        pulumi.ComponentResource(kind, name, inputs, options)
    else:
        options.provider = kubernetes() if kind.startswith("kubernetes:") else None
        pulumi.CustomResource(kind, name, inputs, options)

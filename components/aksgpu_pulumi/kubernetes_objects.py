"""Registers one Kubernetes object of the plan, sent exactly as its manifest stands."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

import pulumi

from aksgpu.desired.entries import KubernetesObject

NOT_ASKED_IN_PREVIEWS = frozenset({"PersistentVolumeClaim", "PriorityClass"})
"""Kinds that a preview must not send in a dry run.

A preview of a replacement sends the new object over the old one, which is still there. The provider takes the API
server's refusal for a replacement only where it says "field is immutable" (pulumi-kubernetes 4.34.2,
provider/pkg/await/await.go). For a claim it says "spec is immutable after creation", for a PriorityClass "may not be
changed in an update" (Kubernetes 1.36.3), and every preview of such a change would fail. Under client-side apply the
provider asks nothing in previews.
"""

_SECRET_FIELDS = ["data", "stringData"]


def type_token(manifest: Mapping[str, Any]) -> str:
    """The engine's type of an object: `kubernetes:core/v1:Namespace`, or `kubernetes:<group>/<version>:<Kind>`.

    The same token as the SDK's own class for built-in kinds, and as its CustomResource for all others.
    """
    api_version = str(manifest["apiVersion"])
    return f"kubernetes:{api_version if '/' in api_version else f'core/{api_version}'}:{manifest['kind']}"


def register_object(
    entry: KubernetesObject, name: str, manifest: Mapping[str, Any], options: pulumi.ResourceOptions
) -> pulumi.CustomResource:
    """Register the entry under `name` with its resolved manifest. `options` bring parent, provider and dependencies.

    The SDK's classes are not used: they translate some keys, and CustomResource has no place for fields beside `spec`,
    such as the `value` of a WorkloadPriorityClass.
    """
    inputs = dict(manifest)
    if _is_secret(entry):
        inputs |= {field: pulumi.Output.secret(inputs[field]) for field in _SECRET_FIELDS if field in inputs}
    return pulumi.CustomResource(
        type_token(manifest), name, inputs, pulumi.ResourceOptions.merge(options, entry_options(entry))
    )


def entry_options(entry: KubernetesObject) -> pulumi.ResourceOptions:
    """What the plan decided for this object. Its name is fixed, so a replacement deletes the old one first."""
    return pulumi.ResourceOptions(
        ignore_changes=list(entry.ignore_changes),
        replace_on_changes=list(entry.replace_on_changes),
        delete_before_replace=True,
        additional_secret_outputs=_SECRET_FIELDS if _is_secret(entry) else None,
        version=_plugin_version(),
    )


def _is_secret(entry: KubernetesObject) -> bool:
    # A Secret that is empty in the manifest may be filled by the cluster, and then stands in the state.
    return entry.secret or entry.manifest.get("kind") == "Secret"


@cache
def _plugin_version() -> str:
    return version("pulumi-kubernetes")

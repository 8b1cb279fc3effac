"""The id that a resource has at its provider, from its inputs alone: all names of a platform are fixed."""

import re
from collections.abc import Mapping
from typing import Any

from aksgpu.arm_types import ARM_TYPES

RELEASE = "kubernetes:helm.sh/v3:Release"


def provider_id(type_token: str, inputs: Mapping[str, Any], subscription_id: str | None) -> str | None:
    """The id of a resource of this type, or None where it does not follow from the inputs.

    A Helm release has none here: a release that was cut off is installed anew.
    """
    if type_token in ARM_TYPES:
        return _arm_id(ARM_TYPES[type_token].address, {"subscriptionId": subscription_id, **inputs})
    if type_token.startswith("kubernetes:") and type_token != RELEASE:
        return _object_id(inputs.get("metadata", {}))
    return None


def _arm_id(address: str, values: Mapping[str, Any]) -> str | None:
    names = re.findall(r"\{(\w+)\}", address)
    if any(not isinstance(values.get(name), str) for name in names):
        return None
    return address.format(**{name: values[name] for name in names})


def _object_id(metadata: Mapping[str, Any]) -> str | None:
    name, namespace = metadata.get("name"), metadata.get("namespace")
    return f"{namespace}/{name}" if namespace else name

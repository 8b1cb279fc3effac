"""Looks up what somebody else made, before anything is registered."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import pulumi

from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.facts_check import refuse_other_facts


def looked_up(entry: AzureResource, azure: pulumi.ProviderResource) -> Mapping[str, Any]:
    """What Azure returns for a `read` entry, in camelCase, checked against the facts that the stack declares.

    Asked for at once and not as an Output: the entry is named by plain values, so the answer is there in previews too,
    and a wrong fact stops the run before the first resource. Raises FactsDiffer, and RunError where Azure has no such
    resource.
    """
    package, module, name = entry.type.split(":")
    options = pulumi.InvokeOptions(provider=azure, version=version(f"pulumi-{package}"))
    try:
        answer = pulumi.runtime.invoke(f"{package}:{module}:get{name}", dict(entry.path), options).value
    except Exception as failure:
        raise pulumi.RunError(f"{entry.key}: Azure does not return it ({failure}). Does it exist?") from None
    returned: Mapping[str, Any] = answer or {}
    refuse_other_facts(entry, returned)
    return returned

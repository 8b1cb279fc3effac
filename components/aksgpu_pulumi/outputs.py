"""What a platform tells its callers, and the other stack."""

from collections.abc import Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import Part
from aksgpu.desired.markers import resolve
from aksgpu.plan import Plan
from aksgpu_pulumi.registration import Registration
from aksgpu_pulumi.stack_reference import HANDED_OVER, KUBECONFIG, handed_over


def platform_outputs(plan: Plan, registration: Registration) -> Mapping[str, Any]:
    """The plan's outputs with their markers resolved, and the kubeconfig as a secret.

    A stack that registers only the Azure half also exports what the stack of the in-cluster half takes from it.
    """
    outputs: dict[str, Any] = {**resolve(plan.outputs, registration.answer), KUBECONFIG: registration.kubeconfig}
    if plan.subject.stack.register_ == "azure":
        outputs[HANDED_OVER] = handed_over(plan, registration.answer)
    return outputs


def ids(registration: Registration, part: Part) -> Mapping[str, pulumi.Output[str]]:
    """The id of every registered resource of one part, by entry key."""
    made = registration.resources
    return {entry.key: made[entry.key].id for entry in part.entries if entry.key in made}

"""The changes that a stack needs on a machine without Azure, and those that let it be destroyed."""

import copy
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.stack import StackConfig

Stack = dict[str, Any]

GPU_OPERATOR = "v25.10"
"""The release that the built GPU Operator is nearest to."""


CHARTS = "./charts"
"""The folder of the charts, beside the program, where the provider runs: so a state names no folder of one machine."""


def rehearsed(stack: Mapping[str, Any]) -> Stack:
    """The stack with charts from a folder, in the release that was built."""
    changed = copy.deepcopy(dict(stack))
    changed["charts"] = {"folder": CHARTS}
    changed.setdefault("gpuSoftware", {}).setdefault("operator", {})["version"] = GPU_OPERATOR
    return changed


def removable(stack: Mapping[str, Any], subject: Subject) -> Stack:
    """The stack with an approval to remove everything scarce, as `pulumi destroy` needs."""
    changed = copy.deepcopy(dict(stack))
    gpu_pools = [offer.name for offer in subject.offers.values() if offer.kind == "gpu"]
    expires = (subject.today + timedelta(days=30)).isoformat()
    approval = {"action": "remove", "owner": "rehearsal", "reason": "the rehearsal ends", "expires": expires}
    for name in ("cluster", *gpu_pools, *subject.stack.storage.accounts):
        changed.setdefault("approve", {})[name] = dict(approval)
    return changed


def subject_of(stack: Mapping[str, Any], today: date) -> Subject:
    """The stack under examination. Raises pydantic's error for one that is not shape-valid."""
    return Subject(StackConfig.model_validate(dict(stack)), today)

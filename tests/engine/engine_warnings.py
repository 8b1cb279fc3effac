"""What the engine warned of that the plan does not say, and that is not about how a rehearsal is set up."""

import re
from collections.abc import Mapping
from typing import Any

from aksgpu_rehearsal.outcomes import Outcome

OF_THE_SET_UP = re.compile(
    r"using pulumi-[a-z-]+ from \$PATH at |"
    r"resource plugin kubernetes is expected to have version >=[\d.]+, but has 4\.25\.0;"
)
"""The engine says of each program from PATH that it comes from there, and of ours that it is older than the SDK."""


def engine_warnings(outcome: Outcome, plan: Mapping[str, Any]) -> list[str]:
    """Warnings beyond the plan's own, and the plan's own that the engine left out.

    What stands beside a resource only while it is worked on does not count: while the provider waits for a claim, it
    says so of each that names its volume instead of a storage class (v4.25, pkg/await/awaiters.go, pvcBindMode).
    """
    diagnostics = [event["diagnosticEvent"] for event in outcome.events if "diagnosticEvent" in event]
    lasting = [one for one in diagnostics if one["severity"] == "warning" and not one.get("ephemeral")]
    said = {str(one["message"]).strip() for one in lasting if not OF_THE_SET_UP.match(one["message"])}
    found = [finding for finding in plan["findings"] if finding["severity"] == "warning"]
    own = {f"{finding['path']}: {finding['message']} {finding['remedy']}" for finding in found}
    return [*sorted(said - own), *(f"not said: {text}" for text in sorted(own - said))]

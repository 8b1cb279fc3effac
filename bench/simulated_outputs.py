"""What the simulated Azure of the rehearsals will answer, told beforehand, so that literals can be written of it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from recorder import Recorded, unwrapped

from aksgpu_rehearsal.simulated_azure.cloud import Cloud
from aksgpu_rehearsal.simulated_azure.names import arm_id
from aksgpu_rehearsal.simulated_azure.outputs import filled


def outputs(subscription_id: str) -> Callable[[Recorded], Mapping[str, Any]]:
    """The outputs of a resource by its inputs. A cluster's own objects have none that a program would ask for."""
    tenant = Cloud(Path("no-such-cloud")).settings["tenantId"]

    def of(recorded: Recorded) -> Mapping[str, Any]:
        if not recorded.type.startswith("azure-native:"):
            return {}
        inputs = unwrapped(recorded.inputs)
        id_ = arm_id(recorded.type, subscription_id, inputs)
        return {**filled(recorded.type, id_, inputs, {}, tenant), "id": id_}

    return of

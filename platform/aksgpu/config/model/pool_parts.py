"""What node pools of every kind have in common."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from aksgpu.config.model.base import Config, refuse

Zone = Literal["1", "2", "3"]
NodeCount = Annotated[int, Field(ge=0, le=1000)]


class Scale(Config):
    """Bounds of an autoscaled pool, in nodes."""

    min: NodeCount = 0
    """Least number of nodes. At 0 an idle pool costs nothing, and the first job waits for a node."""

    max: Annotated[int, Field(ge=1, le=1000)]
    """Largest number of nodes. Quotas are held against what the pool offers then."""

    initial: NodeCount | None = None
    """Nodes at creation. Left out: `min`. Sent once; afterwards the autoscaler owns the count."""


class Disk(Config):
    """The OS disk of each node."""

    type: Literal["Ephemeral", "Managed"] = "Managed"
    """`Ephemeral` is faster and is lost with the node; it needs a temp disk or cache that holds it."""

    size_gib: Annotated[int, Field(ge=30, le=2048)] | None = None
    """Left out: 256 for GPU pools (CUDA images are large), 128 for others."""

    kubelet: Literal["OS", "Temporary"] = "OS"
    """Where the kubelet keeps emptyDir volumes, images and logs."""


def _surge(value: int | str) -> int | str:
    if isinstance(value, str):
        number = value.removesuffix("%")
        if not (number.isascii() and number.isdigit() and int(number) <= 100):
            refuse(f"{value!r} is neither a number of nodes nor a percentage.", 'Write for example 1 or "33%".')
    elif value < 0:
        refuse(f"{value} is negative.", "Write 0 or more.")
    return value


Surge = Annotated[int | str, AfterValidator(_surge)]


class Upgrade(Config):
    """How the nodes of one pool are upgraded."""

    max_surge: Surge = 0
    """Extra nodes during an upgrade, as a number or a percentage. Extra GPU nodes need quota and capacity."""

    max_unavailable: Surge = 1
    """Nodes that may be down during an upgrade, where no surge is used."""

    drain_timeout_minutes: Annotated[int, Field(ge=5, le=1440)] = 60
    """Minutes that draining a node may take."""

    node_soak_minutes: Annotated[int, Field(ge=0, le=30)] = 0
    """Minutes to wait after one node's upgrade before the next, 0 to 30."""

    undrainable: Literal["Schedule", "Cordon"] = "Cordon"
    """What becomes of a node that cannot be drained."""

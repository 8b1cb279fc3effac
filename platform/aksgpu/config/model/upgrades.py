"""When and how a new cluster is upgraded by AKS itself."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import ClockTime, Date

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


class Blackout(Config):
    """Days on which no maintenance starts."""

    start: Date
    """Day on which it begins, as year-month-day."""

    end: Date
    """Day on which it ends, as year-month-day. Not before `start`."""


class MaintenanceWindow(Config):
    """A weekly window. One week's interval unless said otherwise."""

    day: Weekday = "Sunday"
    """Day of the week on which the window opens."""

    start_time: ClockTime = "01:00"
    """Time of day at which the window opens, 24-hour clock."""

    duration_hours: Annotated[int, Field(ge=4, le=24)] = 6
    """Hours that the window stays open, 4 to 24."""

    interval_weeks: Annotated[int, Field(ge=1, le=4)] = 1
    """Weeks from one window to the next, 1 to 4."""

    utc_offset: Annotated[str, Field(pattern=r"^[+-][0-9]{2}:[0-9]{2}$")] = "+00:00"
    """Offset of `startTime` from UTC, from -12:00 to +14:00, in quotes. It knows no summer time."""

    blackouts: list[Blackout] = []
    """Days to leave out, for example while a long training run must not be interrupted."""


class Upgrades(Config):
    """Automatic upgrades. GPU nodes restart in them, so the windows matter."""

    channel: Literal["none", "patch", "stable", "rapid", "node-image"] = "none"
    """Automatic Kubernetes upgrades. With any but `none`, give only a minor version."""

    node_os_channel: Literal["None", "NodeImage", "SecurityPatch", "Unmanaged"] = "NodeImage"
    """Automatic node image upgrades. `NodeImage` is the sound one for GPU pools."""

    default_window: MaintenanceWindow = MaintenanceWindow()
    """AKS's own weekly releases."""

    kubernetes_window: MaintenanceWindow = MaintenanceWindow()
    """Kubernetes upgrades by `channel`."""

    node_os_window: MaintenanceWindow = MaintenanceWindow()
    """Node image upgrades by `nodeOsChannel`."""

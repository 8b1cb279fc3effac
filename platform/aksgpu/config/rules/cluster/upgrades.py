"""Rules about automatic upgrades and their windows."""

import re
from collections.abc import Iterator

from aksgpu.catalogue.kubernetes_versions import minor_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning
from aksgpu.config.model.upgrades import MaintenanceWindow, Upgrades

UPGRADES: Path = ("cluster", "create", "upgrades")


def automatic_upgrades_need_a_minor(subject: Subject) -> Iterator[Finding]:
    """With an upgrade channel the file names a minor: a patch would be older than the cluster after the first one."""
    created = subject.stack.cluster.create
    if created is None or created.kubernetes_version is None or created.upgrades.channel == "none":
        return
    minor = minor_of(created.kubernetes_version)
    if created.kubernetes_version != minor:
        yield error(
            ("cluster", "create", "kubernetesVersion"),
            f"{created.kubernetes_version} is a patch version, and the channel {created.upgrades.channel} moves the "
            "cluster to later ones by itself. The file would soon ask for a downgrade.",
            f'Write kubernetesVersion: "{minor}", or channel: none.',
        )


def long_term_support_keeps_its_minor(subject: Subject) -> Iterator[Finding]:
    """Long-term support stays on one minor; two channels leave it."""
    created = subject.stack.cluster.create
    if created is None or created.support_plan != "AKSLongTermSupport":
        return
    if created.upgrades.channel in ("stable", "rapid"):
        yield warning(
            (*UPGRADES, "channel"),
            f"the channel {created.upgrades.channel} moves the cluster to newer minor versions, and long-term support "
            "is paid for to stay on one.",
            "Write channel: patch.",
        )


def node_image_channels_agree(subject: Subject) -> Iterator[Finding]:
    """The channel node-image leaves no choice of a node OS channel."""
    created = subject.stack.cluster.create
    if created is None or created.upgrades.channel != "node-image":
        return
    if created.upgrades.node_os_channel != "NodeImage":
        yield error(
            (*UPGRADES, "nodeOsChannel"),
            "the upgrade channel node-image upgrades node images itself, and AKS then takes no other node OS channel "
            f"than NodeImage. Here it is {created.upgrades.node_os_channel}.",
            "Write channel: none and keep nodeOsChannel, or leave nodeOsChannel out.",
        )


def node_os_channel_suits_gpus(subject: Subject) -> Iterator[Finding]:
    """Only whole node images are sound for GPU pools."""
    created = subject.stack.cluster.create
    if created is None or not subject.stack.gpu_pools:
        return
    channel = created.upgrades.node_os_channel
    path = (*UPGRADES, "nodeOsChannel")
    os = subject.stack.gpu_software.node_os
    if channel in ("SecurityPatch", "Unmanaged"):
        if os.startswith("Azure"):
            yield error(
                path,
                f"AKS does not support the channel {channel} for GPU pools with {os}.",
                "Write nodeOsChannel: NodeImage.",
            )
        else:
            yield warning(
                path,
                f"the channel {channel} patches nodes while they run. A new kernel for which the GPU driver is not "
                "rebuilt takes a node's GPUs away until the node is replaced.",
                "Write nodeOsChannel: NodeImage, which replaces whole nodes inside the window.",
            )
    elif channel == "None":
        yield warning(
            path,
            "the channel None never updates node images, so known security holes stay open until somebody upgrades by "
            "hand.",
            "Write nodeOsChannel: NodeImage, and choose the hours under nodeOsWindow.",
        )


def maintenance_windows_are_possible(subject: Subject) -> Iterator[Finding]:
    """UTC offsets that exist, and blackouts that end after they start."""
    created = subject.stack.cluster.create
    if created is None:
        return
    for key, window in _windows(created.upgrades):
        path = (*UPGRADES, key)
        if not _offset_exists(window.utc_offset):
            yield error(
                (*path, "utcOffset"),
                f"{window.utc_offset} is no UTC offset: they lie between -12:00 and +14:00.",
                'Write for example "+01:00".',
            )
        for index, blackout in enumerate(window.blackouts):
            here = (*path, "blackouts", index)
            if blackout.end < blackout.start:
                yield error(
                    here,
                    f"this blackout ends on {blackout.end}, before it starts on {blackout.start}.",
                    f"Write start: {blackout.end} and end: {blackout.start}, if the two were swapped.",
                )
            elif blackout.end < subject.today:
                yield note(here, f"this blackout ended on {blackout.end}: it does nothing any more.", "Take it out.")


def _windows(upgrades: Upgrades) -> Iterator[tuple[str, MaintenanceWindow]]:
    yield "defaultWindow", upgrades.default_window
    yield "kubernetesWindow", upgrades.kubernetes_window
    yield "nodeOsWindow", upgrades.node_os_window


def _offset_exists(offset: str) -> bool:
    found = re.fullmatch(r"([+-])([0-9]{2}):([0-9]{2})", offset)
    if found is None or int(found[3]) > 59:
        return False
    minutes = int(found[2]) * 60 + int(found[3])
    return minutes <= (14 if found[1] == "+" else 12) * 60


RULES = (
    automatic_upgrades_need_a_minor,
    long_term_support_keeps_its_minor,
    node_image_channels_agree,
    node_os_channel_suits_gpus,
    maintenance_windows_are_possible,
)

"""Node operating systems of AKS: which Kubernetes versions take each, and what is behind its name."""

from dataclasses import dataclass
from datetime import date

from aksgpu.catalogue.kubernetes_versions import KUBERNETES_VERSIONS, KubernetesVersion, kubernetes_version
from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of

_SOURCE = "AKS docs, upgrade-os-version.md (2026-08-21)"


@dataclass(frozen=True, slots=True)
class OsRelease:
    """One release of a node OS, for a range of Kubernetes minors. Numbers are those after the "1."."""

    name: str
    """For example "Ubuntu 24.04"."""

    first: int
    last: int | None
    """None where AKS names no end."""

    doubt: str = ""
    """What is not certain about it, as a sentence."""


@dataclass(frozen=True, slots=True)
class NodeOs:
    """One value of an agent pool's `osSKU`."""

    os_sku: str
    releases: tuple[OsRelease, ...]
    """In order of Kubernetes minors. Outside of them AKS refuses the value."""

    in_api_enum: bool
    """Whether the enum of API 2025-09-01 has it, which is the one that the pinned SDK speaks."""

    notes: tuple[str, ...] = ()
    source: str = _SOURCE


_PATCHES = (
    "Azure Linux GPU nodes get no security patches by themselves: upgrade node images regularly "
    "(channel NodeImage), since SecurityPatch and Unmanaged are not supported there."
)

_ROWS = (
    NodeOs(
        "Ubuntu",
        (
            OsRelease("Ubuntu 22.04", 25, 33),
            OsRelease(
                "Ubuntu 22.04",
                34,
                34,
                "Which Ubuntu these nodes get is not certain: AKS's page on node auto-provisioning puts the step to "
                "24.04 at Kubernetes 1.34, its page on OS versions at 1.35.",
            ),
            OsRelease("Ubuntu 24.04", 35, None),
        ),
        True,
    ),
    NodeOs("Ubuntu2204", (OsRelease("Ubuntu 22.04", 25, 36),), True),
    NodeOs("Ubuntu2404", (OsRelease("Ubuntu 24.04", 32, 38),), False),
    NodeOs(
        "AzureLinux",
        (
            OsRelease("Azure Linux 2.0", 27, 31),
            OsRelease("Azure Linux 3.0", 32, 36),
            OsRelease(
                "Azure Linux 3.0", 37, None, "AKS's page names Azure Linux 3.0 for Kubernetes 1.32 to 1.36 only."
            ),
        ),
        True,
        (_PATCHES,),
    ),
    NodeOs("AzureLinux3", (OsRelease("Azure Linux 3.0", 28, 36),), True, (_PATCHES,)),
    NodeOs(
        "AzureContainerLinux",
        (OsRelease("Azure Container Linux", 34, None),),
        False,
        (
            "Azure Container Linux needs Trusted Launch and the node OS channel NodeImage or None, and takes NVIDIA "
            "GPUs on amd64 only.",
        ),
        f"{_SOURCE}; includes/azure-container-linux-limitations.md",
    ),
    NodeOs("AzureLinuxOSGuard", (OsRelease("Azure Linux with OS Guard", 32, None),), True),
    NodeOs("Flatcar", (OsRelease("Flatcar", 25, None),), False, source=f"{_SOURCE}; AKS changelog 2026-07-17"),
)

NODE_OS = {row.os_sku: row for row in _ROWS}
"""Rows by `osSKU`."""

_ENDS = {
    "Ubuntu 22.04": (date(2027, 6, 30), date(2028, 4, 30), "AKS changelog 2026-04-02"),
    "Azure Linux 2.0": (date(2025, 11, 30), date(2026, 3, 31), "AKS docs, includes/azure-linux-retirement.md"),
    "Flatcar": (date(2026, 6, 8), date(2026, 9, 8), "AKS changelog 2026-05-29"),
}
"""Release to the end of support, the removal of its images, and the source."""


def os_release(node_os: str, kubernetes: str) -> OsRelease | None:
    """The release behind an `osSKU` on a Kubernetes minor or patch; None where AKS has none or the minor is unknown."""
    row, version = NODE_OS.get(node_os), kubernetes_version(kubernetes)
    if row is None or version is None:
        return None
    return next((each for each in row.releases if _covers(each, version.number)), None)


def _covers(release: OsRelease, number: int) -> bool:
    return release.first <= number and (release.last is None or number <= release.last)


def why_os_does_not_fit(node_os: str, kubernetes: str) -> Problem | None:
    """Why AKS has no such node OS on a Kubernetes version. None where it has, or where the version is unknown."""
    row = NODE_OS.get(node_os)
    if row is None:
        near = nearest(node_os, NODE_OS)
        return Problem(
            f"AKS has no node OS {node_os} for Linux GPU nodes.",
            (f"Did you mean {near}? " if near else "") + f"The choices are {one_of(NODE_OS)}.",
        )
    version = kubernetes_version(kubernetes)
    if version is None or os_release(node_os, kubernetes):
        return None
    first, last = row.releases[0].first, row.releases[-1].last
    spans = f"1.{first} to 1.{last}" if last else f"1.{first} and later"
    fitting = [each for each in ("Ubuntu", "AzureLinux") if each != node_os]
    return Problem(
        f"AKS has {node_os} nodes on Kubernetes {spans}, and the cluster runs {version.minor}.",
        f"Write nodeOs: {fitting[0]}, which AKS has on every version.",
    )


def os_warning(node_os: str, kubernetes: str, today: date) -> Problem | None:
    """A release whose support has ended on this day."""
    release = os_release(node_os, kubernetes)
    if release is None or release.name not in _ENDS:
        return None
    ended, gone, _ = _ENDS[release.name]
    if today <= ended:
        return None
    images = f"were removed on {gone}" if today > gone else f"are removed on {gone}"
    return Problem(
        f"support for {release.name} on AKS ended on {ended}, and its node images {images}.",
        "Write nodeOs: Ubuntu with Kubernetes 1.35 or later, which is Ubuntu 24.04.",
    )


def why_upgrade_changes_os(node_os: str, kubernetes: str) -> Problem | None:
    """What a later Kubernetes version does to the OS behind this name: another release under running drivers."""
    now, version = os_release(node_os, kubernetes), kubernetes_version(kubernetes)
    if now is None or version is None:
        return None
    for later in KUBERNETES_VERSIONS:
        then = os_release(node_os, later.minor)
        if later.number <= version.number or (then and then.name == now.name):
            continue
        if then is None:
            return Problem(
                f"{node_os} ends with Kubernetes 1.{later.number - 1}: an upgrade to {later.minor} is blocked on it.",
                f"Before that upgrade, write nodeOs: {'AzureLinux' if 'Azure' in node_os else 'Ubuntu'}.",
            )
        return Problem(
            f"{node_os} is {now.name} on Kubernetes {version.minor} and becomes {then.name} from {later.minor} on: "
            "that upgrade also changes the kernel and the driver image of every GPU node.",
            f"Rehearse the upgrade to {later.minor} on another stack{_stays(now, version)}.",
        )
    return None


def _stays(now: OsRelease, version: KubernetesVersion) -> str:
    """How to keep this release: by the name that holds nothing else on this version and later ones."""
    fixed = [
        row.os_sku
        for row in _ROWS
        if row.in_api_enum
        and all(each.name == now.name for each in row.releases)
        and os_release(row.os_sku, version.minor)
    ]
    return f", or write nodeOs: {fixed[0]} to stay on {now.name}" if fixed else ""


def os_notes(node_os: str, kubernetes: str) -> tuple[str, ...]:
    """What is uncertain or worth knowing about this OS on this version, as whole sentences."""
    row, release, version = NODE_OS.get(node_os), os_release(node_os, kubernetes), kubernetes_version(kubernetes)
    if row is None or version is None:
        return ()
    notes = list(row.notes)
    if not row.in_api_enum:
        notes.append(
            f"Azure's API version 2025-09-01, which this platform speaks, does not list {node_os}. It is sent as "
            "written; whether AKS takes it is not confirmed."
        )
    if release and release.doubt:
        notes.append(release.doubt)
    return tuple(notes)

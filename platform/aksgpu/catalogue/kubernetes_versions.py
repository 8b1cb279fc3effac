"""Kubernetes versions of AKS: when each becomes generally available and when its support ends."""

import re
from dataclasses import dataclass
from datetime import date

from aksgpu.catalogue import CATALOGUE_DATE
from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import one_of

_SOURCE = "AKS docs, supported-kubernetes-versions.md (2026-08-21); patches: AKS changelog of 2026-07-17"


@dataclass(frozen=True, slots=True)
class KubernetesVersion:
    """One Kubernetes minor on AKS.

    AKS publishes months, not days: every date here is the last day of the published month.
    """

    minor: str
    """For example "1.36"."""

    generally_available: date | None
    """None for a version that was there before the published table starts."""

    end_of_life: date
    """End of the support that every cluster has."""

    lts_end_of_life: date
    """End of long-term support: Premium tier with support plan AKSLongTermSupport."""

    known_patches: tuple[str, ...]
    """Patches named in AKS's changelog up to the catalogue's date, for example ("1.36.2",). AKS has others too."""

    source: str = _SOURCE

    @property
    def number(self) -> int:
        """The number after the "1.": 36 for 1.36."""
        return int(self.minor.split(".")[1])

    @property
    def planned(self) -> bool:
        """Whether general availability was still a plan on the day the catalogue was made."""
        return self.generally_available is not None and self.generally_available > CATALOGUE_DATE

    def is_generally_available(self, today: date) -> bool:
        """Whether the month of general availability is over on this day."""
        return self.generally_available is None or self.generally_available <= today


KUBERNETES_VERSIONS: tuple[KubernetesVersion, ...] = (
    KubernetesVersion("1.31", None, date(2025, 11, 30), date(2026, 11, 30), ()),
    KubernetesVersion("1.32", date(2025, 4, 30), date(2026, 3, 31), date(2027, 3, 31), ()),
    KubernetesVersion("1.33", date(2025, 6, 30), date(2026, 7, 31), date(2027, 7, 31), ("1.33.13",)),
    KubernetesVersion("1.34", date(2025, 11, 30), date(2026, 11, 30), date(2027, 11, 30), ("1.34.9",)),
    KubernetesVersion("1.35", date(2026, 3, 31), date(2027, 3, 31), date(2028, 3, 31), ("1.35.6",)),
    KubernetesVersion("1.36", date(2026, 6, 30), date(2027, 6, 30), date(2028, 6, 30), ("1.36.2",)),
    KubernetesVersion("1.37", date(2026, 10, 31), date(2027, 10, 31), date(2028, 10, 31), ()),
)
"""Oldest first."""

_VERSION = re.compile(r"1\.(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2}))?", re.ASCII)


def minor_of(version: str) -> str:
    """The minor of a version: "1.36" for "1.36" and "1.36.2"."""
    return ".".join(version.split(".")[:2])


def kubernetes_version(version: str) -> KubernetesVersion | None:
    """The row of a minor ("1.36") or of a patch's minor ("1.36.2"); None where the catalogue has no such minor."""
    minor = minor_of(version)
    return next((row for row in KUBERNETES_VERSIONS if row.minor == minor), None)


def newest_generally_available(today: date) -> KubernetesVersion:
    """The newest minor that is generally available on this day."""
    return next(row for row in reversed(KUBERNETES_VERSIONS) if row.is_generally_available(today))


def why_not_a_kubernetes_version(version: str, today: date) -> Problem | None:
    """What is wrong with a version as text: misspelt, or a minor that the catalogue lacks. None where it is known."""
    newest = newest_generally_available(today).minor
    if not _VERSION.fullmatch(version):
        return Problem(
            f"{version!r} is not a Kubernetes version. A version is a minor such as 1.36 or a patch such as 1.36.2.",
            f'Write kubernetesVersion: "{newest}", with the quotes.',
        )
    row = kubernetes_version(version)
    if row is None:
        minor, oldest, latest = minor_of(version), KUBERNETES_VERSIONS[0], KUBERNETES_VERSIONS[-1]
        older = int(minor.split(".")[1]) < oldest.number
        known = one_of(each.minor for each in KUBERNETES_VERSIONS)
        return Problem(
            f"AKS has no Kubernetes {minor} any more: {oldest.minor} is the oldest that it still supports in any way."
            if older
            else f"the catalogue of {CATALOGUE_DATE} knows nothing of Kubernetes {minor}: "
            f"{latest.minor} is the newest it has.",
            f'Write one of {known}; the newest that is generally available is "{newest}".',
        )
    return None


def kubernetes_warning(version: str, today: date, *, long_term_support: bool = False) -> Problem | None:
    """A known version that will hurt on this day: its support has ended, or it is not generally available yet."""
    row = kubernetes_version(version)
    if row is None:
        return None
    newest = newest_generally_available(today).minor
    if not row.is_generally_available(today):
        return Problem(
            f"Kubernetes {row.minor} becomes generally available on AKS by {row.generally_available}. "
            "Until then AKS has at most a preview of it, in some regions.",
            f'Write "{newest}" until then.',
        )
    if today > row.lts_end_of_life:
        return Problem(
            f"all support for Kubernetes {row.minor} on AKS ended on {row.lts_end_of_life}, "
            "and AKS may upgrade the cluster by itself.",
            f'Write "{newest}".',
        )
    if today > row.end_of_life and not long_term_support:
        return Problem(
            f"support for Kubernetes {row.minor} on AKS ended on {row.end_of_life}. Since then it is for clusters "
            f"with long-term support only, until {row.lts_end_of_life}.",
            f'Write "{newest}", or set tier: Premium and supportPlan: AKSLongTermSupport.',
        )
    return None


def kubernetes_note(version: str) -> str | None:
    """What the catalogue does not know about a known version: a patch it has not seen, or a date that was a plan."""
    row = kubernetes_version(version)
    if row is None:
        return None
    if row.planned:
        return (
            f"general availability of Kubernetes {row.minor} was planned for {row.generally_available} when the "
            f"catalogue was made ({CATALOGUE_DATE}). `az aks get-versions` says whether it has come."
        )
    if version != row.minor and version not in row.known_patches:
        known = one_of(row.known_patches) or "no patch of it"
        return (
            f"the catalogue of {CATALOGUE_DATE} has not seen Kubernetes {version} (it knows {known}). "
            "AKS keeps few patches of each minor: `az aks get-versions` says which."
        )
    return None


def why_no_long_term_support(tier: str, support_plan: str) -> Problem | None:
    """Long-term support needs the Premium tier."""
    if support_plan == "AKSLongTermSupport" and tier != "Premium":
        return Problem(
            f"the support plan AKSLongTermSupport needs the tier Premium, and the tier is {tier}.",
            "Write tier: Premium, or leave supportPlan out.",
        )
    return None

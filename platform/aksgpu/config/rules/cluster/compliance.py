"""Rules about what auditors ask for: regions, keys, tags, and identifiers that somebody still has to fill in."""

from collections.abc import Iterator
from typing import Any, cast

from aksgpu.catalogue.regions import region_note, why_no_zones
from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

PLACEHOLDER = "00000000-0000-0000-0000-000000000000"
OWN_TAGS = {
    "environment": "environment",
    "owner": "owner",
    "costcentre": "costCentre",
    "managed-by": "",
}
"""Tag names in lower case, as Azure compares them, with the field that each follows from, if it follows from one."""

FORBIDDEN_IN_TAG_NAMES = "<>%&\\?/"
TAGS = 50
TAG_NAME_LENGTH = 128
"""Azure takes 512 characters for most resources and 128 for storage accounts (Azure docs, tag-resources.md)."""

TAG_VALUE_LENGTH = 256


def region_is_allowed(subject: Subject) -> Iterator[Finding]:
    """The stack stays in the regions that compliance names."""
    allowed, region = subject.stack.compliance.allowed_regions, subject.stack.region
    if allowed and region not in allowed:
        near = nearest(region, allowed)
        yield error(
            ("region",),
            f"{region} is not one of compliance.allowedRegions ({', '.join(allowed)}).",
            f"Did you mean {near}?" if near else f"Write {one_of(allowed)}.",
        )


def region_is_known(subject: Subject) -> Iterator[Finding]:
    """A region that the catalogue lacks may be new, or misspelt."""
    words = region_note(subject.stack.region)
    if words:
        yield note(("region",), words)
    for index, region in enumerate(subject.stack.compliance.allowed_regions):
        words = region_note(region)
        if words and region != subject.stack.region:
            yield note(("compliance", "allowedRegions", index), words)


def zones_exist_in_the_region(subject: Subject) -> Iterator[Finding]:
    """Pools name zones only where the region has some."""
    problem = why_no_zones(subject.stack.region)
    if problem is None:
        return
    stack = subject.stack
    zoned: list[Path] = [("systemPool", "zones")] if subject.facts.ours and stack.system_pool.zones else []
    zoned += [("cpuPools", name, "zones") for name, pool in stack.cpu_pools.items() if pool.zones]
    zoned += [("gpuPools", name, "zones") for name, pool in stack.gpu_pools.items() if pool.zones]
    for path in zoned:
        yield error(path, problem.message, problem.remedy)


def disk_keys_are_for_new_clusters(subject: Subject) -> Iterator[Finding]:
    """A disk encryption set is a property of the cluster, fixed when it is made."""
    if not subject.facts.ours and subject.stack.compliance.disk_encryption_set is not None:
        yield error(
            ("compliance", "diskEncryptionSet"),
            "the cluster exists already, and the key of its disks was chosen when it was made.",
            "Leave diskEncryptionSet out.",
        )


def tags_are_valid(subject: Subject) -> Iterator[Finding]:
    """Azure takes the tags, and none of them contradicts a field of the stack."""
    tags = subject.stack.tags
    for name, value in tags.items():
        path: Path = ("tags", name)
        owner = OWN_TAGS.get(name.lower())
        if owner is not None:
            yield error(
                path,
                f"the platform writes the tag {name.lower()} itself{f', from the field {owner}' if owner else ''}, and "
                "Azure does not tell upper from lower case in tag names.",
                f"Take it out, and set {owner} instead." if owner else "Take it out.",
            )
        bad = [sign for sign in FORBIDDEN_IN_TAG_NAMES if sign in name]
        if bad or not name or len(name) > TAG_NAME_LENGTH:
            yield error(
                path,
                f"this tag name has {' '.join(bad)} in it, and Azure takes none of {' '.join(FORBIDDEN_IN_TAG_NAMES)} "
                "there."
                if bad
                else "this tag name is empty."
                if not name
                else f"this tag name has {len(name)} characters, and storage accounts take {TAG_NAME_LENGTH}.",
                "Write a short name of letters, digits and hyphens.",
            )
        if len(value) > TAG_VALUE_LENGTH:
            yield error(
                path,
                f"the value of this tag has {len(value)} characters, and Azure takes {TAG_VALUE_LENGTH}.",
                f"Shorten it to {TAG_VALUE_LENGTH} characters.",
            )
    if len(tags) + len(OWN_TAGS) > TAGS:
        yield error(
            ("tags",),
            f"these are {len(tags)} tags beside the platform's own {len(OWN_TAGS)}: Azure takes {TAGS} for a resource.",
            f"Keep at most {TAGS - len(OWN_TAGS)} of them.",
        )
    folded: dict[str, str] = {}
    for name in tags:
        twin = folded.setdefault(name.lower(), name)
        if twin != name:
            yield error(
                ("tags", name),
                f"the tags {twin} and {name} are one tag for Azure, which does not tell upper from lower case.",
                "Keep one of them.",
            )


def placeholders_are_filled_in(subject: Subject) -> Iterator[Finding]:
    """An identifier of only zeros was meant to be replaced."""
    data = subject.stack.model_dump(by_alias=True, exclude_unset=True)
    for path, text in _texts(data, ()):
        if PLACEHOLDER in text:
            yield warning(
                path,
                "this identifier is all zeros: it stands for one that somebody meant to fill in, and Azure knows "
                "nothing by that name.",
                "Write the real one, for example from `az account show` or `az ad group show`.",
            )


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in cast(dict[str, Any], value).items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast(list[Any], value)):
            yield from _texts(item, (*path, index))


RULES = (
    region_is_allowed,
    region_is_known,
    zones_exist_in_the_region,
    disk_keys_are_for_new_clusters,
    tags_are_valid,
    placeholders_are_filled_in,
)

"""Rules about where charts and images come from."""

import re
from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error


def charts_come_from_an_oci_path(subject: Subject) -> Iterator[Finding]:
    """A mirror of charts is an OCI path, to which the name of each chart is added."""
    mirror = subject.stack.charts.mirror
    if mirror is not None and not re.fullmatch(r"oci://[a-z0-9][-.a-z0-9]*(:[0-9]{1,5})?(/[-._a-z0-9]+)*/?", mirror):
        yield error(
            ("charts", "mirror"),
            f"{mirror!r} is not an OCI path: Helm takes charts from oci://host/path.",
            "Write for example oci://acrprod.azurecr.io/charts.",
        )


def image_registry_is_a_place(subject: Subject) -> Iterator[Finding]:
    """An image registry is a host, perhaps with a path below it."""
    registry = subject.stack.charts.image_registry
    if registry is not None and not re.fullmatch(r"[a-z0-9][-.a-z0-9]*(:[0-9]{1,5})?(/[-._a-z0-9]+)*/?", registry):
        yield error(
            ("charts", "imageRegistry"),
            f"{registry!r} is not a registry: an image's name starts with a host, without https:// before it.",
            "Write for example acrprod.azurecr.io, or acrprod.azurecr.io/mirror.",
        )

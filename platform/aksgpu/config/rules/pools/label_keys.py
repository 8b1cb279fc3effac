"""What Kubernetes takes as the key and the value of a label, and as the key of a taint."""

import re

_NAME = re.compile(r"[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?")
_PREFIX = re.compile(r"(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")


def why_not_a_value(value: str) -> str | None:
    """Why Kubernetes does not take this as the value of a label; None where it does."""
    if not value or _NAME.fullmatch(value):
        return None
    return (
        "Kubernetes takes at most 63 letters, digits, hyphens, underscores and full stops, with a letter or digit at "
        "both ends"
    )


def why_not_a_key(key: str) -> str | None:
    """Why Kubernetes does not take this as the key of a label or taint; None where it does."""
    prefix, slash, name = key.rpartition("/")
    if slash and not _PREFIX.fullmatch(prefix):
        return "what stands before the slash must be a DNS name of at most 253 characters in lower case"
    if not _NAME.fullmatch(name):
        return (
            "its name has at most 63 letters, digits, hyphens, underscores and full stops, with a letter or digit at "
            "both ends"
        )
    return None

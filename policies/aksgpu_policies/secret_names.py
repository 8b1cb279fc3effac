"""Names whose values are secrets, and values that are the secret itself."""

import re
from typing import Any

SECRET = frozenset({"password", "passwd", "passphrase", "token", "secret", "apikey"})
REFERRED = frozenset({"existing", "pull", "tls", "certificate", "password", "token", "key", "credentials"})
"""Before `secret`, these say that the value is the name of a Secret: existingSecret, imagePullSecret."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")
_ENDING = re.compile(r"\.(txt|key|pem)$", re.IGNORECASE)
_FILLED_IN_LATER = ("$(", "${", "{{")


def names_a_secret(key: str) -> bool:
    """Whether the name of a key says that its value is a secret: `db-password` and `authToken`, but not `tokenUrl`."""
    words = _words(key)
    return bool(words) and (words[-1] in SECRET or words[-2:] == ["api", "key"])


def names_a_secrets_name(key: str) -> bool:
    """Whether the name of a key says that its value is the name of a Secret."""
    words = _words(key)
    return words[-1:] == ["secret"] and len(words) > 1 and words[-2] in REFERRED


def is_plain_text(value: Any) -> bool:
    """Whether a value is there and stands for itself, rather than for what is filled in later."""
    text = "" if value is None else str(value).strip()
    return bool(text) and not text.startswith(_FILLED_IN_LATER)


def _words(key: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(_ENDING.sub("", key))]

"""How the Pulumi SDKs for Python spell the engine's camelCase names."""

import keyword
import re

_PLURAL_ACRONYM = re.compile(r"([A-Z]{2,})s(?![a-z])")
_ACRONYM_BEFORE_WORD = re.compile(r"([A-Z]+)([A-Z][a-z])")
_WORD_AFTER_WORD = re.compile(r"([a-z0-9])([A-Z])")


def python_name(camel: str) -> str:
    """The property name for an engine name: `issuer_url` for `issuerURL`, `public_ips` for `publicIPs`.

    The rule of Pulumi's code generator, checked by a test against every name of the SDK modules in use.
    """
    text = _PLURAL_ACRONYM.sub(lambda match: f"{match[1].capitalize()}s", camel)
    text = _ACRONYM_BEFORE_WORD.sub(r"\1_\2", text)
    text = _WORD_AFTER_WORD.sub(r"\1_\2", text).lower()
    return f"{text}_" if keyword.iskeyword(text) else text

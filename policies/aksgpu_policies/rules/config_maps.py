"""ConfigMaps: no secrets in plain text."""

from collections.abc import Iterator

from aksgpu_policies.kinds import CONFIG_MAP
from aksgpu_policies.reading import fields, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.secret_names import is_plain_text, names_a_secret
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation


@rule(
    "no-secrets-in-config-maps",
    "No ConfigMap holds a password, token or secret: whoever may read the namespace reads it, and so do backups.",
    CONFIG_MAP,
    severity="critical",
)
def no_secrets_in_config_maps(config_map: Resource) -> Iterator[Finding]:
    """By the last word of a key: `db-password` and `authToken`, but not `tokenUrl`. Values stay out of messages."""
    for field in ("data", "binaryData"):
        if isinstance(read(config_map.inputs, field), Unknown):
            yield from unknowns(config_map.inputs, field)
        for key, value in fields(config_map.inputs, field).items():
            if not names_a_secret(key):
                continue
            if isinstance(value, Unknown):
                yield CouldNotJudge.at(f"{field}.{key}", value)
            elif is_plain_text(value):
                yield Violation(
                    f"{field}.{key} looks like a secret in plain text.",
                    "Put it into a Secret from an encrypted stack value or a key vault, and change it: it is out now.",
                )

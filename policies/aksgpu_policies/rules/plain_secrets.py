"""Secrets in plain text where pods and charts are described."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from aksgpu_policies.kinds import HELM_KINDS, POD_KINDS
from aksgpu_policies.places import containers, pod_specs
from aksgpu_policies.reading import elements, everything_in, read, shown
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.secret_names import is_plain_text, names_a_secret, names_a_secrets_name
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation


@rule(
    "no-secrets-in-env",
    "No container has a password, token or secret as a plain environment variable: whoever may read pods reads it, "
    "even where the stack keeps it encrypted.",
    *POD_KINDS,
    severity="high",
)
def no_secrets_in_env(workload: Resource) -> Iterator[Finding]:
    """By the last word of the variable's name. A variable with `valueFrom` has no value here."""
    for container in (one for spec in pod_specs(workload) for one in containers(spec)):
        if isinstance(container, Unknown):
            yield CouldNotJudge.at("A container's env", container)
            continue
        for variable in elements(container, "env"):
            name, value = read(variable, "name"), read(variable, "value")
            if isinstance(name, Unknown):
                yield CouldNotJudge.at("The name of an environment variable", name)
            elif _is_secret(name) and isinstance(value, Unknown):
                yield CouldNotJudge.at(f"The environment variable {name}", value)
            elif _is_secret(name) and is_plain_text(value):
                yield Violation(
                    f"Container {shown(read(container, 'name'))} has {name} in plain text.",
                    "Put it into a Secret, name that under valueFrom.secretKeyRef, and change it: it is out now.",
                )


@rule(
    "no-secrets-in-helm-values",
    "No Helm values hold a password, token or secret as plain text. Advisory: the engine does not tell policies which "
    "values the stack keeps encrypted, and those are right.",
    *HELM_KINDS,
    severity="high",
    enforcement="advisory",
)
def no_secrets_in_helm_values(release: Resource) -> Iterator[Finding]:
    """By the last word of a key, or of the name of a variable in a list of them. Names of Secrets are no secrets."""
    for place, item in everything_in(read(release.inputs, "values"), "values"):
        if isinstance(item, Unknown):
            yield CouldNotJudge.at(place, item)
        elif isinstance(item, Mapping):
            mapping = cast(Mapping[str, Any], item)
            listed = (f"{place}.value", mapping.get("name"), mapping.get("value"))
            for where, key, value in (*((f"{place}.{key}", key, value) for key, value in mapping.items()), listed):
                if _is_secret(key) and isinstance(value, str) and is_plain_text(value):
                    yield Violation(
                        f"{where} looks like a secret in plain text.",
                        "Take it from an encrypted stack value, or better, from a Secret that the chart is told of.",
                    )


def _is_secret(name: Any) -> bool:
    return isinstance(name, str) and names_a_secret(name) and not names_a_secrets_name(name)

"""Writes the page of all rules: `python -m aksgpu_policies.page > docs/reference/policies.md`."""

from aksgpu_policies.registry import RULES
from aksgpu_policies.rule import Rule, WholeStack

_HEAD = """\
# Policies

<!-- Made by `python -m aksgpu_policies.page`. Do not edit. -->

The pack in `policies/` refuses what breaks a rule, whoever declared it. The same rules run in three places: in the
engine (`pulumi preview --policy-pack policies`), in `aksgpu plan`, and in the tests.

A mandatory rule stops a preview. An advisory rule only speaks. What is not known before the first run is never held
against a resource: the pack says what it could not judge, and judges it in the run that knows it.

An agreed exception is a waiver in `policies/waivers.yaml`, with a rule, a resource, an owner, a reason and a last day.

Policies see what is about to be registered. They see neither what existed before nor what is deleted, so refusing a
loss is the engine's part: see the resource option `protect` and `approve` in the stack file.
"""


def page() -> str:
    """The page as Markdown."""
    rows = [f"| [{rule.name}](#{rule.name}) | {rule.severity} | {rule.enforcement} |" for rule in RULES]
    table = ["| Rule | Severity | Enforcement |", "|---|---|---|", *rows]
    return "\n".join([_HEAD, *table, "", *(_section(rule) for rule in RULES)])


def _section(rule: Rule) -> str:
    kinds = ", ".join(f"`{kind}`" for kind in rule.kinds)
    scope = "All together" if isinstance(rule.check, WholeStack) else "Each"
    return f"## {rule.name}\n\n{rule.description}\n\n- {rule.severity}, {rule.enforcement}\n- {scope} of: {kinds}\n"


if __name__ == "__main__":
    print(page(), end="")

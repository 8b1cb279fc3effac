"""Tags that every Azure resource of a stack carries."""

from aksgpu.config.derived.subject import Subject

MANAGED_BY = "aksgpu"
PLATFORM_TAGS = ("environment", "owner", "costCentre", "managed-by")
"""Names that follow from the stack's own fields."""


def tags(subject: Subject) -> dict[str, str]:
    """The stack's tags: environment, owner, cost centre and who manages it, then `tags` of the stack."""
    stack = subject.stack
    own = (stack.environment, stack.owner, stack.cost_centre, MANAGED_BY)
    return {**stack.tags, **dict(zip(PLATFORM_TAGS, own, strict=True))}

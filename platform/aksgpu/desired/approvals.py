"""What is protected, and what an approval lifts."""

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.operation import Approval


def approval(subject: Subject, key: str) -> Approval | None:
    """The approval for `key` (a pool name, an account name or `cluster`) that holds on this day, its last one too."""
    given = subject.stack.approve.get(key)
    return given if given is not None and given.expires >= subject.today else None


def protected(subject: Subject, key: str) -> bool:
    """Whether the engine must refuse to replace or delete what `key` names. An expired approval lifts nothing."""
    return approval(subject, key) is None

"""Exit codes of the command line. They are documented and stable."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command's exit code says."""

    OK = 0
    """Nothing is wrong."""

    ERRORS = 1
    """The stack has errors."""

    USAGE = 2
    """The command was called in a way that it cannot serve, or there is no such stack."""

    SCARCE = 3
    """`plan --against`: something scarce would be replaced or deleted."""

    POLICY = 4
    """A mandatory policy is broken."""

    FAULT = 70
    """A fault of aksgpu itself."""

    INTERRUPTED = 130
    """Ctrl-C."""

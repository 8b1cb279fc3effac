"""Why the tools cannot be brought, in words for the person who asked."""


class Refused(Exception):
    """The message says what is wrong; the remedy says what to do about it."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message}\n{remedy}")

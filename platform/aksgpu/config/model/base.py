"""What every config model shares: camelCase in YAML, nothing unknown, nothing mutable, no silent conversion."""

from typing import NoReturn

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError


class Config(BaseModel):
    """Base of all config models. Unknown keys and values of another YAML type are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        defer_build=True,  # a third off the start: only the models that are really validated get built
        extra="forbid",
        frozen=True,
        strict=True,
    )


def refuse(message: str, remedy: str) -> NoReturn:
    """Refuse a value from inside a validator: what is wrong and why, and what to write instead."""
    raise PydanticCustomError("refused", "{message}", {"message": message, "remedy": remedy})

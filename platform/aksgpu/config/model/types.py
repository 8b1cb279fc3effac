"""Small value types of the stack file, each with a refusal in plain words."""

import ipaddress
import re
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from aksgpu.config.model.base import refuse


@dataclass(frozen=True, slots=True)
class Form:
    """Text of one form: the pattern, what it is in words, and an example to write instead."""

    pattern: str
    what: str
    example: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"pattern": f"^({self.pattern})$"}

    def _check(self, value: object) -> object:
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            written = repr(value[:60]) if isinstance(value, str) else str(value)
            refuse(f"{written} is not {self.what}.", f"Write for example {self.example}.")
        return value  # the type itself is refused next, in its own words


Guid = Annotated[
    str,
    Form(
        r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
        "a GUID",
        "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1",
    ),
]
PoolName = Annotated[
    str,
    Form(
        r"[a-z][a-z0-9]{0,7}",
        "a pool name: 1 to 8 lower-case letters and digits that start with a letter "
        "(AKS takes 12, of which a generation needs 4)",
        "train",
    ),
]
DnsLabel = Annotated[
    str,
    Form(
        r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?",
        "a DNS label: at most 63 lower-case letters, digits and hyphens, with a letter or digit at both ends",
        "team-vision",
    ),
]
ShortName = Annotated[
    str,
    Form(
        r"[a-z]([-a-z0-9]{0,28}[a-z0-9])?",
        "a short name: at most 30 lower-case letters, digits and hyphens that start with a letter",
        "vision",
    ),
]
ClusterName = Annotated[
    str,
    Form(
        r"[a-zA-Z0-9]([-_a-zA-Z0-9]{0,61}[a-zA-Z0-9])?",
        "an AKS cluster name: at most 63 letters, digits, hyphens and underscores, a letter or digit at both ends",
        "gpu-prod",
    ),
]
ResourceGroupName = Annotated[
    str,
    Form(
        r"[-\w.()]{0,89}[-\w()]",
        "a resource group name: 1 to 90 characters that do not end in a full stop",
        "rg-gpu-prod",
    ),
]
StorageAccountName = Annotated[
    str,
    Form(
        r"[a-z0-9]{3,24}",
        "a storage account name: 3 to 24 lower-case letters and digits",
        "checkpointsprod01",
    ),
]
AzureId = Annotated[
    str,
    Form(
        r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/[^/]+(/[^/]+)+",
        "the id of an Azure resource",
        "/subscriptions/<guid>/resourceGroups/<group>/providers/Microsoft.Network/virtualNetworks/<name>",
    ),
]
KubernetesVersion = Annotated[
    str,
    Form(
        r"[0-9]+\.[0-9]+(\.[0-9]+)?",
        "a Kubernetes version in quotes (without them YAML reads 1.30 as the number 1.3)",
        '"1.35" or "1.35.6"',
    ),
]
Region = Annotated[str, Form(r"[a-z][a-z0-9]{2,30}", "an Azure region in its short form", "swedencentral")]
Seconds = Annotated[str, Form(r"[0-9]{1,6}s", "a whole number of seconds", '"20s"')]
Minutes = Annotated[str, Form(r"[0-9]{1,5}m", "a whole number of minutes", '"10m"')]
Quantity = Annotated[
    str,
    Form(r"[0-9]+(\.[0-9]+)?(m|Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?", "a Kubernetes quantity", '"500m", "16" or "64Gi"'),
]
Taint = Annotated[
    str,
    Form(
        r"[a-zA-Z0-9]([-./_a-zA-Z0-9]{0,250})(=[-._a-zA-Z0-9]{0,63})?:(NoSchedule|PreferNoSchedule|NoExecute)",
        "a taint (key=value:effect, where the effect is NoSchedule, PreferNoSchedule or NoExecute)",
        "team=vision:NoSchedule",
    ),
]


def _cidr(value: str) -> str:
    try:
        ipaddress.IPv4Network(value)
    except ValueError as reason:
        refuse(f"{value!r} is not an IPv4 range in CIDR form ({reason}).", "Write for example 10.0.0.0/16.")
    return value


Cidr = Annotated[str, AfterValidator(_cidr)]


def _clock_time(value: str) -> str:
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value):
        refuse(f"{value!r} is not a time of day.", 'Write for example "22:00".')
    return value


ClockTime = Annotated[str, AfterValidator(_clock_time)]


# Pulumi reads an unquoted 2027-03-31 as a time. It hands it to the program as Go prints one, and writes it back to the
# file like that whenever it saves the file (seen with 3.274.1; sdk/go/common/resource/config/object.go).
_MIDNIGHT = " 00:00:00 +0000 UTC"


def _iso_date(value: object) -> object:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value.removesuffix(_MIDNIGHT))
        except ValueError:
            refuse(f"{value!r} is not a date.", 'Write it as year-month-day in quotes, for example "2027-03-31".')
    return value


Date = Annotated[date, BeforeValidator(_iso_date)]


class Secret:
    """A secret of the stack file. It remembers that there is one, and never the value itself."""

    def __repr__(self) -> str:
        return "Secret()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret)

    def __hash__(self) -> int:
        return hash(Secret)

    @classmethod
    def _read(cls, value: object) -> "Secret":
        if isinstance(value, Secret):
            return value
        encrypted = isinstance(value, dict) and list(cast(dict[str, Any], value)) == ["secure"]
        if encrypted or (isinstance(value, str) and value):
            return cls()
        refuse(
            "this must be a secret.",
            "Set it with `pulumi config set --secret --path`, which writes {secure: ...} here.",
        )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(cls._read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        encrypted = {
            "type": "object",
            "properties": {"secure": {"type": "string"}},
            "required": ["secure"],
            "additionalProperties": False,
        }
        return {"anyOf": [encrypted, {"type": "string"}]}

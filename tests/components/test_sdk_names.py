"""Every name that the Pulumi SDK's own getters give for the modules that plans use."""

import re
from pathlib import Path

import pulumi_azure_native
import pytest

from aksgpu_pulumi.sdk_names import python_name

SDK = Path(pulumi_azure_native.__file__).parent
GETTER = re.compile(r'@pulumi\.getter\(name="([^"]+)"\)\s+def (\w+)\(')
MODULES = [
    "authorization",
    "containerservice",
    "dashboard",
    "managedidentity",
    "monitor",
    "network",
    "operationalinsights",
    "privatedns",
    "resources",
    "storage",
]


@pytest.mark.parametrize("module", MODULES)
def test_python_names_are_the_sdks_own(module: str) -> None:
    pairs = {pair for file in (SDK / module).glob("*.py") for pair in GETTER.findall(file.read_text())}
    assert len(pairs) > 5
    assert {camel: python_name(camel) for camel, _ in pairs} == dict(pairs)


@pytest.mark.parametrize(
    ("camel", "python"),
    [
        ("vmSize", "vm_size"),
        ("issuerURL", "issuer_url"),
        ("vnetSubnetID", "vnet_subnet_id"),
        ("publicIPPrefixID", "public_ip_prefix_id"),
        ("adminGroupObjectIDs", "admin_group_object_ids"),
        ("enableFIPS", "enable_fips"),
        ("from", "from_"),
        ("name", "name"),
    ],
)
def test_awkward_names(camel: str, python: str) -> None:
    assert python_name(camel) == python

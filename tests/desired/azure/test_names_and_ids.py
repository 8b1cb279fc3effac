"""Names that fit Azure, ids that are known beforehand, tags that cannot be taken over."""

from collections.abc import Callable

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.tags import tags

Make = Callable[..., Subject]
LONG = "g" * 63


def named(name: str) -> dict[str, object]:
    return {"cluster": {"create": {"name": name}}}


@pytest.mark.parametrize(
    ("make", "length"),
    [
        (names.grafana, 23),
        (lambda subject: names.data_collection(subject, "MSProm"), 44),
        (names.monitor_workspace, 44),
        (names.log_workspace, 63),
        (names.dns_prefix, 54),
        (names.node_resource_group, 80),
    ],
)
def test_the_longest_cluster_name_fits(subject: Make, make: Callable[[Subject], str], length: int) -> None:
    name = make(subject(named(LONG)))
    assert len(name) <= length
    assert not name.endswith("-")


def test_cut_names_of_different_clusters_differ(subject: Make) -> None:
    one, other = (names.grafana(subject(named(f"{LONG[:60]}{end}"))) for end in ("-a", "-b"))
    assert one != other


def test_underscores_stay_out_of_dns(subject: Make) -> None:
    made = subject(named("gpu_dev"))
    for name in (names.dns_prefix(made), names.grafana(made), names.log_workspace(made)):
        assert "_" not in name


def test_short_names_are_kept(subject: Make) -> None:
    assert names.shortened("abc", 3) == "abc"
    assert names.node_resource_group(subject()) == "rg-gpu-dev-nodes"
    assert names.data_collection(subject(), "MSProm") == "MSProm-swedencentral-gpu-dev"


def test_ids_are_made_of_the_stacks_own_words(subject: Make, existing_subject: Make) -> None:
    group = "/subscriptions/3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10/resourceGroups/rg-gpu-dev"
    assert ids.resource_group_id(subject()) == group
    cluster = f"{group}/providers/Microsoft.ContainerService/managedClusters/gpu-dev"
    assert ids.cluster_id(subject()) == ids.cluster_id(existing_subject()) == cluster
    subnet = ids.resource_id(subject(), "Microsoft.Network/virtualNetworks/subnets", "v", "s")
    assert subnet == f"{group}/providers/Microsoft.Network/virtualNetworks/v/subnets/s"
    assert ids.parent_of(subnet) == f"{group}/providers/Microsoft.Network/virtualNetworks/v"
    assert ids.group_of(subnet) == group
    assert ids.last_name(subnet) == "s"
    with pytest.raises(ValueError, match="zip"):
        ids.resource_id(subject(), "Microsoft.Network/virtualNetworks/subnets", "v")


def test_tags_of_the_platform_win(subject: Make) -> None:
    found = tags(subject({"tags": {"owner": "somebody", "team": "vision"}}))
    assert found == {
        "team": "vision",
        "environment": "dev",
        "owner": "ml-platform",
        "costCentre": "cc-1001",
        "managed-by": "aksgpu",
    }

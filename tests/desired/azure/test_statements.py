"""What a plan tells its reader about the cluster, and what a stack hands on."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.outputs import outputs
from aksgpu.desired.azure.single_points import single_points_of_failure
from aksgpu.desired.azure.statements import statements
from aksgpu.desired.markers import FromAzure

Make = Callable[..., Subject]
PRIVATE: dict[str, Any] = {
    "cluster": {"create": {"apiServer": {"private": True, "authorizedRanges": []}}},
    "access": {"runner": "insideNetwork"},
}
INSIDE = {"register": "inCluster", "azureStack": "org/aksgpu/dev"}


def said(subject: Subject, topic: str) -> list[str]:
    return [statement.text for statement in statements(subject) if statement.topic == topic]


def test_every_default_of_the_autoscaler_is_explained(subject: Make) -> None:
    text = "\n".join(said(subject(), "defaults"))
    assert "autoscaler.scanInterval is 20s. GPU nodes take minutes" in text
    assert "autoscaler.maxNodeProvisionTime is 25m." in text
    assert "scaleDownUnreadyTime 20m" in text


def test_what_the_stack_says_itself_is_no_default(subject: Make) -> None:
    text = "\n".join(said(subject({"autoscaler": {"scanInterval": "30s", "okTotalUnreadyCount": 3}}), "defaults"))
    assert "scanInterval" not in text
    assert "okTotalUnreadyCount" not in text
    assert "scaleDownDelayAfterAdd" in text


def test_somebody_elses_cluster_has_no_defaults_of_ours(existing_subject: Make) -> None:
    assert said(existing_subject(), "defaults") == []
    assert any("somebody else's" in text for text in said(existing_subject(), "access"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "must run from one of apiServer.authorizedRanges"),
        (PRIVATE, "on a machine inside the virtual network"),
        (PRIVATE, "run up with register: azure from anywhere"),
        (PRIVATE | {"register": "azure"}, "from anywhere, although the cluster is private"),
        (PRIVATE | {"register": "azure"}, "destroy that one first"),
        (INSIDE, "belongs to the stack org/aksgpu/dev: run up there first, and destroy here first"),
        ({}, "mode azurecli"),
        ({}, "member of an admin group"),
    ],
)
def test_from_where_preview_and_up_run(subject: Make, changes: dict[str, Any], words: str) -> None:
    assert words in "\n".join(said(subject(changes), "access"))


def test_windows_that_are_alike_are_said_once(subject: Make) -> None:
    windows = [text for text in said(subject(), "defaults") if text.startswith("Maintenance")]
    assert len(windows) == 1
    apart = {"cluster": {"create": {"upgrades": {"nodeOsWindow": {"day": "Saturday", "intervalWeeks": 2}}}}}
    windows = [text for text in said(subject(apart), "defaults") if text.startswith("Maintenance")]
    assert len(windows) == 2
    assert "every 2 weeks on Saturday" in windows[1]


@pytest.mark.parametrize(
    ("create", "words"),
    [
        ({"kubernetesVersion": None}, "starts with Kubernetes 1.37, today's newest"),
        ({"kubernetesVersion": "1.36"}, "runs Kubernetes 1.36."),
        ({"kubernetesVersion": "1.36", "upgrades": {"channel": "patch"}}, "the channel patch moves it on"),
    ],
)
def test_the_version_and_whether_it_stays(subject: Make, create: dict[str, Any], words: str) -> None:
    assert words in said(subject({"cluster": {"create": create}}), "versions")[0]


SPOT = {"gpuPools": {"t4": {"spot": {}}}}
ZRS = {"storage": {"classes": {"data": {"profile": "files-nfs", "sku": "Premium_ZRS"}}}}


@pytest.mark.parametrize(
    ("changes", "words", "there"),
    [
        ({}, "one region, swedencentral", True),
        ({"cluster": {"create": {"tier": "Free"}}}, "Tier Free", True),
        ({}, "Tier Free", False),
        ({"systemPool": {"nodes": 1}}, "One system node", True),
        ({}, "One system node", False),
        ({"gpuPools": {"t4": {"zones": ["2"]}}}, "In one zone: t4 (zone 2).", True),
        ({"gpuPools": {"t4": {"zones": ["1", "2"]}}}, "t4", False),
        ({}, "Without zones, so all nodes may be in one: system, t4.", True),
        (SPOT, "Team vision has GPUs on spot nodes only (t4)", True),
        ({}, "spot", False),
        ({"cluster": {"create": {"network": {"outbound": "natGateway"}}}}, "One outbound address", True),
        ({"cluster": {"create": {"network": {"outbound": "natGateway", "natGatewayIps": 2}}}}, "One outbound", False),
        ({"cluster": {"create": {"network": {"outbound": "natGateway", "natGatewayIps": 2}}}}, "One NAT gateway", True),
        ({}, "Locally redundant storage, lost with its data centre: class shared and class scratch.", True),
        ({"storage": {"accounts": {"a01": {"sku": "Standard_LRS"}}}}, "account a01", True),
    ],
)
def test_single_points_of_failure(subject: Make, changes: dict[str, Any], words: str, there: bool) -> None:
    assert (words in "\n".join(single_points_of_failure(subject(changes)))) is there


def test_a_class_in_an_own_account_is_the_accounts_matter(subject: Make) -> None:
    storage = {
        "accounts": {"a01": {}},
        "classes": {
            "data": {"profile": "blob-fuse", "account": "a01"},
            "shared": {"sku": "Premium_ZRS", "profile": "files-smb"},
        },
    }
    assert "data" not in "\n".join(single_points_of_failure(subject({"storage": storage}))).split("Locally")[-1]


def test_outputs_name_what_users_must_write(subject: Make) -> None:
    found = outputs(subject({"teams": {"guests": {}, "vision": {"namespace": "team-vision"}}}))
    assert found["clusterName"] == "gpu-dev"
    assert found["oidcIssuer"] == FromAzure("cluster", "oidcIssuerProfile.issuerURL")
    assert found["resourceNames"] == {"t4": ["nvidia.com/gpu"]}
    assert found["queues"] == {"vision": {"namespace": "team-vision", "queue": "default"}}
    assert found["storageClasses"] == ["scratch", "shared"]
    assert found["nodePools"]["t4"].startswith("t4")


def test_outputs_of_slices(subject: Make) -> None:
    serve = {"vmSize": "Standard_NC40ads_H100_v5", "nodes": 1, "mig": {"layout": {"1g.12gb": 7}}}
    assert outputs(subject({"gpuPools": {"serve": serve}}))["resourceNames"]["serve"] == ["nvidia.com/mig-1g.12gb"]

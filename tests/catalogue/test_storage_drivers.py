"""What AKS's storage drivers can do from which Kubernetes version on."""

import pytest

from aksgpu.catalogue import storage_drivers
from aksgpu.catalogue.storage_drivers import (
    DriverFeature,
    why_built_in_class,
    why_feature_is_missing,
    why_nfs3_redundancy_does_not_fit,
    why_nfs_option_is_the_drivers,
)

FEATURES = {name: each for name, each in vars(storage_drivers).items() if isinstance(each, DriverFeature)}
SINCE = {
    "BLOB_TOKEN_MOUNT": 34,
    "FILES_MANAGED_IDENTITY_MOUNT": 34,
    "FILES_TOKEN_MOUNT": 35,
    "NFS_ENCRYPTION": 33,
    "FILES_PROVISIONED_V2": 35,
}


def test_the_table_is_complete() -> None:
    assert set(FEATURES) == set(SINCE)
    assert all(each.source for each in FEATURES.values())


@pytest.mark.parametrize("name", sorted(SINCE))
def test_a_feature_is_there_from_its_version_on(name: str) -> None:
    feature, since = FEATURES[name], SINCE[name]
    assert why_feature_is_missing(feature, since) is None
    assert why_feature_is_missing(feature, since + 1) is None
    problem = why_feature_is_missing(feature, since - 1)
    assert problem is not None
    assert f"the cluster runs 1.{since - 1}" in problem.message
    assert f"1.{since}" in problem.remedy


@pytest.mark.parametrize(("option", "owned"), [("vers", True), ("sec", True), ("nconnect", False), ("actimeo", False)])
def test_some_nfs_options_are_the_drivers(option: str, owned: bool) -> None:
    assert (why_nfs_option_is_the_drivers(option) is not None) is owned


@pytest.mark.parametrize(("sku", "fits"), [("Premium_LRS", True), ("Standard_ZRS", True), ("Standard_GRS", False)])
def test_nfs_3_takes_local_and_zone_redundancy(sku: str, fits: bool) -> None:
    assert (why_nfs3_redundancy_does_not_fit(sku) is None) is fits


def test_akss_own_classes_are_known() -> None:
    assert why_built_in_class("default") is not None
    assert why_built_in_class("shared") is None

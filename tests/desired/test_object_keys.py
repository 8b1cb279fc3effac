"""Keys of Kubernetes objects."""

import pytest

from aksgpu.desired.object_keys import object_key


@pytest.mark.parametrize(
    ("kind", "metadata", "key"),
    [
        ("ClusterQueue", {"name": "vision"}, "clusterqueue-vision"),
        ("LocalQueue", {"name": "default", "namespace": "vision"}, "localqueue-vision-default"),
        ("ConfigMap", {"name": "mig", "namespace": ""}, "configmap-mig"),
    ],
)
def test_kind_namespace_and_name(kind: str, metadata: dict[str, str], key: str) -> None:
    assert object_key({"kind": kind, "metadata": metadata}) == key


def test_an_object_without_a_name_has_no_key() -> None:
    with pytest.raises(KeyError):
        object_key({"kind": "ConfigMap", "metadata": {}})

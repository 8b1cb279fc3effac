"""What is particular to the values of gpu-operator v26.3 (its values.yaml at v26.3.3)."""

from collections.abc import Mapping

IMAGES: Mapping[str, str] = {
    "validator": "nvidia",
    "operator": "nvidia",
    "driver": "nvidia",
    "driver.manager": "nvidia/cloud-native",
    "toolkit": "nvidia/k8s",
    "devicePlugin": "nvidia",
    "dcgm": "nvidia/cloud-native",
    "dcgmExporter": "nvidia/k8s",
    "gfd": "nvidia",
    "migManager": "nvidia/cloud-native",
    "nodeStatusExporter": "nvidia",
}
"""Path of each component's images below nvcr.io. Components that never run on this platform are left out."""

WITH_PULL_SECRET = (
    "validator",
    "operator",
    "driver",
    "toolkit",
    "devicePlugin",
    "dcgm",
    "dcgmExporter",
    "gfd",
    "migManager",
    "nodeStatusExporter",
)
"""Components that take pull secrets. The driver manager uses the driver's."""

"""What is particular to the values of gpu-operator v25.10, for rehearsals only (its values.yaml at d73a0086)."""

from collections.abc import Mapping

IMAGES: Mapping[str, str] = {
    "validator": "nvidia/cloud-native",
    "operator": "nvidia",
    "operator.initContainer": "nvidia",
    "driver": "nvidia",
    "driver.manager": "nvidia/cloud-native",
    "toolkit": "nvidia/k8s",
    "devicePlugin": "nvidia",
    "dcgm": "nvidia/cloud-native",
    "dcgmExporter": "nvidia/k8s",
    "gfd": "nvidia",
    "migManager": "nvidia/cloud-native",
    "nodeStatusExporter": "nvidia/cloud-native",
}
"""Path of each component's images below nvcr.io. This line starts operands with an init container of its own."""

WITH_PULL_SECRET = (
    "validator",
    "operator",
    "operator.initContainer",
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

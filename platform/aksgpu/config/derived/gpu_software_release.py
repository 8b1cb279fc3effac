"""Which versions of the GPU software a stack comes to."""

from aksgpu.catalogue.charts import ChartVersion, chart_version
from aksgpu.config.model.stack import StackConfig

GPU_OPERATOR = "gpu-operator"
NODE_FEATURE_DISCOVERY = "node-feature-discovery"


def gpu_operator_release(stack: StackConfig) -> ChartVersion | None:
    """The chart of the GPU Operator; None where the stack names a version that the catalogue lacks."""
    row = chart_version(GPU_OPERATOR, stack.gpu_software.operator.version)
    return row if isinstance(row, ChartVersion) else None


def driver_version(stack: StackConfig) -> str | None:
    """The operator's driver: the stack's, or the one that belongs to the chart; None where neither is known."""
    row = gpu_operator_release(stack)
    return stack.gpu_software.operator.driver_version or (row.contents["driver"] if row else None)

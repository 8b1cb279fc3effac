"""The version of Kueue that a stack asks for, and what its chart knows."""

from dataclasses import dataclass

from aksgpu.catalogue.charts import ChartVersion, chart_version, default_chart_version
from aksgpu.config.model.stack import StackConfig

CHART = "kueue"


@dataclass(frozen=True, slots=True)
class KueueRelease:
    """A chart row and the API versions that belong to it."""

    chart: ChartVersion

    @property
    def image_tag(self) -> str:
        """Tag of the released manager image."""
        return self.chart.contents["kueue"]

    @property
    def api_version(self) -> str:
        """Version of the group kueue.x-k8s.io that this release stores."""
        return self.chart.contents["kueue.x-k8s.io"]

    @property
    def configuration_version(self) -> str:
        """Version of the group config.kueue.x-k8s.io that its configuration file is written in."""
        return self.chart.contents["config.kueue.x-k8s.io"]


def kueue_release(stack: StackConfig) -> KueueRelease:
    """The release of the stack. A version that the catalogue lacks is refused elsewhere; here it means the default."""
    row = chart_version(CHART, stack.queues.version)
    return KueueRelease(row if isinstance(row, ChartVersion) else default_chart_version(CHART))

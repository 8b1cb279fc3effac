"""Everything one stack comes to, in the order it must be registered. A pure function of the stack and the day."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from aksgpu.catalogue import CATALOGUE_DATE
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.rules import judge
from aksgpu.desired import gpu_statements, priorities, priority_statements, queue_statements
from aksgpu.desired.azure import agent_pool, cluster, network, priority_expander
from aksgpu.desired.azure import outputs as azure_outputs
from aksgpu.desired.azure import statements as azure_statements
from aksgpu.desired.bundles import gpu_operator, kueue, monitoring, monitoring_statements, node_feature_discovery
from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject, Part, Statement
from aksgpu.desired.storage import part as storage_part
from aksgpu.desired.storage import statements as storage_statements
from aksgpu.desired.tenancy import part as tenancy_part
from aksgpu.desired.tenancy import statements as tenancy_statements
from aksgpu.ordering import in_order

PartBuilder = Callable[[Subject], Iterator[Part]]
Speaker = Callable[[Subject], Iterator[Statement]]

PARTS: tuple[PartBuilder, ...] = (
    network.parts,
    cluster.parts,
    agent_pool.cpu_pool_parts,
    agent_pool.gpu_pool_parts,
    priority_expander.parts,
    priorities.parts,
    node_feature_discovery.parts,
    gpu_operator.parts,
    monitoring.parts,
    kueue.parts,
    tenancy_part.parts,
    kueue.local_queue_parts,
    storage_part.parts,
)
STATEMENTS: tuple[Speaker, ...] = (
    azure_statements.statements,
    gpu_statements.statements,
    monitoring_statements.statements,
    tenancy_statements.statements,
    queue_statements.statements,
    priority_statements.statements,
    storage_statements.statements,
)


@dataclass(frozen=True)
class Plan:
    """The product: plain values only.

    `parts` hold the entries; `order` lists all entry keys, each after everything it needs. `outputs` maps output names
    to values or markers. `findings` are the warnings and notes of the checks.
    """

    subject: Subject
    parts: tuple[Part, ...]
    order: tuple[str, ...]
    statements: tuple[Statement, ...]
    findings: tuple[Finding, ...]
    outputs: Mapping[str, Any]
    today: date
    catalogue_date: date = CATALOGUE_DATE

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Every entry by key, in order."""
        by_key = {entry.key: entry for part in self.parts for entry in part.entries}
        return {key: by_key[key] for key in self.order}

    @property
    def azure(self) -> tuple[AzureResource, ...]:
        """The Azure half, in order."""
        return tuple(entry for entry in self.entries.values() if isinstance(entry, AzureResource))

    @property
    def in_cluster(self) -> tuple[ChartRelease | KubernetesObject, ...]:
        """The in-cluster half, in order."""
        return tuple(entry for entry in self.entries.values() if not isinstance(entry, AzureResource))


def plan(stack: StackConfig, today: date) -> Plan:
    """The plan of a stack that the check accepted. Raises BrokenPlan only for a fault of this program."""
    subject = Subject(stack, today)
    parts = tuple(part for build in PARTS for part in build(subject))
    return Plan(
        subject=subject,
        parts=parts,
        order=in_order(tuple(entry for part in parts for entry in part.entries)),
        statements=tuple(statement for speak in STATEMENTS for statement in speak(subject)),
        findings=judge(subject),
        outputs=azure_outputs.outputs(subject),
        today=today,
    )

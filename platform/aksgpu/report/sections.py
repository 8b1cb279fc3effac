"""The sections of a plan's report, in the order in which a reader wants them."""

from collections import Counter
from collections.abc import Iterator

from aksgpu.config.finding import Severity
from aksgpu.desired.entries import AzureResource, ChartRelease, KubernetesObject
from aksgpu.desired.tenancy.network_summary import reachability
from aksgpu.plan import Plan
from aksgpu.report.difference import what
from aksgpu.report.policies import PolicyResults
from aksgpu.report.pool_sections import pools, vcpu_quota
from aksgpu.report.queue_section import queues
from aksgpu.report.section import Section, Table
from aksgpu.report.storage_section import storage

_ACRONYMS = {"mig": "MIG", "rdma": "RDMA"}


def plan_sections(plan: Plan, policies: PolicyResults) -> tuple[Section, ...]:
    """The whole report."""
    return (
        _overview(plan),
        pools(plan.subject),
        vcpu_quota(plan.subject),
        queues(plan.subject),
        _charts(plan),
        storage(plan.subject),
        _network(plan),
        _create_only(plan),
        policies.section(),
        _findings(plan),
        *_statements(plan),
    )


def _overview(plan: Plan) -> Section:
    facts, stack = plan.subject.facts, plan.subject.stack
    source = "made by this stack" if facts.ours else "exists already"
    lines = [
        f"Cluster {facts.name} in {stack.region}, Kubernetes {facts.kubernetes_version}, {source}.",
        f"Network: {facts.network_plugin_mode}, dataplane {facts.network_dataplane}, policies {facts.network_policy}; "
        f"API server {'private' if facts.private else 'public'}.",
        f"{len(plan.azure)} Azure resources, {len(plan.in_cluster)} in-cluster entries; registers {stack.register_}.",
        f"As of {plan.today}, with the catalogue of {plan.catalogue_date}.",
    ]
    return Section(f"Environment {stack.environment}", lines=tuple(lines))


def _charts(plan: Plan) -> Section:
    charts = [entry for entry in plan.entries.values() if isinstance(entry, ChartRelease)]
    rows = tuple(
        (str(number), chart.name, chart.version, chart.namespace, _source(chart))
        for number, chart in enumerate(charts, 1)
    )
    objects = (entry for entry in plan.entries.values() if isinstance(entry, KubernetesObject))
    counts = Counter(str(entry.manifest["kind"]) for entry in objects)
    own = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    lines = (f"Objects of our own beside them: {own}.",) if own else ()
    return Section(
        "Charts, in the order of installation", Table(("#", "Chart", "Version", "Namespace", "From"), rows), lines
    )


def _source(chart: ChartRelease) -> str:
    return f"{chart.repository}/{chart.reference}" if chart.repository else chart.reference


def _network(plan: Plan) -> Section:
    rows = tuple(
        (reach.source, reach.target, reach.ports, "yes" if reach.allowed else "no")
        for reach in reachability(plan.subject)
    )
    return Section("Who reaches whom", Table(("From", "To", "Ports", "Allowed"), rows))


def _create_only(plan: Plan) -> Section:
    rows = tuple(
        (what(entry), ", ".join(_sent(entry)), "yes" if entry.protect else "no, approved")
        for entry in plan.azure
        if entry.scarce
    )
    columns = ("Scarce resource", "A change of these makes a new one", "Protected")
    return Section("What cannot be changed later", Table(columns, rows))


def _sent(entry: AzureResource) -> Iterator[str]:
    """The create-only inputs that the entry really sends."""
    return (name for name in entry.create_only if name.split(".")[0] in entry.inputs)


def _statements(plan: Plan) -> Iterator[Section]:
    topics: dict[str, list[str]] = {}
    for statement in plan.statements:
        topics.setdefault(statement.topic, []).append(statement.text)
    for topic, texts in topics.items():
        yield Section(_ACRONYMS.get(topic, topic.capitalize()), lines=tuple(texts))


def _findings(plan: Plan) -> Section:
    lines: list[str] = []
    for finding in plan.findings:
        sign = "! " if finding.severity is Severity.WARNING else ""
        place = f"{finding.dotted}: " if finding.path else ""
        lines.append(" ".join(filter(None, (f"{sign}{place}{finding.message}", finding.remedy))))
    return Section("Warnings and notes", lines=tuple(lines))

"""Rules about the version of Kueue, the kinds of job that it manages, and Helm values beside the platform's own."""

from collections.abc import Iterator

from aksgpu.catalogue.charts import chart_note, chart_version, why_chart_does_not_fit
from aksgpu.catalogue.kueue import POD_FRAMEWORKS, why_not_a_framework
from aksgpu.catalogue.problem import Problem
from aksgpu.config.derived.kueue_owned_values import KUEUE_KEYS
from aksgpu.config.derived.kueue_release import CHART, kueue_release
from aksgpu.config.derived.owned_values import clashes
from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note


def kueue_version_fits(subject: Subject) -> Iterator[Finding]:
    """The catalogue has the chart's version, and it runs on the cluster's Kubernetes version."""
    path = ("queues", "version")
    row = chart_version(CHART, subject.stack.queues.version)
    if isinstance(row, Problem):
        yield error(path, row.message, row.remedy)
        return
    if not queued_teams(subject.stack):
        return
    version = subject.facts.kubernetes_version
    problem = why_chart_does_not_fit(row, version)
    if problem is not None:
        yield error(path, problem.message, problem.remedy)
        return
    untested = chart_note(row, version)
    if untested is not None:
        yield note(path, untested)


def frameworks_are_known(subject: Subject) -> Iterator[Finding]:
    """Kueue's manager does not start with a kind of job that it does not know, or with none."""
    frameworks = subject.stack.queues.frameworks
    version = kueue_release(subject.stack).chart.version
    if not frameworks:
        yield error(
            ("queues", "frameworks"),
            "no kind of job is named, so Kueue would manage nothing that people submit.",
            "Write [batch/job], or leave it out for jobs and JobSets.",
        )
    for index, name in enumerate(frameworks):
        problem = why_not_a_framework(version, name)
        if problem is not None:
            yield error(("queues", "frameworks", index), problem.message, problem.remedy)
        elif name in frameworks[:index]:
            yield error(("queues", "frameworks", index), f"{name} is named twice.", "Keep one of them.")


def pods_depend_on_kueue(subject: Subject) -> Iterator[Finding]:
    """Kueue's webhooks see all pods, Deployments or StatefulSets of a queued namespace, its own or not (case F55)."""
    for index, name in enumerate(subject.stack.queues.frameworks):
        if name in POD_FRAMEWORKS:
            yield note(
                ("queues", "frameworks", index),
                f"with {name!r}, no {name} in the namespace of a queued team can be made or changed while Kueue's "
                "managers are down, whether Kueue manages it or not. Other namespaces are not affected.",
            )


def kueue_values_are_free(subject: Subject) -> Iterator[Finding]:
    """User values never touch what the platform writes."""
    for path, key in clashes(subject.stack.queues.values, KUEUE_KEYS):
        yield error(
            ("queues", "values", *path),
            f"the platform writes the Helm value {'.'.join(key.path)} itself: {key.owner}.",
            f"Take {'.'.join(path)} out of queues.values.",
        )

"""Queues and who can borrow what, as a section of a report."""

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.queue_summary import queue_rows
from aksgpu.report.section import Section, Table


def queues(subject: Subject) -> Section:
    """One row for each team and pool."""
    rows = tuple(
        (row.queue, row.cohort or "none", row.pool, row.nominal, row.may_borrow, row.lends)
        for row in queue_rows(subject)
    )
    return Section("Queues", Table(("Queue", "Cohort", "Pool", "Own", "May borrow", "Lends"), rows))

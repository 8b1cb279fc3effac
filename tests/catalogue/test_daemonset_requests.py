"""What DaemonSets request on every node."""

from aksgpu.catalogue.daemonset_requests import DAEMONSET_REQUESTS, requested_by_daemonsets


def test_every_row_says_where_it_comes_from() -> None:
    assert all(row.source for row in DAEMONSET_REQUESTS)
    assert len({row.name for row in DAEMONSET_REQUESTS}) == len(DAEMONSET_REQUESTS)


def test_an_allowance_is_marked_as_one() -> None:
    assert [row.name for row in DAEMONSET_REQUESTS if not row.confirmed]
    assert all("allowance" in row.source for row in DAEMONSET_REQUESTS if not row.confirmed)


def test_the_sum_is_what_a_node_gives_up() -> None:
    assert requested_by_daemonsets() == (600, 1536)

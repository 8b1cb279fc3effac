"""Queues for readers: rows of the report, and sentences of the plan."""

from collections.abc import Callable
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.queue_statements import statements
from aksgpu.desired.queue_summary import QueueRow, queue_rows

Make = Callable[..., Subject]

SHARED: dict[str, Any] = {
    "gpuPools": {
        "t4": ...,
        "train": {"vmSize": "Standard_NC80adis_H100_v5", "scale": {"max": 6}},
        "serve": {
            "vmSize": "Standard_NC40ads_H100_v5",
            "scale": {"min": 2, "max": 4},
            "mig": {"layout": {"1g.12gb": 7}},
            "reservedForServing": 7,
        },
        "spot": {"vmSize": "Standard_NC40ads_H100_v5", "scale": {"max": 8}, "spot": {}},
    },
    "cpuPools": {"cpu": {"vmSize": "Standard_D16ds_v5", "scale": {"max": 10}}},
    "queues": {"cohorts": {"company": {}, "research": {"parent": "company"}}},
    "teams": {
        "vision": {
            "namespace": "ns-vision",
            "queue": {
                "cohort": "research",
                "quota": {"t4": ..., "cpu": {"cores": 24}, "train": {"gpus": 4, "lend": 3}},
            },
        },
        "speech": {"queue": {"cohort": "research", "quota": {"cpu": {"cores": 8}, "train": {"gpus": 2, "borrow": 1}}}},
        "search": {
            "queue": {"cohort": "company", "quota": {"serve": {"slices": {"1g.12gb": 9}}, "train": {"gpus": 1}}}
        },
        "solo": {"queue": {"quota": {"spot": {"gpus": 2}}}},
    },
}


def rows(made: Subject) -> dict[tuple[str, str], QueueRow]:
    return {(row.queue, row.pool): row for row in queue_rows(made)}


def words(made: Subject) -> str:
    return "\n".join(statement.text for statement in statements(made))


def amounts(row: QueueRow) -> tuple[str, str, str]:
    return row.nominal, row.may_borrow, row.lends


def test_rows_follow_the_order_in_which_pools_are_tried(subject: Make) -> None:
    assert list(rows(subject(SHARED)))[:2] == [("vision", "cpu"), ("vision", "train")]


def test_a_queue_may_borrow_what_all_others_of_the_tree_lend(subject: Make) -> None:
    found = rows(subject(SHARED))
    assert amounts(found["vision", "train"]) == ("4 GPUs", "3 GPUs", "3 GPUs")
    assert amounts(found["search", "train"]) == ("1 GPU", "5 GPUs", "1 GPU")
    assert amounts(found["vision", "cpu"]) == ("24 cores", "8 cores", "24 cores")


def test_a_limit_of_its_own_bounds_what_a_queue_borrows(subject: Make) -> None:
    assert amounts(rows(subject(SHARED))["speech", "train"]) == ("2 GPUs", "1 GPU", "2 GPUs")


def test_what_nobody_else_has_is_neither_borrowed_nor_lent(subject: Make) -> None:
    assert amounts(rows(subject(SHARED))["search", "serve"]) == ("9 x 1g.12gb", "nothing", "nothing")


def test_a_queue_without_a_cohort_shares_nothing(subject: Make) -> None:
    found = rows(subject(SHARED))
    assert amounts(found["solo", "spot"]) == ("2 GPUs", "nothing", "nothing")
    assert (found["solo", "spot"].cohort, found["vision", "cpu"].cohort) == ("", "research")
    assert (found["solo", "spot"].namespace, found["vision", "cpu"].namespace) == ("solo", "ns-vision")


def test_a_cpu_flavor_without_quota_borrows_in_its_cohort(subject: Make) -> None:
    assert amounts(rows(subject(SHARED))["search", "cpu"]) == ("nothing", "32 cores", "nothing")


def test_the_plan_says_who_borrows_what_and_how_it_comes_back(subject: Make) -> None:
    text = words(subject(SHARED))
    assert "In cohort company the teams vision, speech and search use what the others leave idle." in text
    assert "of train vision 3 GPUs, speech 1 GPU and search 5 GPUs" in text
    assert "Lent quota is taken back at once, and the borrower's jobs are requeued." in text
    assert "solo can use its own quota and nothing more" in text


def test_the_plan_says_what_fair_sharing_changes(subject: Make) -> None:
    assert "fair share" in words(subject({**SHARED, "queues": {**SHARED["queues"], "fairSharing": True}}))


def test_the_plan_tells_teams_that_take_back_differently_apart(subject: Make) -> None:
    never = {"speech": {"queue": {"preemption": {"reclaimWithinCohort": "Never"}}}}
    text = words(
        subject(
            {
                **SHARED,
                "teams": {
                    **SHARED["teams"],
                    "speech": {"queue": {**SHARED["teams"]["speech"]["queue"], **never["speech"]["queue"]}},
                },
            }
        )
    )
    assert "Lent quota of vision and search is taken back at once" in text
    assert "quota of speech comes back only when the borrower's jobs end" in text


def test_the_plan_says_where_jobs_without_gpus_run(subject: Make, existing_subject: Make) -> None:
    text = words(subject(SHARED))
    assert "It never gets a GPU pool's CPU, selector and tolerations" in text
    assert "search and solo have 0 cores of pool cpu for such jobs" in text
    assert "vision has 0 cores of pool system for such jobs: there is no CPU pool beside it" in words(subject())
    assert "vision has 0 cores of any pool (flavor no-cpu-pool)" in words(existing_subject())


def test_the_plan_says_how_nodes_of_a_job_start(subject: Make) -> None:
    assert "when the autoscaler has found room for all its nodes at once" in words(subject())
    old = subject({"cluster": {"create": {"kubernetesVersion": "1.32"}}})
    assert "On Kubernetes 1.32 AKS's autoscaler serves no ProvisioningRequests" in words(old)
    assert "provisioningRequests is off" in words(subject({"queues": {"provisioningRequests": False}}))


def test_the_plan_says_what_is_no_guarantee_and_what_is_reserved(subject: Make) -> None:
    text = words(subject(SHARED))
    assert "Quota of spot is spot capacity" in text
    assert "Serving without a queue may take 7 x 1g.12gb of pool serve" in text


def test_the_plan_says_what_happens_while_kueue_is_down(subject: Make) -> None:
    text = words(subject())
    assert "queued teams cannot submit jobs and everything else goes on" in text
    assert "Terminating" in text


def test_without_a_queue_there_is_nothing_to_say(subject: Make) -> None:
    made = subject({"teams": {"vision": {"queue": None}}})
    assert list(queue_rows(made)) == []
    assert list(statements(made)) == []


def test_long_lists_of_teams_are_cut(subject: Make) -> None:
    team = {"queue": {"cohort": "all", "quota": {"t4": {"gpus": 0}}}}
    made = subject({"teams": {"vision": ..., **{f"team{number}": team for number in range(40)}}})
    assert "team0, team1, team2, team3, team4, team5, team6 and 33 more" in words(made)

"""All rules about queues, quotas, Kueue and priorities, in the order in which they speak."""

from collections.abc import Callable, Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding
from aksgpu.config.rules.queues import (
    cohorts,
    kueue_setup,
    kueue_versions,
    priorities,
    provisioning_requests,
    queues,
    quota_sums,
    quotas,
)

RULES: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    quotas.quota_names_a_pool,
    quotas.quota_leaves_aks_its_pool,
    quotas.quota_has_one_unit,
    quotas.quota_unit_fits_pool,
    quotas.quota_slices_exist,
    quotas.quota_numbers_make_sense,
    quotas.guaranteed_gpus_can_be_taken_back,
    quota_sums.quotas_fit_pools,
    cohorts.limits_need_a_cohort,
    cohorts.lends_no_more_than_it_has,
    cohorts.cohort_parents_exist,
    cohorts.cohorts_form_a_tree,
    cohorts.cohorts_have_members,
    cohorts.borrowing_by_force_is_possible,
    cohorts.quota_is_taken_back,
    queues.single_strategy_keeps_slices_apart,
    queues.order_names_pools_of_the_quota,
    queues.strict_order_blocks,
    queues.stopped_queues_are_meant,
    queues.weights_need_fair_sharing,
    queues.fungibility_has_an_effect,
    queues.teams_have_queues,
    queues.gpu_pools_have_quotas,
    queues.jobs_without_gpus_have_quota,
    kueue_setup.jobs_outlast_node_start,
    kueue_setup.counted_resources_are_not_excluded,
    kueue_setup.requests_are_counted_or_excluded,
    kueue_setup.queues_keep_kueues_limits,
    provisioning_requests.provisioning_requests_are_served,
    provisioning_requests.large_jobs_get_all_their_nodes,
    kueue_versions.kueue_version_fits,
    kueue_versions.frameworks_are_known,
    kueue_versions.pods_depend_on_kueue,
    kueue_versions.kueue_values_are_free,
    priorities.priority_names_are_free,
    priorities.priority_descriptions_fit,
    priorities.priorities_differ,
    priorities.batch_does_not_preempt_pods,
    priorities.default_priorities_stay,
)

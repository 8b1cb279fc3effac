"""The cluster autoscaler's profile as AKS takes it: every key sent, almost all of them as text."""

from aksgpu.catalogue.autoscaler import AUTOSCALER_KEYS
from aksgpu.config.derived.subject import Subject


def autoscaler_profile(subject: Subject) -> dict[str, str | bool]:
    """All keys of `autoScalerProfile`, in the engine's camelCase. Only the three DaemonSet flags are booleans."""
    given = subject.stack.autoscaler
    return {
        "scanInterval": given.scan_interval,
        "scaleDownDelayAfterAdd": given.scale_down_delay_after_add,
        "scaleDownDelayAfterDelete": given.scale_down_delay_after_delete,
        "scaleDownDelayAfterFailure": given.scale_down_delay_after_failure,
        "scaleDownUnneededTime": given.scale_down_unneeded_time,
        "scaleDownUnreadyTime": given.scale_down_unready_time,
        "scaleDownUtilizationThreshold": f"{given.scale_down_utilization_threshold:g}",
        "maxGracefulTerminationSec": str(graceful_termination_seconds(subject)),
        "maxNodeProvisionTime": f"{subject.facts.max_node_provision_minutes}m",
        "newPodScaleUpDelay": given.new_pod_scale_up_delay,
        "maxEmptyBulkDelete": str(given.max_empty_bulk_delete),
        "maxTotalUnreadyPercentage": str(given.max_total_unready_percentage),
        "okTotalUnreadyCount": str(given.ok_total_unready_count),
        "balanceSimilarNodeGroups": _text(given.balance_similar_node_groups),
        "skipNodesWithLocalStorage": _text(given.skip_nodes_with_local_storage),
        "skipNodesWithSystemPods": _text(given.skip_nodes_with_system_pods),
        "expander": given.expander,
        "ignoreDaemonsetsUtilization": given.ignore_daemonsets_utilization,
        "daemonsetEvictionForEmptyNodes": given.daemonset_eviction_for_empty_nodes,
        "daemonsetEvictionForOccupiedNodes": given.daemonset_eviction_for_occupied_nodes,
    }


def graceful_termination_seconds(subject: Subject) -> int:
    """Seconds a pod gets to stop before its node goes: as given, or the longest that a team asks for, 600 at least."""
    given = subject.stack.autoscaler.max_graceful_termination_sec
    if given is not None:
        return given
    least = int(AUTOSCALER_KEYS["maxGracefulTerminationSec"].default)
    return max(least, *(team.termination_grace_seconds for team in subject.stack.teams.values()), 0)


def _text(flag: bool) -> str:
    return "true" if flag else "false"

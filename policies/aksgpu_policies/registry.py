"""Every rule of the pack, in the order in which they are shown."""

from aksgpu_policies.rule import Rule
from aksgpu_policies.rules.aks_mig import aks_mig_profile_fits
from aksgpu_policies.rules.cluster_access import (
    cluster_entra_and_azure_rbac,
    cluster_local_accounts_off,
    cluster_workload_identity,
    prod_api_server_closed,
)
from aksgpu_policies.rules.config_maps import no_secrets_in_config_maps
from aksgpu_policies.rules.gpu_pools import gpu_driver_explicit, gpu_pool_bounded, gpu_pool_tainted
from aksgpu_policies.rules.gpu_vm_sizes import gpu_vm_size_works
from aksgpu_policies.rules.images import helm_release_pinned, images_pinned
from aksgpu_policies.rules.kube_system import kube_system_left_alone
from aksgpu_policies.rules.namespaces import team_namespace_pod_security
from aksgpu_policies.rules.network_policies import no_default_allow_network_policy, team_namespace_default_deny
from aksgpu_policies.rules.plain_secrets import no_secrets_in_env, no_secrets_in_helm_values
from aksgpu_policies.rules.pod_privileges import no_privileged_pods
from aksgpu_policies.rules.pool_types import no_inline_gpu_pool, one_inline_system_pool, pool_is_scale_set
from aksgpu_policies.rules.priority_classes import pods_below_system_priority, priority_class_below_system
from aksgpu_policies.rules.protection import cluster_protected, gpu_pool_protected, storage_account_protected
from aksgpu_policies.rules.queues import cluster_queue_bounded, cluster_queue_selects_namespaces
from aksgpu_policies.rules.retention import checkpoints_retained, persistent_volume_retained
from aksgpu_policies.rules.roles import no_powerful_role_on_subscription
from aksgpu_policies.rules.scaling import autoscaled_count_ignored, no_deallocate_with_operator_driver
from aksgpu_policies.rules.spot_pools import spot_pool_settings
from aksgpu_policies.rules.storage_accounts import (
    blob_container_private,
    storage_account_network_closed,
    storage_account_no_public_blobs,
    storage_account_no_shared_keys,
    storage_account_tls,
)
from aksgpu_policies.rules.tags import tags_present

RULES: tuple[Rule, ...] = (
    gpu_pool_tainted,
    gpu_pool_bounded,
    gpu_driver_explicit,
    aks_mig_profile_fits,
    gpu_vm_size_works,
    no_inline_gpu_pool,
    one_inline_system_pool,
    pool_is_scale_set,
    spot_pool_settings,
    autoscaled_count_ignored,
    no_deallocate_with_operator_driver,
    prod_api_server_closed,
    cluster_local_accounts_off,
    cluster_entra_and_azure_rbac,
    cluster_workload_identity,
    cluster_protected,
    storage_account_protected,
    gpu_pool_protected,
    storage_account_tls,
    storage_account_no_public_blobs,
    blob_container_private,
    storage_account_no_shared_keys,
    storage_account_network_closed,
    no_powerful_role_on_subscription,
    tags_present,
    cluster_queue_bounded,
    cluster_queue_selects_namespaces,
    no_default_allow_network_policy,
    team_namespace_default_deny,
    images_pinned,
    helm_release_pinned,
    checkpoints_retained,
    persistent_volume_retained,
    priority_class_below_system,
    pods_below_system_priority,
    team_namespace_pod_security,
    no_privileged_pods,
    kube_system_left_alone,
    no_secrets_in_config_maps,
    no_secrets_in_env,
    no_secrets_in_helm_values,
)

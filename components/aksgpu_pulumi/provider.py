"""The providers of a platform. None takes its target from the surroundings."""

from collections.abc import Sequence

import pulumi


def azure_provider(name: str, subscription_id: str, parent: pulumi.Resource) -> pulumi.ProviderResource:
    """Azure, in the subscription that the stack names, whichever one is the caller's default."""
    from pulumi_azure_native import Provider  # loaded only by programs that register Azure resources

    return Provider(name, subscription_id=subscription_id, opts=pulumi.ResourceOptions(parent=parent))


def kubernetes_provider(
    name: str,
    kubeconfig: pulumi.Input[str],
    cluster_id: pulumi.Input[str],
    parent: pulumi.Resource,
    after: Sequence[pulumi.Resource],
    *,
    server_side: bool = True,
) -> pulumi.ProviderResource:
    """The cluster, by its kubeconfig. `after` are the resources without which nobody may sign in.

    With `server_side` off, objects are sent by client-side apply, and previews do not ask the API server about them.

    `cluster_id` tells the provider that it is still the same cluster while the kubeconfig is unknown in a preview;
    without it everything in the cluster would be planned for replacement. The switches are written out, since the SDK
    otherwise reads them from the caller's environment. The stack file is the truth: `up` takes back a field that
    somebody edited with kubectl, where the provider would otherwise stop with a conflict.
    """
    from pulumi_kubernetes import Provider  # loaded only by programs that register in-cluster resources

    return Provider(
        name,
        kubeconfig=kubeconfig,
        cluster_identifier=cluster_id,
        enable_server_side_apply=server_side,
        enable_patch_force=True,
        delete_unreachable=False,
        skip_update_unreachable=False,
        opts=pulumi.ResourceOptions(parent=parent, depends_on=list(after)),
    )

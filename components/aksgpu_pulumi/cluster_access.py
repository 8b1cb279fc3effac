"""How a program reaches the cluster: its kubeconfig, and the provider made from it."""

from collections.abc import Sequence

import pulumi

from aksgpu.config.derived.subject import Subject
from aksgpu_pulumi.kubeconfig import kubelogin_kubeconfig, signed_in_by


def user_kubeconfig(
    subject: Subject, azure: pulumi.ProviderResource, after: Sequence[pulumi.Resource]
) -> pulumi.Output[str]:
    """The kubeconfig that AKS hands out to users, as a secret. Unknown while the cluster is still to be made.

    The cluster is asked for by its name, which is known, and after the resources that make it, so that a preview of a
    changing cluster still knows its kubeconfig.
    """
    from pulumi_azure_native.containerservice import list_managed_cluster_user_credentials_output as credentials

    answer = credentials(
        format="exec",  # without it AKS returns the auth provider that Kubernetes 1.26 removed
        resource_group_name=subject.facts.resource_group,
        resource_name=subject.facts.name,
        opts=pulumi.InvokeOutputOptions(provider=azure, depends_on=list(after)),
    )
    login, static_allowed = subject.stack.access.login, subject.facts.local_accounts
    return pulumi.Output.secret(
        answer.apply(lambda result: kubelogin_kubeconfig(result.kubeconfigs[0].value, login, static_allowed))
    )


def handed_over_kubeconfig(subject: Subject, exported: pulumi.Output[str]) -> pulumi.Output[str]:
    """The kubeconfig that the stack of the Azure half exports, with this stack's own way to sign in; a secret."""
    login, static_allowed = subject.stack.access.login, subject.facts.local_accounts
    return pulumi.Output.secret(exported.apply(lambda text: signed_in_by(text, login, static_allowed)))

"""Rules about signing in, and about where preview and up run."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

FACTS: Path = ("cluster", "existing", "facts")


def sign_in_needs_entra(subject: Subject) -> Iterator[Finding]:
    """The platform signs in with kubelogin, which is Entra ID's."""
    if not subject.facts.entra:
        yield error(
            (*FACTS, "entra"),
            "the platform signs in to the cluster with kubelogin, which needs Microsoft Entra ID on the cluster.",
            "Have the cluster's owner switch it on (`az aks update --enable-aad`), then write entra: true.",
        )


def local_accounts_stay_off(subject: Subject) -> Iterator[Finding]:
    """Static admin credentials go around Entra ID and its logs."""
    created = subject.stack.cluster.create
    if created is not None and created.local_accounts:
        yield warning(
            ("cluster", "create", "localAccounts"),
            "local accounts are an admin certificate that anybody with rights on the cluster resource can fetch. It "
            "does not expire with a person's account and no log says who used it. The platform itself never uses it.",
            "Leave localAccounts out.",
        )


def private_cluster_needs_a_runner_inside(subject: Subject) -> Iterator[Finding]:
    """A hosted runner cannot reach a private API server."""
    stack = subject.stack
    if subject.facts.private and stack.register_ != "azure" and stack.access.runner == "hosted":
        yield error(
            ("access", "runner"),
            "the cluster is private, and a hosted runner stands outside its network: preview and up could not reach "
            "the Kubernetes API and would fail for every object in the cluster.",
            "Run preview and up on a machine inside the virtual network (or one that is peered with it) and write "
            "access: {runner: insideNetwork}. Or write register: azure here, and register: inCluster in a second stack "
            "that runs inside.",
        )


def login_fits_the_runner(subject: Subject) -> Iterator[Finding]:
    """A hosted runner has no managed identity to sign in with."""
    access = subject.stack.access
    if access.login == "msi" and access.runner == "hosted" and subject.stack.register_ != "azure":
        yield warning(
            ("access", "login"),
            "login msi signs in as the managed identity of the machine that runs Pulumi, and a hosted runner has none.",
            "Write login: workloadidentity for a pipeline with federation, or runner: insideNetwork for a machine of "
            "your own.",
        )


def second_stack_knows_the_first(subject: Subject) -> Iterator[Finding]:
    """The in-cluster half takes the outputs of the Azure half; nothing else does."""
    stack = subject.stack
    if stack.register_ == "inCluster" and stack.azure_stack is None and subject.facts.ours:
        yield error(
            ("register",),
            "register is inCluster, so the cluster's id and identities come from the Pulumi stack that makes the "
            "cluster, and azureStack does not name it.",
            "Write azureStack: <organization>/<project>/<stack>, with the name of the stack that has register: azure.",
        )
    if stack.azure_stack is None:
        return
    if stack.register_ != "inCluster":
        yield error(
            ("azureStack",),
            f"register is {stack.register_}, so this stack makes the Azure half itself and takes nothing from another.",
            "Leave azureStack out, or write register: inCluster.",
        )
    elif len([part for part in stack.azure_stack.split("/") if part]) != 3 or stack.azure_stack.count("/") != 2:
        yield error(
            ("azureStack",),
            f"{stack.azure_stack!r} is not the full name of a Pulumi stack.",
            "Write <organization>/<project>/<stack>, as `pulumi stack ls` shows it.",
        )


RULES = (
    sign_in_needs_entra,
    local_accounts_stay_off,
    private_cluster_needs_a_runner_inside,
    login_fits_the_runner,
    second_stack_knows_the_first,
)

"""Network policies: none that allows everything, and a default deny in every team's namespace."""

from collections.abc import Iterator, Sequence
from typing import Any

from aksgpu_policies.allow_rules import cilium_rule, denies_metadata, kubernetes_rule, selects_all
from aksgpu_policies.kinds import CILIUM_NETWORK_POLICY, NAMESPACE, NETWORK_POLICY
from aksgpu_policies.places import namespace_of
from aksgpu_policies.reading import elements, fields, first_unknown, read, shown
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule, stack_rule
from aksgpu_policies.rules.namespaces import TEAM_LABEL
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

EXEMPT = frozenset({"kube-system"})
DIRECTIONS = {"ingress": "from", "egress": "to"}


@rule(
    "no-default-allow-network-policy",
    "No network policy opens a whole namespace to everything: policies add up, so one such policy undoes all others.",
    NETWORK_POLICY,
    CILIUM_NETWORK_POLICY,
    severity="high",
)
def no_default_allow_network_policy(policy: Resource) -> Iterator[Finding]:
    """Everything is any peer at any port: also all pods of all namespaces, and ports without a number."""
    namespace = namespace_of(policy)
    if not isinstance(namespace, Unknown) and namespace in EXEMPT:
        return
    cilium = policy.kind == CILIUM_NETWORK_POLICY
    where = "endpointSelector" if cilium else "podSelector"
    for path, spec in _specs(policy.inputs):
        everyone = selects_all(read(spec, where) or {})
        if everyone is False:
            continue
        for direction, peers in DIRECTIONS.items():
            metadata = denies_metadata(spec) if cilium and direction == "egress" else False
            for number, one in enumerate(elements(spec, direction)):
                allows = cilium_rule(one, peers, metadata) if cilium else kubernetes_rule(one, peers)
                if isinstance(allows, Unknown):
                    yield CouldNotJudge.at(f"{path}.{direction}[{number}]", allows)
                elif allows and (hidden := first_unknown(everyone, namespace)):
                    yield CouldNotJudge.at("metadata.namespace" if everyone is True else f"{path}.{where}", hidden)
                elif allows:
                    yield Violation(
                        f"This policy allows all {direction} of every pod in its namespace, which undoes the default "
                        "deny.",
                        "Name the peers or the ports that are needed, or select the pods that need this.",
                    )


def _specs(inputs: Any) -> Iterator[tuple[str, Any]]:
    """The spec, and those of the list that a Cilium policy may have in its place."""
    yield "spec", read(inputs, "spec")
    for number, spec in enumerate(elements(inputs, "specs")):
        yield f"specs[{number}]", spec


@stack_rule(
    "team-namespace-default-deny",
    "A team's namespace has a network policy that denies all traffic which no other policy allows: without one, every "
    "pod of the cluster reaches its pods.",
    NAMESPACE,
    NETWORK_POLICY,
    severity="high",
)
def team_namespace_default_deny(resources: Sequence[Resource]) -> Iterator[tuple[Resource, Finding]]:
    """A policy denies by default where it selects all pods; what else it allows is another rule's business."""
    policies = [one for one in resources if one.kind == NETWORK_POLICY]
    for namespace in resources:
        if namespace.kind != NAMESPACE or read(namespace.inputs, ("metadata", "labels", TEAM_LABEL)) is None:
            continue
        name = read(namespace.inputs, "metadata.name")
        for direction in DIRECTIONS:
            answers = [_isolates(policy, name, direction) for policy in policies]
            if True in answers:
                continue
            hidden = first_unknown(read(namespace.inputs, ("metadata", "labels", TEAM_LABEL)), name, *answers)
            if hidden is not None:
                yield namespace, CouldNotJudge.at(f"The default deny of {direction}", hidden)
                continue
            yield (
                namespace,
                Violation(
                    f"No network policy denies {direction} in {shown(name)} by default, so everything is allowed.",
                    f"Add a NetworkPolicy with podSelector: {{}} and policyTypes: [{direction.capitalize()}].",
                ),
            )


def _isolates(policy: Resource, namespace: Any, direction: str) -> bool | Unknown:
    """Whether a policy selects every pod of a namespace for a direction."""
    place, selector = namespace_of(policy), read(policy.inputs, "spec.podSelector")
    types = elements(policy.inputs, "spec.policyTypes")
    if (not isinstance(place, Unknown) and place != namespace) or any(
        fields(policy.inputs, "spec.podSelector").values()
    ):
        return False
    # Left out, the types are Ingress, and Egress where the policy has egress rules.
    implied = not types and (direction == "ingress" or bool(elements(policy.inputs, "spec.egress")))
    if direction.capitalize() in types or implied:
        return first_unknown(place, selector) or True
    return first_unknown(*types) or False

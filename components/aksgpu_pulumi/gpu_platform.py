"""The whole platform as one component."""

from collections.abc import Mapping
from typing import Any

import pulumi

from aksgpu.config.finding import Severity
from aksgpu.desired.entries import Part
from aksgpu.plan import Plan
from aksgpu_pulumi.outputs import ids, platform_outputs
from aksgpu_pulumi.registration import Registration


class GpuPlatform(pulumi.ComponentResource):
    """Registers a whole plan, or the half of it that its stack names in `register`: one component for each part.

    Inputs: the plan, and `secrets`, the stack's data as Pulumi decrypts it, which is needed only where the plan names a
    secret. The plan's entry keys are the Pulumi names, so one program holds one GpuPlatform.

    Outputs: `outputs` maps names to values: what the plan lists (cluster, queues, storage classes, resource names to
    request), `kubeconfig` as a secret, and for `register: azure` what the in-cluster stack takes (`forInCluster`).
    `resources` holds every registered resource by entry key, `parts` every component by part name.

    Errors: RunError with plain words, where an existing cluster is not what the stack declares, a secret is missing, or
    the kubeconfig cannot serve. In a preview these come as soon as the values are known.
    """

    outputs: Mapping[str, Any]
    resources: Mapping[str, pulumi.CustomResource]
    parts: Mapping[str, pulumi.ComponentResource]

    def __init__(
        self,
        name: str,
        plan: Plan,
        secrets: Mapping[str, Any] | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:GpuPlatform", name, {}, opts)
        self._say_warnings(plan)
        registration = Registration(self, plan, secrets or {})
        self.parts = registration.register(plan.parts, self._component)
        for part in plan.parts:
            if part.name in self.parts:
                self.parts[part.name].register_outputs({"ids": ids(registration, part)})
        self.resources = registration.resources
        self.outputs = platform_outputs(plan, registration)
        self.register_outputs(dict(self.outputs))

    def _component(self, part: Part) -> pulumi.ComponentResource:
        below = pulumi.ResourceOptions(parent=self)
        return pulumi.ComponentResource(f"aksgpu:index:{part.component}", part.name, {}, below)

    def _say_warnings(self, plan: Plan) -> None:
        for finding in plan.findings:
            if finding.severity is Severity.WARNING:
                pulumi.log.warn(f"{finding.dotted}: {finding.message} {finding.remedy}", self)

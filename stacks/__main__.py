"""The program behind `pulumi up`: the platform that the selected stack's file describes."""

from datetime import date

import pulumi

from aksgpu_pulumi import GpuPlatform, checked_plan, stack_settings

settings = stack_settings()
platform = GpuPlatform("aksgpu", checked_plan(settings, date.today()), secrets=settings)
for name, value in platform.outputs.items():
    pulumi.export(name, value)

"""The program behind `pulumi up`: the platform that the selected stack's file describes."""

import gc
from datetime import date

import pulumi

from aksgpu_pulumi import GpuPlatform, checked_plan, stack_settings

# The SDK keeps a task for every output, and looking through all of them for garbage, again and again, took half of the
# time of a large registration (`make bench`).
gc.set_threshold(200_000, 20, 100)

settings = stack_settings()
platform = GpuPlatform("aksgpu", checked_plan(settings, date.today()), secrets=settings)
for name, value in platform.outputs.items():
    pulumi.export(name, value)

"""The program behind `pulumi up`: the platform that the selected stack's file describes."""

import atexit
import gc
from datetime import date

import pulumi

from aksgpu_pulumi import GpuPlatform, checked_plan, stack_settings

# The SDK keeps a task for every output, and looking through all of them for garbage, again and again, took half of the
# time of a large registration (`make bench`). Doing so once more at the end, when nothing is needed any longer, took a
# quarter of what was left, and the engine waits for the program to end.
gc.set_threshold(200_000, 20, 100)
atexit.register(gc.freeze)

settings = stack_settings()
platform = GpuPlatform("aksgpu", checked_plan(settings, date.today()), secrets=settings)
for name, value in platform.outputs.items():
    pulumi.export(name, value)

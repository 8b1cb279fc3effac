"""`make bench`: how long we take, beside the bare way of doing the same. Prints figures; judges nothing."""

import os
import platform

from on_the_engine import on_the_engine
from planning import planning
from registration import registration
from start_up import start_up


def main() -> None:
    """Run every measurement, one after the other, on an otherwise idle machine."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start\n")
    for measure in (start_up, planning, registration, on_the_engine):
        for line in measure():
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()

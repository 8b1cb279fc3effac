"""Starts the simulated provider: `python -m aksgpu_rehearsal.simulated_azure [--cloud FILE] ENGINE_ADDRESS`.

The engine starts plugins with its own address only, so the cloud file may also stand in AKSGPU_SIMULATED_CLOUD.
Settings (subscription, time scale, kubeconfig) and planted faults stand in the cloud file itself, see cloud.py.
"""

import argparse
import atexit
import contextlib
import gc
import os
from pathlib import Path

from aksgpu_rehearsal.simulated_azure.cloud import Cloud
from aksgpu_rehearsal.simulated_azure.provider import SimulatedAzure
from aksgpu_rehearsal.simulated_azure.service import serve

CLOUD_VARIABLE = "AKSGPU_SIMULATED_CLOUD"


def main() -> None:
    """Read the arguments and serve. Exits with 2 where no cloud file is named."""
    parser = argparse.ArgumentParser(prog="python -m aksgpu_rehearsal.simulated_azure", description=__doc__)
    parser.add_argument("engine", nargs="?", default="", help="address of the engine; it is not called")
    parser.add_argument("--cloud", default=os.environ.get(CLOUD_VARIABLE), help=f"the cloud file ({CLOUD_VARIABLE})")
    known, _ = parser.parse_known_args()
    if not known.cloud:
        parser.error(f"no cloud file: give --cloud FILE, or set {CLOUD_VARIABLE}")
    # The engine waits for this process to end, which else takes half a second of looking for garbage.
    atexit.register(gc.freeze)
    with contextlib.suppress(KeyboardInterrupt):
        serve(SimulatedAzure(Cloud(Path(known.cloud))), known.engine)


if __name__ == "__main__":
    main()

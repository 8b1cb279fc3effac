"""Brings the third-party programs of the engine tests: `python tools/make_tools.py --help`."""

import signal
import sys

from aksgpu_tools.command import main

if __name__ == "__main__":
    # A run that is told to end tells its Go, too, and leaves nothing half made.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())

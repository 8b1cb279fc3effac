"""Says in plain words when this Python is too old. Written so that an old Python can read it."""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "This is Python {0}.{1} ({2}). aksgpu needs 3.11 or newer.\n"
        "If you have one under another name, say so: make setup PYTHON=python3.12".format(
            sys.version_info[0], sys.version_info[1], sys.executable
        )
    )

"""`python -m aksgpu.cli.trace ...`: the same program, with the traceback of a fault, for a bug report."""

from aksgpu.cli.app import app

if __name__ == "__main__":
    app()

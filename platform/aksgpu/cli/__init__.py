"""The command line: check, plan, render, query and schema."""

from aksgpu.cli.app import main

__all__ = ["main"]

"""Brings the third-party programs of the engine tests: finds them, or builds them from pinned Go modules."""

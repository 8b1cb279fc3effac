"""Azure entries of stacks that between them use every Azure type and key that the platform has."""

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import yaml

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.stack import StackConfig

sys.path.insert(0, str(Path(__file__).parent))

from arm_stacks import BORROWED, EVERYTHING, ISOLATED, Entries, azure_entries

STACKS = Path(__file__).parents[2] / "stacks"
TODAY = date(2026, 12, 1)


@pytest.fixture(scope="session")
def entries_of_stacks(subject: Callable[..., Subject], existing_subject: Callable[..., Subject]) -> Entries:
    """Subscription and Azure entries by the name of a stack."""
    subjects = {
        "smallest": subject(),
        "everything": subject(EVERYTHING),
        "isolated": subject(ISOLATED),
        "borrowed": existing_subject(BORROWED),
    }
    for file in sorted(STACKS.glob("Pulumi.*.yaml")):
        data = yaml.safe_load(file.read_text())["config"]["aksgpu:stack"]
        subjects[file.stem] = Subject(StackConfig.model_validate(data), TODAY)
    return {name: (one.stack.subscription_id, azure_entries(one)) for name, one in subjects.items()}

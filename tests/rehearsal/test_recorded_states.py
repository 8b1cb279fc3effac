"""Recorded states name their version, are small, and hold no secret in plain text and no folder of a machine."""

import gzip
import json
import re
from pathlib import Path

import pytest
import yaml
from engine.cluster_secrets import PASSWORD
from engine.past_states import STACK_FILE, STATE, STATES, present_version
from engine.registered import SECRET, in_state
from engine.secret_scan import leaks

FOLDERS = sorted(folder for folder in STATES.iterdir() if folder.is_dir())
MOST_BYTES = 100_000
PLACE = re.compile(r"/(home|root|tmp|work|usr|Users|builds)/")


def test_the_present_version_has_one() -> None:
    assert present_version() in {folder.name for folder in FOLDERS}
    listed = re.findall(r"^\| `(\d[^`]*)` \|", (STATES / "README.md").read_text(), re.M)
    assert listed == [folder.name for folder in FOLDERS]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_state_holds_no_secret_and_no_folder_of_a_machine(folder: Path, tmp_path: Path) -> None:
    assert (folder / STATE).stat().st_size < MOST_BYTES
    text = gzip.decompress((folder / STATE).read_bytes()).decode()
    (tmp_path / "state.json").write_text(text)
    assert "plaintext" not in text
    assert leaks({"the password": PASSWORD.encode()}, [tmp_path / "state.json", folder / STACK_FILE]) == []
    assert "BEGIN" not in text
    assert "certificate-authority-data" not in text
    assert PLACE.search(text) is None
    assert PLACE.search((folder / STACK_FILE).read_text()) is None


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_state_is_a_platform_that_is_up(folder: Path) -> None:
    registered = {one.name: one for one in in_state(json.loads(gzip.decompress((folder / STATE).read_bytes())))}
    assert registered["secret-gpu-operator-aksgpu-nvidia-registry"].inputs["data"] == SECRET
    assert registered["kubernetes"].inputs["kubeconfig"] == SECRET
    assert registered["cluster"].protect
    config = yaml.safe_load((folder / STACK_FILE).read_text())["config"]["aksgpu:stack"]
    assert list(config["gpuSoftware"]["registry"]["password"]) == ["secure"]

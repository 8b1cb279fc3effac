"""Every Kubernetes object of every shipped stack's plan is one that a strict API server takes."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.config.reading.load import load_stack
from aksgpu.desired.entries import KubernetesObject, Manifest
from aksgpu.desired.markers import Joined, Marker, resolve
from aksgpu.plan import Plan, plan

ROOT = Path(__file__).parents[1]
STACKS = sorted(file.name.split(".")[1] for file in (ROOT / "stacks").glob("Pulumi.*.yaml"))
TODAY = date(2026, 12, 1)


@pytest.fixture(scope="module", params=STACKS)
def planned(request: pytest.FixtureRequest) -> Plan:
    loaded = load_stack(f"stacks/Pulumi.{request.param}.yaml", TODAY, ROOT)
    assert loaded.checked.stack is not None, loaded.checked.findings
    return plan(loaded.checked.stack, TODAY)


def registered(marker: Marker) -> Any:
    """What a marker may become at registration: a text, here one that is valid as base64 as well."""
    return (
        "".join(part if isinstance(part, str) else "e30=" for part in marker.parts)
        if isinstance(marker, Joined)
        else "e30="
    )


def manifests(of: Plan) -> list[Manifest]:
    return [resolve(entry.manifest, registered) for entry in of.entries.values() if isinstance(entry, KubernetesObject)]


def test_every_object_has_the_shape_that_its_api_demands(planned: Plan) -> None:
    found = manifests(planned)
    assert {"Namespace", "ClusterQueue", "LocalQueue", "ResourceFlavor", "NetworkPolicy"} <= {m["kind"] for m in found}
    refused = {f"{m['kind']} {m['metadata'].get('name')}": reasons for m in found if (reasons := validate(m))}
    assert refused == {}


def test_no_two_objects_are_the_same_to_the_api_server(planned: Plan) -> None:
    names = [
        (m["apiVersion"].partition("/")[0], m["kind"], m["metadata"].get("namespace"), m["metadata"]["name"])
        for m in manifests(planned)
    ]
    assert sorted(set(names), key=str) == sorted(names, key=str)

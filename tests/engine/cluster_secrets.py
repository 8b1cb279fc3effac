"""The secrets of a rehearsal, wherever they come from: what its stack, its state and its logs must not show."""

import base64
import json
from pathlib import Path

import yaml

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kubeconfig import client_files
from aksgpu_rehearsal.rehearsal import Rehearsal

PASSWORD = "not-to-be-seen-9f27c1d4"
"""Of the registry, in the stack that has one."""

OF_HELM = "helm.sh/release.v1"
"""Helm's own record of a release: what the plan says of it, packed."""


def set_password(rehearsal: Rehearsal) -> None:
    """Give the stack a login for a private registry, as the README says."""
    path = "aksgpu:stack.gpuSoftware.registry.password"
    rehearsal.engine.must("config", "set", "--secret", "--path", path, PASSWORD)


def secrets_of(rehearsal: Rehearsal) -> dict[str, bytes]:
    """All that there is once the stack is up, by what it is."""
    files = client_files(rehearsal.admin)
    found = {
        "the registry password": PASSWORD.encode(),
        "the authority's certificate": files.authority.read_bytes(),
        "the authority's key": files.authority.with_suffix(".key").read_bytes(),
        "the client's certificate": files.certificate.read_bytes(),
        "the client's key": files.key.read_bytes(),
        "the credential of the login": _key_of(rehearsal.work / "credential.json"),
        "the kubeconfig": _authority_in(rehearsal.work / "aks-kubeconfig"),
    }
    for file in rehearsal.work.glob("roots-*/*/var/run/secrets/kubernetes.io/serviceaccount/token"):
        found[f"the token of {file.relative_to(rehearsal.work).parts[1]}"] = file.read_bytes()
    return found | _in_cluster(rehearsal.api)


def _key_of(credential: Path) -> bytes:
    return json.loads(credential.read_text())["status"]["clientKeyData"].encode()


def _authority_in(kubeconfig: Path) -> bytes:
    return yaml.safe_load(kubeconfig.read_text())["clusters"][0]["cluster"]["certificate-authority-data"].encode()


def _in_cluster(api: Api) -> dict[str, bytes]:
    return {
        f"{name} of Secret {secret['metadata']['name']}": base64.b64decode(value)
        for secret in api.items("/api/v1/secrets")
        if secret["type"] != OF_HELM
        for name, value in secret.get("data", {}).items()
        if name != "namespace"
    }

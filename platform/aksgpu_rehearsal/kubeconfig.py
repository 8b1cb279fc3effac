"""Kubeconfigs: the administrator's of the control plane, and the one that AKS would hand out for it."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import yaml

from aksgpu.desired.yaml_text import yaml_text

EXEC_API = "client.authentication.k8s.io/v1beta1"


def write_credential(admin: Path, file: Path) -> None:
    """What a login helper would answer, as the administrator."""
    user = yaml.safe_load(admin.read_text())["users"][0]["user"]
    status = {
        "clientCertificateData": _content(user, "client-certificate"),
        "clientKeyData": _content(user, "client-key"),
    }
    file.touch(0o600)
    file.write_text(json.dumps({"apiVersion": EXEC_API, "kind": "ExecCredential", "status": status}))


def write_aks_kubeconfig(admin: Path, file: Path, server: str | None = None) -> None:
    """The same cluster in the shape of AKS with Entra: no secret in it, and a login by kubelogin's device code.

    `server` is an address that leads to the API server; left out, it is the API server's own.
    """
    config = yaml.safe_load(admin.read_text())
    cluster = config["clusters"][0]["cluster"]
    authority = _content(cluster, "certificate-authority")
    config["clusters"][0]["cluster"] = {
        "server": server or cluster["server"],
        "certificate-authority-data": base64.b64encode(authority.encode()).decode(),
    }
    config["users"][0]["user"] = {
        "exec": {
            "apiVersion": EXEC_API,
            "command": "kubelogin",
            "args": ["get-token", "--login", "devicecode", "--environment", "AzurePublicCloud"],
            "provideClusterInfo": False,
        }
    }
    file.write_text(yaml_text(config))


def address_and_authority(admin: Path) -> tuple[str, int, str]:
    """Host, port and certificate authority (PEM) of the API server."""
    cluster = yaml.safe_load(admin.read_text())["clusters"][0]["cluster"]
    address = urlparse(str(cluster["server"]))
    return str(address.hostname), int(address.port or 443), _content(cluster, "certificate-authority")


@dataclass(frozen=True, slots=True)
class ClientFiles:
    """Where the API server is, and the files (PEM) by which the administrator and it know each other."""

    host: str
    port: int
    authority: Path
    certificate: Path
    key: Path


def client_files(admin: Path) -> ClientFiles:
    """The files that the administrator's kubeconfig names, as kwokctl writes it. Raises KeyError for any other."""
    config = yaml.safe_load(admin.read_text())
    user = config["users"][0]["user"]
    host, port, _ = address_and_authority(admin)
    authority = Path(config["clusters"][0]["cluster"]["certificate-authority"])
    return ClientFiles(host, port, authority, Path(user["client-certificate"]), Path(user["client-key"]))


def _content(entry: dict[str, Any], name: str) -> str:
    inline = entry.get(f"{name}-data")
    return base64.b64decode(inline).decode() if inline else Path(entry[name]).read_text()

"""Runs a controller as its pod would: its service account, its image's folders, and nothing else of the machine."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kubeconfig import address_and_authority

IDENTITY = "var/run/secrets/kubernetes.io/serviceaccount"
HOURS_OF_TOKEN = 12


class PodRoot:
    """The root folder of one controller. It sees only the rights that its chart gave its service account."""

    def __init__(self, folder: Path, program: Path, api: Api, admin: Path, namespace: str, account: str) -> None:
        self.folder = folder
        self._program = program.name
        host, port, authority = address_and_authority(admin)
        self._environment = {"KUBERNETES_SERVICE_HOST": host, "KUBERNETES_SERVICE_PORT": str(port)}
        (folder / "tmp").mkdir(parents=True)
        try:
            os.link(program, folder / program.name)
        except OSError:  # the cache is on another disk
            shutil.copy(program, folder / program.name)
        answer = api.create(
            f"/api/v1/namespaces/{namespace}/serviceaccounts/{account}/token",
            {
                "apiVersion": "authentication.k8s.io/v1",
                "kind": "TokenRequest",
                "spec": {"expirationSeconds": HOURS_OF_TOKEN * 3600},
            },
        )
        for name, content in {"token": answer["status"]["token"], "namespace": namespace, "ca.crt": authority}.items():
            self.write(f"{IDENTITY}/{name}", content.encode())

    def write(self, path: str, content: bytes) -> None:
        """Put a file at this path below the root."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def read(self, path: str) -> bytes:
        """What the file at this path below the root holds."""
        return (self.folder / path).read_bytes()

    def folder_at(self, path: str, source: Path | None = None) -> None:
        """An empty folder at this path below the root, or a copy of `source`."""
        if source:
            shutil.copytree(source, self.folder / path, dirs_exist_ok=True)
        else:
            (self.folder / path).mkdir(parents=True)

    def command(self, arguments: Sequence[str]) -> list[str]:
        """The command that runs the program in this root. Needs root, or user namespaces."""
        become = [] if os.geteuid() == 0 else ["--map-root-user"]
        unshare = shutil.which("unshare") or "unshare"  # a pod's PATH does not hold it
        return [unshare, *become, f"--root={self.folder}", "--wd=/", f"/{self._program}", *arguments]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """What a pod finds in its environment, with what its chart sets."""
        return {"PATH": "/", "HOME": "/tmp", **self._environment, **more}

"""Programs that the engine finds on PATH in place of what this machine has not: small scripts in one folder."""

import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

CLOUD_VARIABLE = "AKSGPU_SIMULATED_CLOUD"
SIMULATED_AZURE: Sequence[str] = (sys.executable, "-m", "aksgpu_rehearsal.simulated_azure")


def write_stand_ins(
    folder: Path, cloud: Path, subscription: str, aks_kubeconfig: Path | None = None, credential: Path | None = None
) -> None:
    """Write the scripts. `cloud` is the file that the simulated Azure keeps everything in.

    Without a kubeconfig the simulated Azure has none to hand out. `credential` is what kubelogin answers with.
    """
    settings = {"kubeconfig": str(aks_kubeconfig) if aks_kubeconfig else None, "subscriptionId": subscription}
    cloud.write_text(json.dumps({"settings": settings, "resources": {}}))
    if shutil.which("pulumi-language-python") is None:
        _script(folder / "pulumi-language-python", [sys.executable, "-m", "aksgpu_rehearsal.language_host"])
    # The engine passes its own arguments to a provider, so the file is told in the environment.
    told = ["env", f"{CLOUD_VARIABLE}={cloud}"]
    _script(folder / "pulumi-resource-azure-native", [*told, *SIMULATED_AZURE])
    if credential:
        (folder / "kubelogin").write_text(f"#!/bin/sh\nexec cat {shlex.quote(str(credential))}\n")
        (folder / "kubelogin").chmod(0o755)


def _script(file: Path, command: Sequence[str]) -> None:
    file.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    file.chmod(0o755)

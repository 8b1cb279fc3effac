"""Kueue's real manager, with the configuration that its chart made, on the addresses of its Services."""

import base64
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import yaml
from urllib3.exceptions import HTTPError

from aksgpu.desired.yaml_text import yaml_text
from aksgpu_rehearsal.api import Api, Json, Refused
from aksgpu_rehearsal.controllers import Site
from aksgpu_rehearsal.forward import free_port
from aksgpu_rehearsal.pod_root import PodRoot
from aksgpu_rehearsal.stages import ANSWERS

NAMESPACE = "kueue-system"
IN_NAMESPACE = f"/api/v1/namespaces/{NAMESPACE}"
CONFIG_MAP = f"{IN_NAMESPACE}/configmaps/kueue-manager-config"
WEBHOOKS = tuple(
    f"/apis/admissionregistration.k8s.io/v1/{kind}webhookconfigurations/kueue-{kind}-webhook-configuration"
    for kind in ("mutating", "validating")
)
FLAVORS = "/apis/kueue.x-k8s.io/v1beta2/resourceflavors"
VISIBILITY = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta2.visibility.kueue.x-k8s.io"
PROBE = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "rehearsal-probe"}}

CONFIGURATION = "kueue.yaml"
CERTIFICATES = "certificates"
VISIBILITY_PORT = 8082
SECONDS_BETWEEN_LOOKS = 0.5


def run_kueue(site: Site) -> None:
    """Run the manager from when its chart is there, and let its pods be ready when its webhooks answer."""
    config_map = site.wait_for(CONFIG_MAP)
    webhook = site.wait_for(f"{IN_NAMESPACE}/services/kueue-webhook-service")
    # Without it no namespace could be deleted: the API server could not discover the aggregated API.
    visibility = site.wait_for(f"{IN_NAMESPACE}/services/kueue-visibility-server")
    site.wait_for(f"{IN_NAMESPACE}/serviceaccounts/kueue-controller-manager")
    port, health, metrics = free_port(), free_port(), free_port()
    configuration = partial(_configuration, port=port, health=health, metrics=metrics)
    pod = site.pod("kueue", NAMESPACE, "kueue-controller-manager")
    pod.write(CONFIGURATION, configuration(config_map))
    pod.folder_at(CERTIFICATES)
    pod.folder_at("visibility")
    site.start("kueue", pod, [f"--config=/{CONFIGURATION}"], {})
    site.forwards.open(webhook["spec"]["clusterIP"], 443, port)
    site.forwards.open(visibility["spec"]["clusterIP"], 443, VISIBILITY_PORT)

    def certificate() -> dict[str, str] | None:
        secret = site.api.get(f"{IN_NAMESPACE}/secrets/kueue-webhook-server-cert") or {}
        return secret.get("data") if secret.get("data", {}).get("tls.crt") else None

    # A pod has the Secret mounted.
    for name, content in site.until("Kueue's certificate", certificate).items():
        pod.write(f"{CERTIFICATES}/{name}", base64.b64decode(content))
    for path in WEBHOOKS:  # Helm makes these last
        site.wait_for(path)
    site.until("Kueue's webhooks", lambda: answers(site.api))
    while True:
        with contextlib.suppress(HTTPError, Refused):  # the API server is away, or the pod is
            _take_in_new_pods(site, pod, configuration)
        if site.stop.wait(SECONDS_BETWEEN_LOOKS):
            return


def _configuration(config_map: Json, port: int, health: int, metrics: int) -> bytes:
    """The file that the chart made, with ports of this machine and without a second manager to agree with."""
    config: dict[str, Any] = yaml.safe_load(next(iter(config_map["data"].values())))
    config["namespace"] = NAMESPACE
    config["webhook"] = {**config.get("webhook", {}), "host": "127.0.0.1", "port": port, "certDir": f"/{CERTIFICATES}"}
    config["health"] = {**config.get("health", {}), "healthProbeBindAddress": f"127.0.0.1:{health}"}
    config["metrics"] = {**config.get("metrics", {}), "bindAddress": f"127.0.0.1:{metrics}"}
    config["leaderElection"] = {"leaderElect": False}
    return yaml_text(config).encode()


def _take_in_new_pods(site: Site, pod: PodRoot, configuration: Callable[[Json], bytes]) -> None:
    """New pods, of a changed chart or after a lost node, run with the file of now and are ready when they answer."""
    pods = [item["metadata"] for item in site.api.items(f"{IN_NAMESPACE}/pods")]
    waiting = [item["name"] for item in pods if ANSWERS not in item.get("annotations", {})]
    config_map = site.api.get(CONFIG_MAP)
    if not (waiting and config_map and site.processes.runs("kueue")):
        return
    if pod.read(CONFIGURATION) != (now := configuration(config_map)):
        site.processes.stop("kueue")
        pod.write(CONFIGURATION, now)
        site.processes.again("kueue")
    if answers(site.api):
        for name in waiting:
            site.api.merge(f"{IN_NAMESPACE}/pods/{name}", {"metadata": {"annotations": {ANSWERS: "true"}}})


def is_installed(api: Api) -> bool:
    """Whether Kueue's chart is there, its webhooks with it."""
    return all(api.get(path) is not None for path in WEBHOOKS)


def answers(api: Api) -> bool:
    """Whether Kueue's webhooks answer.

    Neither an open port nor /readyz tells: both answer while Kueue makes its first certificate, before it starts its
    webhooks anew.
    """
    return api.would_create(FLAVORS, PROBE)


def is_visible(api: Api) -> bool:
    """Whether the API server has found Kueue's visibility API. While it has not, no namespace can be deleted."""
    conditions = (api.get(VISIBILITY) or {}).get("status", {}).get("conditions", [])
    return any(item["type"] == "Available" and item["status"] == "True" for item in conditions)

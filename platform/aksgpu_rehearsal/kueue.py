"""Kueue's real manager, with the configuration that its chart made, on the addresses of its Services."""

import base64
from typing import Any

import yaml

from aksgpu.desired.yaml_text import yaml_text
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.controllers import Site
from aksgpu_rehearsal.forward import free_port
from aksgpu_rehearsal.stages import ANSWERS

NAMESPACE = "kueue-system"
IN_NAMESPACE = f"/api/v1/namespaces/{NAMESPACE}"
CONFIGURATIONS = tuple(
    f"/apis/admissionregistration.k8s.io/v1/{kind}webhookconfigurations/kueue-{kind}-webhook-configuration"
    for kind in ("mutating", "validating")
)
FLAVORS = "/apis/kueue.x-k8s.io/v1beta2/resourceflavors"
PROBE = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "rehearsal-probe"}}

CERTIFICATES = "certificates"
VISIBILITY_PORT = 8082


def run_kueue(site: Site) -> None:
    """Run the manager once its chart is there, and let its pod be ready once its webhooks answer."""
    config_map = site.wait_for(f"{IN_NAMESPACE}/configmaps/kueue-manager-config")
    webhook = site.wait_for(f"{IN_NAMESPACE}/services/kueue-webhook-service")
    # Without it no namespace could be deleted: the API server could not discover the aggregated API.
    visibility = site.wait_for(f"{IN_NAMESPACE}/services/kueue-visibility-server")
    site.wait_for(f"{IN_NAMESPACE}/serviceaccounts/kueue-controller-manager")
    config: dict[str, Any] = yaml.safe_load(next(iter(config_map["data"].values())))
    port = free_port()
    config["namespace"] = NAMESPACE
    config["webhook"] = {**config.get("webhook", {}), "host": "127.0.0.1", "port": port, "certDir": f"/{CERTIFICATES}"}
    config["health"] = {**config.get("health", {}), "healthProbeBindAddress": f"127.0.0.1:{free_port()}"}
    config["metrics"] = {**config.get("metrics", {}), "bindAddress": f"127.0.0.1:{free_port()}"}
    config["leaderElection"] = {"leaderElect": False}
    pod = site.pod("kueue", NAMESPACE, "kueue-controller-manager")
    pod.write("kueue.yaml", yaml_text(config).encode())
    pod.folder_at(CERTIFICATES)
    pod.folder_at("visibility")
    site.start("kueue", pod, ["--config=/kueue.yaml"], {})
    site.forwards.open(webhook["spec"]["clusterIP"], 443, port)
    site.forwards.open(visibility["spec"]["clusterIP"], 443, VISIBILITY_PORT)

    def certificate() -> dict[str, str] | None:
        secret = site.api.get(f"{IN_NAMESPACE}/secrets/kueue-webhook-server-cert") or {}
        return secret.get("data") if secret.get("data", {}).get("tls.crt") else None

    # A pod has the Secret mounted.
    for name, content in site.until("Kueue's certificate", certificate).items():
        pod.write(f"{CERTIFICATES}/{name}", base64.b64decode(content))
    for path in CONFIGURATIONS:  # Helm makes these last
        site.wait_for(path)
    site.until("Kueue's webhooks", lambda: answers(site.api))

    def ready() -> bool:
        pods = site.api.items(f"{IN_NAMESPACE}/pods")
        for item in pods:
            path = f"{IN_NAMESPACE}/pods/{item['metadata']['name']}"
            site.api.merge(path, {"metadata": {"annotations": {ANSWERS: "true"}}})
        return bool(pods)

    site.until("Kueue's pod", ready)


def is_installed(api: Api) -> bool:
    """Whether Kueue's chart is there, its webhooks with it."""
    return all(api.get(path) is not None for path in CONFIGURATIONS)


def answers(api: Api) -> bool:
    """Whether Kueue's webhooks answer.

    Neither an open port nor /readyz tells: both answer while Kueue makes its first certificate, before it starts its
    webhooks anew.
    """
    return api.would_create(FLAVORS, PROBE)

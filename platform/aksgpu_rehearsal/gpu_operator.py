"""The GPU Operator's real controller. It decides from the nodes' labels what runs where, and says when all is ready."""

from aksgpu_rehearsal.controllers import Site
from aksgpu_rehearsal.forward import free_port

POLICY = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy"
OS_RELEASE = b'ID=ubuntu\nVERSION_ID="22.04"\n'


def run_gpu_operator(site: Site, namespace: str) -> None:
    """Run the controller once its chart is there."""
    site.wait_for(POLICY)
    deployment = site.wait_for(f"/apis/apps/v1/namespaces/{namespace}/deployments/gpu-operator")
    spec = deployment["spec"]["template"]["spec"]
    pod = site.pod("gpu-operator", namespace, spec["serviceAccountName"])
    pod.write("host-etc/os-release", OS_RELEASE)
    pod.folder_at("opt/gpu-operator", site.tools.folder / "gpu-operator" / "assets")
    pod.folder_at("opt/gpu-operator/manifests", site.tools.folder / "gpu-operator" / "manifests")
    chart = {item["name"]: item["value"] for item in spec["containers"][0].get("env", []) if "value" in item}
    addresses = [f"--{name}-bind-address=127.0.0.1:{free_port()}" for name in ("metrics", "health-probe")]
    site.start("gpu-operator", pod, addresses, {**chart, "OPERATOR_NAMESPACE": namespace})

"""Cases of the policy rules over Kubernetes objects and Helm releases."""

from typing import Any

from policy_cases import GONE, LATER, Case, bad, changed, good, hidden

from aksgpu_policies.resource import Resource


def an_object(token: str, base: dict[str, Any], changes: dict[str, Any]) -> Resource:
    """An object with changes at dotted paths."""
    return Resource(f"kubernetes:{token}", "an-object", changed(base, changes))


def queue(**changes: Any) -> Resource:
    """A ClusterQueue that keeps every rule; changes are below `spec`, `__` for a dot."""
    quotas = [{"name": "cpu", "nominalQuota": "8"}, {"name": "nvidia.com/gpu", "nominalQuota": 0}]
    group = {"coveredResources": ["cpu", "nvidia.com/gpu"], "flavors": [{"name": "train", "resources": quotas}]}
    selector = {"matchLabels": {"kubernetes.io/metadata.name": "vision"}}
    base = {"spec": {"namespaceSelector": selector, "resourceGroups": [group]}}
    dotted = {f"spec.{key.replace('__', '.')}": value for key, value in changes.items()}
    return an_object("kueue.x-k8s.io/v1beta2:ClusterQueue", base, dotted)


def gpus(quota: Any, name: str = "nvidia.com/gpu") -> Resource:
    """A ClusterQueue with a quota of GPUs."""
    quotas = {f"{FLAVOR}__resources__1": {"name": name, "nominalQuota": quota}}
    return queue(**quotas, resourceGroups__0__coveredResources=["cpu", name])


def policy(namespace: Any = "vision", cilium: bool = False, **spec: Any) -> Resource:
    """A network policy that selects every pod of a namespace."""
    selector = "endpointSelector" if cilium else "podSelector"
    base = {"metadata": {"name": "p", "namespace": namespace}, "spec": {selector: {}, **spec}}
    token = "cilium.io/v2:CiliumNetworkPolicy" if cilium else "networking.k8s.io/v1:NetworkPolicy"
    return an_object(token, base, {})


def namespace(labels: Any, name: str = "vision") -> Resource:
    """A namespace."""
    return an_object("core/v1:Namespace", {"metadata": {"name": name, "labels": labels}}, {})


def deployment(place: Any = "vision", **changes: Any) -> Resource:
    """A Deployment whose pods keep every rule; changes are below the pod's spec."""
    container = {"name": "main", "image": "registry.example/team/app:1.2.3"}
    base = {"metadata": {"namespace": place}, "spec": {"template": {"spec": {"containers": [container]}}}}
    dotted = {f"spec.template.spec.{key.replace('__', '.')}": value for key, value in changes.items()}
    return an_object("apps/v1:Deployment", base, dotted)


def cron_job(image: str) -> Resource:
    """A CronJob with one image."""
    pod = {"spec": {"containers": [], "initContainers": [{"name": "first", "image": image}]}}
    return an_object("batch/v1:CronJob", {"spec": {"jobTemplate": {"spec": {"template": pod}}}}, {})


def release(**changes: Any) -> Resource:
    """A Helm release that keeps every rule."""
    values = {"manager": {"image": {"repository": "registry.example/kueue", "tag": "v0.19.2"}}}
    base = {"chart": "kueue", "version": "0.19.2", "values": values}
    return an_object("helm.sh/v3:Release", base, {key.replace("__", "."): value for key, value in changes.items()})


def storage_class(name: Any, policy: Any, **metadata: Any) -> Resource:
    """A StorageClass."""
    base = {"metadata": {"name": name, **metadata}, "reclaimPolicy": policy}
    return an_object("storage.k8s.io/v1:StorageClass", base, {})


def volume(policy: Any) -> Resource:
    """A PersistentVolume."""
    return an_object("core/v1:PersistentVolume", {"spec": {"persistentVolumeReclaimPolicy": policy}}, {})


def priority(**changes: Any) -> Resource:
    """A PriorityClass that keeps every rule."""
    base = {"metadata": {"name": "training"}, "value": 10000.0, "globalDefault": False}
    return an_object("scheduling.k8s.io/v1:PriorityClass", base, {k.replace("__", "."): v for k, v in changes.items()})


def config_map(data: Any) -> Resource:
    """A ConfigMap."""
    return an_object("core/v1:ConfigMap", {"metadata": {"name": "c", "namespace": "vision"}, "data": data}, {})


FLAVOR = "resourceGroups__0__flavors__0"
CONTAINER = "containers__0"
ANYWHERE = {"ipBlock": {"cidr": "0.0.0.0/0"}}
INTERNET = {"ipBlock": {"cidr": "0.0.0.0/0", "except": ["10.0.0.0/8"]}}
TEAM = {"aksgpu/team": "vision", "pod-security.kubernetes.io/enforce": "baseline"}
CHECKPOINTS = "aksgpu/checkpoints"
BOTH = ["Ingress", "Egress"]
DENIED = policy("speech", policyTypes=BOTH)

CASES: tuple[Case, ...] = (
    good("cluster-queue-bounded", queue()),
    bad("cluster-queue-bounded", "covers no resources", queue(resourceGroups=GONE)),
    bad("cluster-queue-bounded", "has no flavor", queue(resourceGroups__0__flavors=[])),
    bad(
        "cluster-queue-bounded",
        "train has no nominal quota for nvidia.com/gpu",
        queue(**{f"{FLAVOR}__resources__1": {}}),
    ),
    bad("cluster-queue-bounded", "quota for cpu", queue(**{f"{FLAVOR}__resources__0": {"name": "cpu"}})),
    good("cluster-queue-bounded", gpus("80k"), gpus("80000"), gpus(80000.0), gpus("not a quantity")),
    good("cluster-queue-bounded", queue(**{f"{FLAVOR}__resources__0__nominalQuota": "9999999"})),
    good("cluster-queue-bounded", gpus("560k", "nvidia.com/mig-1g.10gb")),
    bad(
        "cluster-queue-bounded", "999999999 for nvidia.com/gpu, and no cluster has more than 80,000", gpus("999999999")
    ),
    bad("cluster-queue-bounded", "quota of 1M for", gpus("1M")),
    bad("cluster-queue-bounded", "more than 560,000", gpus("561k", "nvidia.com/mig-1g.10gb")),
    hidden("cluster-queue-bounded", "resourceGroups[0] could", queue(resourceGroups=LATER)),
    hidden("cluster-queue-bounded", "flavors[0].resources", queue(**{f"{FLAVOR}__resources__1__nominalQuota": LATER})),
    hidden("cluster-queue-bounded", "flavors[0].resources", queue(**{f"{FLAVOR}__resources": LATER})),
    good("cluster-queue-selects-namespaces", queue()),
    good("cluster-queue-selects-namespaces", queue(namespaceSelector={"matchExpressions": [{"key": "a"}]})),
    bad("cluster-queue-selects-namespaces", "no namespace may use it", queue(namespaceSelector=GONE)),
    bad("cluster-queue-selects-namespaces", "every namespace may", queue(namespaceSelector={"matchLabels": {}})),
    hidden("cluster-queue-selects-namespaces", "matchLabels", queue(namespaceSelector=LATER)),
    good("no-default-allow-network-policy", policy(policyTypes=BOTH)),
    good("no-default-allow-network-policy", policy(egress=[{"to": [INTERNET]}])),
    good("no-default-allow-network-policy", policy(egress=[{"to": [ANYWHERE], "ports": [{"port": 443}]}])),
    good("no-default-allow-network-policy", policy(ingress=[{"from": [{"podSelector": {}}]}])),
    good("no-default-allow-network-policy", policy(namespace="kube-system", ingress=[{}])),
    good("no-default-allow-network-policy", policy(podSelector={"matchLabels": {"app": "web"}}, ingress=[{}])),
    good("no-default-allow-network-policy", policy(cilium=True, egress=[{"toEntities": ["host"]}])),
    bad("no-default-allow-network-policy", "allows all ingress", policy(ingress=[{}])),
    bad("no-default-allow-network-policy", "allows all egress", policy(egress=[LATER, {"to": [ANYWHERE]}])),
    bad("no-default-allow-network-policy", "all ingress", policy(cilium=True, ingress=[{"fromEntities": ["all"]}])),
    hidden("no-default-allow-network-policy", "spec.egress[0]", policy(egress=[{"to": LATER}])),
    hidden("no-default-allow-network-policy", "metadata.namespace", policy(namespace=LATER, egress=[{}])),
    good("team-namespace-default-deny", namespace(TEAM), policy(policyTypes=BOTH)),
    good("team-namespace-default-deny", namespace({})),
    good("team-namespace-default-deny", namespace(TEAM), policy(), policy(policyTypes=["Egress"])),
    bad("team-namespace-default-deny", "denies ingress in vision", namespace(TEAM)),
    bad("team-namespace-default-deny", "denies egress in vision", namespace(TEAM), policy(policyTypes=["Ingress"])),
    bad("team-namespace-default-deny", "denies ingress", namespace(TEAM), policy("speech", policyTypes=BOTH)),
    bad(
        "team-namespace-default-deny", "denies egress", namespace(TEAM), policy(podSelector={"matchLabels": {"a": "b"}})
    ),
    hidden("team-namespace-default-deny", "default deny of", namespace(TEAM), policy(LATER, policyTypes=BOTH)),
    hidden("team-namespace-default-deny", "default deny of ingress", namespace(LATER)),
    good("images-pinned", deployment()),
    good("images-pinned", deployment(**{f"{CONTAINER}__image": "registry.example:5000/app@sha256:0a1b"})),
    good("images-pinned", release(values__driver={"repository": "r", "image": "driver", "version": "580.1"})),
    bad("images-pinned", "app:latest has the tag latest", deployment(**{f"{CONTAINER}__image": "app:latest"})),
    bad("images-pinned", "has no tag", deployment(**{f"{CONTAINER}__image": "registry.example:5000/app"})),
    bad("images-pinned", "Image app has no tag", cron_job("app")),
    bad("images-pinned", "values.manager.image.tag is latest", release(values__manager__image__tag="latest")),
    bad("images-pinned", "values.list[0].image app:latest", release(values__list=[{"image": "app:latest"}])),
    bad("images-pinned", "values.image registry.example/app has no tag", release(values__image="registry.example/app")),
    hidden("images-pinned", "image of a container", deployment(**{f"{CONTAINER}__image": LATER})),
    hidden("images-pinned", "values could not be judged", release(values=LATER)),
    good("helm-release-pinned", release()),
    good("helm-release-pinned", release(chart="./charts/kueue", version=GONE)),
    good("helm-release-pinned", release(version="v26.3.3-rc.1")),
    bad("helm-release-pinned", "names no chart version", release(version=GONE)),
    bad("helm-release-pinned", "not one exact version", release(version="^0.19")),
    bad("helm-release-pinned", "not one exact version", release(version="0.19")),
    bad("helm-release-pinned", "names no chart version", release(version="")),
    bad("helm-release-pinned", "names no chart version", release(version=GONE, values__clusterName=LATER)),
    hidden("helm-release-pinned", "version could not be judged", release(version=LATER)),
    good("checkpoints-retained", storage_class("checkpoints", "Retain"), storage_class("scratch", "Delete")),
    good("checkpoints-retained", storage_class(LATER, "Retain")),
    bad("checkpoints-retained", "which means Delete", storage_class("team-checkpoints", None)),
    bad("checkpoints-retained", "reclaimPolicy is Delete", storage_class("checkpoints", "Delete")),
    good("checkpoints-retained", storage_class("checkpoints-cache", "Delete", labels={CHECKPOINTS: "false"})),
    good("checkpoints-retained", storage_class("runs", "Retain", labels={CHECKPOINTS: "true"})),
    bad(
        "checkpoints-retained", "reclaimPolicy is Delete", storage_class("runs", "Delete", labels={CHECKPOINTS: "true"})
    ),
    hidden("checkpoints-retained", "reclaimPolicy could", storage_class("checkpoints", LATER)),
    hidden("checkpoints-retained", "aksgpu/checkpoints could", storage_class("runs", "Delete", labels=LATER)),
    good("persistent-volume-retained", volume("Retain"), volume(None)),
    bad("persistent-volume-retained", "deletes the data", volume("Delete")),
    hidden("persistent-volume-retained", "could not be judged", volume(LATER)),
    good("priority-class-below-system", priority()),
    bad("priority-class-below-system", "Its value is 1,000,000,000", priority(value=1e9, globalDefault=LATER)),
    bad("priority-class-below-system", "begins with system-", priority(metadata__name="system-training")),
    bad("priority-class-below-system", "the cluster's default", priority(globalDefault=True)),
    hidden("priority-class-below-system", "value could not", priority(value=LATER)),
    good("team-namespace-pod-security", namespace(TEAM)),
    good("team-namespace-pod-security", namespace({"pod-security.kubernetes.io/enforce": "privileged"})),
    bad("team-namespace-pod-security", "no Pod Security level", namespace({"aksgpu/team": "speech"}, "speech"), DENIED),
    bad(
        "team-namespace-pod-security",
        "Security privileged",
        namespace(TEAM | {"pod-security.kubernetes.io/enforce": "privileged"}, "speech"),
        DENIED,
    ),
    hidden("team-namespace-pod-security", "could not be judged", namespace(LATER)),
    good("no-privileged-pods", deployment()),
    good("no-privileged-pods", deployment("gpu-operator", hostNetwork=True)),
    bad("no-privileged-pods", "A pod of vision has hostNetwork", deployment(hostNetwork=True)),
    bad("no-privileged-pods", "container main", deployment(**{f"{CONTAINER}__securityContext": {"privileged": True}})),
    bad("no-privileged-pods", "mounts /dev of the node", deployment(volumes=[LATER, {"hostPath": {"path": "/dev"}}])),
    hidden("no-privileged-pods", "The namespace of a pod that has hostPID", deployment(LATER, hostPID=True)),
    hidden("no-privileged-pods", "privileged of container", deployment(**{f"{CONTAINER}__securityContext": LATER})),
    good("no-secrets-in-config-maps", config_map({"tokenUrl": "x", "max_tokens": "4096", "password": ""})),
    good("no-secrets-in-config-maps", config_map({"dbPassword": "$(PASSWORD)"})),
    bad("no-secrets-in-config-maps", "data.dbPassword looks like", config_map({"dbPassword": "hunter2"})),
    bad("no-secrets-in-config-maps", "data.api-key.txt", config_map({"a": LATER, "api-key.txt": "x"})),
    hidden("no-secrets-in-config-maps", "data.AUTH_TOKEN could", config_map({"AUTH_TOKEN": LATER})),
    hidden("no-secrets-in-config-maps", "data could not", config_map(LATER)),
)

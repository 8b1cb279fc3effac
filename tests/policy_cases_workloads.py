"""Cases of the policy rules over pods in any kind of workload, over charts, and over what stands in kube-system."""

from typing import Any

from policy_cases import GONE, LATER, Case, bad, good, hidden
from policy_cases_kubernetes import an_object, config_map, deployment, release

from aksgpu_policies.resource import Resource

IMAGE = "registry.example/team/train:1.2.3"


def pod(**spec: Any) -> dict[str, Any]:
    """A pod template whose pod keeps every rule, with more in its spec or its container's `image` or `env`."""
    container = {"name": "main", "image": spec.pop("image", IMAGE)} | {
        key: spec.pop(key) for key in ("env", "securityContext") if key in spec
    }
    return {"spec": {"containers": [container], **spec}}


def workload(token: str, spec: Any, place: Any = "vision") -> Resource:
    """An object of a kind that makes pods."""
    return an_object(token, {"metadata": {"name": "run", "namespace": place}, "spec": spec}, {})


def job_set(place: Any = "vision", **changes: Any) -> Resource:
    """A JobSet with one pod template."""
    job = {"template": {"spec": {"template": pod(**changes)}}}
    return workload("jobset.x-k8s.io/v1alpha2:JobSet", {"replicatedJobs": [{"name": "workers", **job}]}, place)


def torch_job(**changes: Any) -> Resource:
    """A PyTorchJob whose workers have changes."""
    replicas = {"Master": {"template": pod()}, "Worker": {"template": pod(**changes)}}
    return workload("kubeflow.org/v1:PyTorchJob", {"pytorchReplicaSpecs": replicas})


def ray_job(**changes: Any) -> Resource:
    """A RayJob whose head has changes."""
    cluster = {"headGroupSpec": {"template": pod(**changes)}, "workerGroupSpecs": [{"template": pod()}]}
    return workload("ray.io/v1:RayJob", {"rayClusterSpec": cluster})


def ray_cluster(**changes: Any) -> Resource:
    """A RayCluster with changes in its second group of workers."""
    groups = [{"template": pod()}, {"template": pod(**changes)}]
    return workload("ray.io/v1:RayCluster", {"headGroupSpec": {"template": pod()}, "workerGroupSpecs": groups})


def train_job(**trainer: Any) -> Resource:
    """A TrainJob, whose trainer is a container without a pod around it."""
    spec = {"runtimeRef": {"name": "torch"}, "trainer": {"image": IMAGE, **trainer}}
    return workload("trainer.kubeflow.org/v1alpha1:TrainJob", spec)


def cron_job(**changes: Any) -> Resource:
    """A CronJob with one pod template."""
    return workload("batch/v1:CronJob", {"jobTemplate": {"spec": {"template": pod(**changes)}}})


def chart(sdk: str = "v4", **inputs: Any) -> Resource:
    """A Helm chart that Pulumi renders itself."""
    return Resource(f"kubernetes:helm.sh/{sdk}:Chart", "chart", inputs)


def env(name: Any, value: Any) -> dict[str, Any]:
    """The env of a container with one variable."""
    return {"env": [{"name": name, "value": value}]}


def values(**given: Any) -> Resource:
    """A Helm release with values."""
    return release(values=given)


PRIVILEGED = {"securityContext": {"privileged": True}}
SYSTEM = {"priorityClassName": "system-node-critical"}
IN_KUBE_SYSTEM = {"metadata": {"name": "coredns", "namespace": "kube-system"}}
KEPT = {"secretKeyRef": {"name": "hub", "key": "token"}}

CASES: tuple[Case, ...] = (
    good("images-pinned", job_set(), torch_job(), ray_job(), ray_cluster(), train_job()),
    bad("images-pinned", "train:latest has the tag latest", job_set(image="train:latest")),
    bad("images-pinned", "Image train has no tag", torch_job(image="train")),
    bad("images-pinned", "Image train has no tag", ray_job(image="train")),
    bad("images-pinned", "Image train has no tag", ray_cluster(image="train")),
    bad("images-pinned", "Image train has no tag", train_job(image="train")),
    bad("images-pinned", "values.image.tag is latest", chart(values={"image": {"tag": "latest"}})),
    hidden("images-pinned", "image of a container", workload("jobset.x-k8s.io/v1alpha2:JobSet", LATER)),
    hidden("images-pinned", "image of a container", torch_job(image=LATER)),
    good("no-privileged-pods", job_set("gpu-operator", **PRIVILEGED), ray_job(), train_job()),
    bad("no-privileged-pods", "has the privileged container main", job_set(**PRIVILEGED)),
    bad("no-privileged-pods", "has hostNetwork", ray_cluster(hostNetwork=True)),
    bad("no-privileged-pods", "mounts /dev of the node", torch_job(volumes=[{"hostPath": {"path": "/dev"}}])),
    hidden("no-privileged-pods", "pod's spec", workload("ray.io/v1:RayCluster", {"headGroupSpec": LATER})),
    good("pods-below-system-priority", deployment(), job_set(priorityClassName="training")),
    *(good("pods-below-system-priority", job_set(place, **SYSTEM)) for place in ("kube-system", "kueue-system")),
    *(
        good("pods-below-system-priority", job_set(place, **SYSTEM))
        for place in ("gpu-operator", "node-feature-discovery")
    ),
    bad("pods-below-system-priority", "A pod of vision has priority system-node-critical", job_set(**SYSTEM)),
    bad("pods-below-system-priority", "evicts other teams' jobs", deployment("default", **SYSTEM)),
    bad("pods-below-system-priority", "system-cluster-critical", cron_job(priorityClassName="system-cluster-critical")),
    hidden("pods-below-system-priority", "priorityClassName could", job_set(priorityClassName=LATER)),
    hidden("pods-below-system-priority", "The namespace of a pod with priority system-", job_set(LATER, **SYSTEM)),
    good("helm-release-pinned", chart(chart="kueue", version="0.19.2"), chart(chart="./kueue")),
    good(
        "helm-release-pinned", chart("v3", path="charts/kueue"), chart("v3", chart="k", fetchOpts={"version": "1.2.3"})
    ),
    bad("helm-release-pinned", "This chart names no chart version", chart(chart="kueue")),
    bad("helm-release-pinned", "This chart names >=1, which is not one", chart("v3", chart="kueue", version=">=1")),
    hidden("helm-release-pinned", "registered without its arguments", chart("v3")),
    hidden("helm-release-pinned", "version could", chart(chart="kueue", version=LATER)),
    good(
        "no-secrets-in-env", deployment(), job_set(**env("MAX_TOKENS", "4096")), job_set(**env("HF_TOKEN", "$(TOKEN)"))
    ),
    good("no-secrets-in-env", job_set(**env("HF_TOKEN", "")), job_set(env=[{"name": "HF_TOKEN", "valueFrom": KEPT}])),
    good("no-secrets-in-env", job_set(**env("IMAGE_PULL_SECRET", "registry"))),
    bad("no-secrets-in-env", "Container main has DB_PASSWORD in plain text", cron_job(**env("DB_PASSWORD", "hunter2"))),
    bad("no-secrets-in-env", "has HF_TOKEN in plain", ray_cluster(**env("HF_TOKEN", "hf_1"))),
    bad("no-secrets-in-env", "has NGC_API_KEY in plain", train_job(**env("NGC_API_KEY", "nvapi-1"))),
    bad(
        "no-secrets-in-env",
        "has CLIENT_SECRET",
        deployment(containers__0__env=[{"name": "CLIENT_SECRET", "value": "x"}]),
    ),
    hidden("no-secrets-in-env", "The environment variable HF_TOKEN could", job_set(**env("HF_TOKEN", LATER))),
    hidden("no-secrets-in-env", "The name of an environment", job_set(**env(LATER, "x"))),
    hidden("no-secrets-in-env", "The name of an environment", job_set(env=LATER)),
    hidden("no-secrets-in-env", "A container's env could", workload("ray.io/v1:RayJob", LATER)),
    good("no-secrets-in-helm-values", release(), release(values=GONE), chart(values={"token": False})),
    good("no-secrets-in-helm-values", values(auth={"existingSecret": "db", "password": "", "secretName": "db"})),
    good("no-secrets-in-helm-values", values(passwordSecret="db", tokenTTL="1h", apiKey="{{ .Values.key }}")),
    bad("no-secrets-in-helm-values", "values.auth.password looks like a secret", values(auth={"password": "hunter2"})),
    bad("no-secrets-in-helm-values", "values.apiKey looks like", chart(chart="k", values={"apiKey": "k-1"})),
    bad("no-secrets-in-helm-values", "values.env[0].value looks like", values(**env("HF_TOKEN", "hf_1"))),
    bad("no-secrets-in-helm-values", "values.clientSecret looks like", values(clientSecret="s")),
    hidden("no-secrets-in-helm-values", "values.token could", values(token=LATER)),
    hidden("no-secrets-in-helm-values", "values could", release(values=LATER)),
    good("kube-system-left-alone", config_map({}), deployment(), release(namespace="kueue-system"), chart()),
    *(
        good("kube-system-left-alone", an_object("core/v1:ConfigMap", IN_KUBE_SYSTEM, {"metadata.name": name}))
        for name in ("cluster-autoscaler-priority-expander", "ama-metrics-settings-configmap")
    ),
    bad(
        "kube-system-left-alone", "puts the ConfigMap coredns into", an_object("core/v1:ConfigMap", IN_KUBE_SYSTEM, {})
    ),
    bad(
        "kube-system-left-alone", "the Role coredns", an_object("rbac.authorization.k8s.io/v1:Role", IN_KUBE_SYSTEM, {})
    ),
    bad("kube-system-left-alone", "the ConfigMapPatch", an_object("core/v1:ConfigMapPatch", IN_KUBE_SYSTEM, {})),
    bad("kube-system-left-alone", "the Release into", release(namespace="kube-system")),
    bad("kube-system-left-alone", "the JobSet run", job_set("kube-system")),
    hidden("kube-system-left-alone", "The namespace could", deployment(LATER)),
    hidden(
        "kube-system-left-alone",
        "metadata.name could",
        an_object("core/v1:ConfigMap", IN_KUBE_SYSTEM, {"metadata.name": LATER}),
    ),
)

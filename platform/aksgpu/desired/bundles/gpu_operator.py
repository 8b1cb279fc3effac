"""NVIDIA GPU Operator: its namespace, its pull secret and its release."""

import math
from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.chart_source import chart_row, release_reference
from aksgpu.desired.bundles.cpu_places import cpu_places
from aksgpu.desired.bundles.gpu_operator_values import CHART, PULL_SECRET, operator_values
from aksgpu.desired.bundles.helm_values import merged
from aksgpu.desired.bundles.node_feature_discovery import CHART_KEY as NFD_KEY
from aksgpu.desired.bundles.privileged_namespace import privileged_namespace
from aksgpu.desired.entries import ChartRelease, Entry, KubernetesObject, Part
from aksgpu.desired.markers import FromConfig, RegistryLogin
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.platform_policies import dcgm_policies

CHART_KEY = "chart-gpu-operator"
RELEASE = "gpu-operator"
"""Fixed, so that an upgrade finds what was installed (field case F67)."""

LEAST_TIMEOUT_SECONDS = 20 * 60
MOST_TIMEOUT_SECONDS = 60 * 60
SECONDS_PER_NODE = 30
TIMEOUT_STEP_SECONDS = 10 * 60
"""Operands roll node by node, and the driver's probe alone allows 20 minutes."""


def parts(subject: Subject) -> Iterator[Part]:
    """The part `gpu-operator`, where the stack has GPU pools."""
    if not subject.stack.gpu_pools:
        return
    given = subject.stack.gpu_software.operator
    row = chart_row(CHART, given.version)
    reference, repository = release_reference(subject, row)
    around = tuple(_around(subject))
    release = ChartRelease(
        key=CHART_KEY,
        name=RELEASE,
        namespace=given.namespace,
        reference=reference,
        repository=repository,
        version=row.version,
        values=merged(operator_values(subject, row), given.values),
        after=(NFD_KEY, *(entry.key for entry in around), *cpu_places(subject)),
        timeout_seconds=timeout_seconds(subject),
    )
    yield Part("gpu-operator", "GpuOperator", (*around, release, *dcgm_policies(subject)))


def _around(subject: Subject) -> Iterator[Entry]:
    namespace = privileged_namespace(subject.stack.gpu_software.operator.namespace)
    yield namespace
    if subject.stack.gpu_software.registry is not None:
        yield _pull_secret(subject, namespace.key)


def _pull_secret(subject: Subject, namespace_key: str) -> KubernetesObject:
    registry = subject.stack.gpu_software.registry
    assert registry is not None
    password = FromConfig("gpuSoftware.registry.password")
    manifest = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": PULL_SECRET, "namespace": subject.stack.gpu_software.operator.namespace},
        "type": "kubernetes.io/dockerconfigjson",
        "stringData": {".dockerconfigjson": RegistryLogin(registry.server, registry.username, password)},
    }
    return KubernetesObject(object_key(manifest), manifest, after=(namespace_key,), secret=True)


def timeout_seconds(subject: Subject) -> int:
    """How long Helm waits: 20 minutes and half a minute for each GPU node at the maximum, at most an hour.

    A roll of the operands over a large pool must not be cut off half-way (field case F67). Whole steps of ten minutes,
    rounded up: a release whose time-out changes is upgraded, which one more node is no reason for.
    """
    nodes = sum(offer.max_nodes for offer in subject.offers.values() if offer.kind == "gpu")
    steps = math.ceil(SECONDS_PER_NODE * nodes / TIMEOUT_STEP_SECONDS)
    return min(LEAST_TIMEOUT_SECONDS + TIMEOUT_STEP_SECONDS * steps, MOST_TIMEOUT_SECONDS)

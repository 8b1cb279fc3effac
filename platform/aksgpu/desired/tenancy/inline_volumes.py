"""Teams' pods get Azure volumes through claims only.

A pod may otherwise write a CSI volume straight into its own spec, and the Blob driver then mounts whatever container it
names with the nodes' identity (blob-csi-driver, nodeserver.go, inline volumes with AzureStorageAuthType MSI): volumes
of every team. Claims are bound by the platform and by provisioners. The API server judges this rule itself, without any
webhook that could be down; Pod Security levels do not cover it.
"""

from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.namespaces import TEAM_LABEL

NAME = "aksgpu-no-inline-azure-volumes"
_API = "admissionregistration.k8s.io/v1"


def inline_volume_policy(subject: Subject) -> Iterator[KubernetesObject]:
    """The policy and its binding to the namespaces of teams; nothing without teams."""
    if not subject.stack.teams:
        return
    rule = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE"], "resources": ["pods"]}
    policy: dict[str, Any] = {
        "apiVersion": _API,
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": NAME},
        "spec": {
            "failurePolicy": "Fail",
            "matchConstraints": {"resourceRules": [rule]},
            "validations": [{"expression": _expression(), "message": _MESSAGE, "reason": "Forbidden"}],
        },
    }
    yield KubernetesObject(object_key(policy), policy)
    binding: dict[str, Any] = {
        "apiVersion": _API,
        "kind": "ValidatingAdmissionPolicyBinding",
        "metadata": {"name": NAME},
        "spec": {
            "policyName": NAME,
            "validationActions": ["Deny"],
            "matchResources": {"namespaceSelector": {"matchExpressions": [{"key": TEAM_LABEL, "operator": "Exists"}]}},
        },
    }
    yield KubernetesObject(object_key(binding), binding, after=(object_key(policy),))


_MESSAGE = (
    "Azure volumes are not written into pods here: ask for a PersistentVolumeClaim of a storage class, or name the "
    "claim of a dataset."
)


def _expression() -> str:
    drivers = ", ".join(f"'{driver}'" for driver in sorted({each.driver for each in STORAGE_PROFILES.values()}))
    own = f"has(volume.csi) && volume.csi.driver in [{drivers}]"
    return f"!has(object.spec.volumes) || object.spec.volumes.all(volume, !({own}))"

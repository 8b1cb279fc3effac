"""With whose rights volumes are made and mounted."""

from aksgpu.catalogue.storage_drivers import FILES_MANAGED_IDENTITY_MOUNT, why_feature_is_missing
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.markers import FromAzure


def kubelet_client_id(subject: Subject) -> FromAzure:
    """Client id of the identity that nodes act as."""
    if subject.facts.ours:
        return FromAzure("identity-kubelet", "clientId")
    return FromAzure("cluster", "identityProfile.kubeletidentity.clientId")


def kubelet_principal(subject: Subject) -> FromAzure:
    """Object id of the identity that nodes act as."""
    if subject.facts.ours:
        return FromAzure("identity-kubelet", "principalId")
    return FromAzure("cluster", "identityProfile.kubeletidentity.objectId")


def control_plane_principal(subject: Subject) -> FromAzure | None:
    """Object id of the identity that the storage drivers make volumes as.

    None for an existing cluster with a user-assigned identity: AKS returns it under its own id, which nobody declared.
    """
    if subject.facts.ours:
        return FromAzure("identity-cluster", "principalId")
    return None if subject.facts.user_assigned_identity else FromAzure("cluster", "identity.principalId")


def smb_without_keys(subject: Subject) -> bool:
    """Whether SMB volumes that a class makes can be mounted as the nodes' identity."""
    return why_feature_is_missing(FILES_MANAGED_IDENTITY_MOUNT, subject.facts.minor_number) is None

"""How a Kubernetes object is called in a plan and in Pulumi."""

from aksgpu.desired.entries import Manifest


def object_key(manifest: Manifest) -> str:
    """`<kind>-<namespace>-<name>`, or `<kind>-<name>` where no namespace is set; the kind in lower case.

    Expects `kind` and `metadata.name`; raises KeyError without them.
    """
    metadata = manifest["metadata"]
    names = (str(manifest["kind"]).lower(), metadata.get("namespace"), metadata["name"])
    return "-".join(name for name in names if name)

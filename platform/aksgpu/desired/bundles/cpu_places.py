"""Which pools must be there before a chart's controllers can start."""

from aksgpu.config.derived.subject import Subject


def cpu_places(subject: Subject) -> tuple[str, ...]:
    """Entry keys of the untainted CPU pools, where the system pool is dedicated and controllers may need them.

    Without this a release would wait for its Deployment while no node takes it, and the pool would come too late.
    """
    if not subject.stack.system_pool.dedicated or not subject.facts.ours:
        return ()
    offers = subject.offers.values()
    return tuple(f"pool-{offer.name}" for offer in offers if offer.kind == "cpu" and not offer.taints)

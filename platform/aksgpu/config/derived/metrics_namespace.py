"""The namespace of what lets managed Prometheus read protected metrics."""

METRICS_NAMESPACE = "aksgpu-monitoring"
"""It holds a token and nothing else, since the collector may then read every Secret in it."""

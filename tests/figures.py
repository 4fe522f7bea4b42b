"""The metrics of the server in this process, as Prometheus would read them."""

from __future__ import annotations

from server.metrics import METRICS


def figure(name: str, **labels: str) -> float:
    """The current value of a metric; 0 if nothing was counted yet."""
    return METRICS.registry.get_sample_value(f"stammtisch_{name}", labels) or 0.0

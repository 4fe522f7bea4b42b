"""What the server of this process counts, as Prometheus would read it."""

from __future__ import annotations

from server.metrics import METRICS


def figure(name: str, **labels: str) -> float:
    """A figure as it is now; 0 where nothing was counted yet."""
    return METRICS.registry.get_sample_value(f"stammtisch_{name}", labels) or 0.0

"""Bugs of time: time counts while a player can do nothing, or doesn't count at all."""

from __future__ import annotations

import time
from typing import Any

from server.live import registry
from server.store import cluster_time
from server.store.cluster_time import ClusterTime
from server.store.outages import Outages

LONG = 10**12
"""Longer than any simulation, in ms."""


def gaps_count() -> list[Any]:
    """Time counts while the machine sleeps, and is not paused for reconnecting players."""
    return [(cluster_time, "GAP_MS", LONG)]


def wall_clock_measures() -> list[Any]:
    """Clocks run on the wall clock of a hub."""
    return [(ClusterTime, "now", lambda self: time.time_ns() // 1_000_000), (ClusterTime, "known", True)]


def time_goes_on_without_a_store() -> list[Any]:
    """A hub's clock continues while the store is away."""
    return [(cluster_time, "AHEAD_S", LONG)]


def outages_of_one_node_count() -> list[Any]:
    """Time counts at the tables of a node that is away, as long as others are there."""
    return [
        (Outages, "lost", lambda self, table, since: (0, 0)),
        (Outages, "known", lambda self, table: True),
    ]


def slow_commits_count() -> list[Any]:
    """Players are charged for the time in which the change before their question was not stored yet."""
    return [(registry, "LATE_MS", LONG)]


def nobody_is_waited_for() -> list[Any]:
    """Time resumes at once after a hub was stopped or has died."""
    return [(cluster_time, "RETURN_MS", 0)]


def deadlines_pass_in_the_pause() -> list[Any]:
    """A deadline that a hub reached by its own clock passes as soon as the store is back."""
    return [(ClusterTime, "paused", False)]


def time_stands_still() -> list[Any]:
    """Players' clocks never run."""
    return [(ClusterTime, "now", lambda self: self._at and 1_800_000_000_000)]

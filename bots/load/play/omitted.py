"""Corrects for coordinated omission: the acts that a stall prevented, and how long each would have waited.

While an act is in progress no other seat of the table can act. A server that stalls for two seconds therefore
delays only one act per table, though players would have made several in that time, and all would have waited:
percentiles of the sent acts alone hide most of the stall. This module adds those acts: after an act that took
long, usual response times and drawn thinking times alternate, and every act due before the slow one finished
has waited until then.

A server that is slow for every act is not stalled: its usual response time itself is long, and each act
counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from .think import Think

MIN_THINK_S: Final = 0.001
"""Mean thinking time in seconds below which there is no schedule to fall behind."""

MAX_SINGLE_ACTS: Final = 64
"""Up to this number, acts are added one by one; more are added as this many groups, evenly spaced."""


class Omitted:
    """Draws the omitted acts. It has its own random generator, so that the games stay the same."""

    def __init__(self, think: Think, random: Random) -> None:
        self._think = think
        self._random = random

    def during(self, latency: float, usual: float) -> Iterator[tuple[float, int]]:
        """Acts omitted during one of `latency` seconds, when `usual` is the usual latency.

        Yields the delay after that act in seconds, and a count.
        """
        between = usual + self._think.mean
        if self._think.mean < MIN_THINK_S or latency <= usual:
            return
        if latency > MAX_SINGLE_ACTS * between:
            each = round(latency / between / MAX_SINGLE_ACTS)
            yield from ((latency * (n + 0.5) / MAX_SINGLE_ACTS, each) for n in range(MAX_SINGLE_ACTS))
            return
        later = usual + self._think.draw(self._random)
        while later < latency:
            yield later, 1
            later += usual + max(MIN_THINK_S, self._think.draw(self._random))

"""The acts that a stall has kept from happening, and how long each would have waited.

At a table nobody can act while the last act is still under way. So a server that stands still for two
seconds delays one act of each table, where players who didn't have to wait for it would have made several,
and all of those would have waited: percentiles of what was sent alone hide most of the stall. Here those
acts are counted in: from an act that took long on, usual answers and drawn thinking times follow one
another, and whatever would have been due before it was through has waited until then.

A server that takes long for every act is no stall: there the usual answer itself is long, and each act
counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from .think import Think

LEAST: Final = 0.001
"""Mean thinking in seconds below which there is no schedule to be behind of."""

MOST: Final = 64
"""Acts counted in one by one; more are counted in as many groups, evenly spaced."""


class Omitted:
    """Draws what would have happened. Its chance is its own, so that the games stay the same."""

    def __init__(self, think: Think, random: Random) -> None:
        self._think = think
        self._random = random

    def during(self, latency: float, usual: float) -> Iterator[tuple[float, int]]:
        """Acts that would have been due while one took `latency` seconds, where it usually is `usual`.

        So much later than that act, so many times.
        """
        between = usual + self._think.mean
        if self._think.mean < LEAST or latency <= usual:
            return
        if latency > MOST * between:
            each = round(latency / between / MOST)
            yield from ((latency * (n + 0.5) / MOST, each) for n in range(MOST))
            return
        later = usual + self._think.draw(self._random)
        while later < latency:
            yield later, 1
            later += usual + max(LEAST, self._think.draw(self._random))

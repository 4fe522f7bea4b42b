"""The acts that a stall has kept from happening, and how long each would have waited.

At a table nobody can act while the last act is still under way. So a server that stands still for two
seconds delays one act of each table, where players who didn't have to wait for it would have made several,
and all of those would have waited: percentiles of what was sent alone hide most of the stall. Here those
acts are counted in: from an act that took long on, thinking times are drawn one after another, and
whatever would have been due before it was through has waited until then.
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


def omitted(latency: float, think: Think, random: Random) -> Iterator[tuple[float, int]]:
    """What would have been due while an act took `latency` seconds: so much later than it, so many times."""
    if think.mean < LEAST or latency <= 0:
        return
    if latency > MOST * think.mean:
        each = round(latency / think.mean / MOST)
        yield from ((latency * (n + 0.5) / MOST, each) for n in range(MOST))
        return
    later = think.draw(random)
    while later < latency:
        yield later, 1
        later += max(think.draw(random), LEAST)

"""The rhombus of hexagons: the spaces in a row from each space. This module knows no tiles.

Space `q * SIDE + r` has the axial coordinates q and r. The six directions run clockwise from east.
"""

from __future__ import annotations

from typing import Final

from .cards import BOX

SIDE: Final = BOX.board.side
SPACES: Final = range(SIDE * SIDE)

DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps in q and r: east, south-east, south-west, west, north-west, north-east."""


def ray(space: int, direction: int) -> tuple[int, ...]:
    """The spaces from this one (excluded) to the edge in one direction, the nearest first."""
    (q, r), (dq, dr) = divmod(space, SIDE), DIRECTIONS[direction]
    found = []
    while 0 <= (q := q + dq) < SIDE and 0 <= (r := r + dr) < SIDE:
        found.append(q * SIDE + r)
    return tuple(found)


RAYS: Final = [[ray(space, direction) for direction in range(len(DIRECTIONS))] for space in SPACES]
"""By space and direction."""

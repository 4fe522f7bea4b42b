"""Schweinebande as numbers: pens, feed, farms, farmers at the market and in hand, tiles at the market.

A seat's standing comes from `bots/values/schweinebande.py`, which evaluates each seat alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from server.games.schweinebande.cards import KINDS, ROUNDS, SACK, TILES
from server.games.schweinebande.flow import NextReveal
from server.games.schweinebande.state import FACE_DOWN, NOBODY, Schweinebande
from server.games.schweinebande.verbs import GROUP_ANIMALS

from ..values import schweinebande as by_hand
from . import Numbers, There

UNIT: Final = 6.0
MARGIN: Final = UNIT

STANDING, POINTS, PIGS, FEED, LEFT, ORDER, HUNGRY, TURN, STANDS = range(9)
PEN: Final = STANDS + 1
"""Columns of a seat's row; the tiles of its pen come last."""
ROUND, OVER, DOWN, DIRECT = range(4)
OPEN: Final = DIRECT + 1
"""Columns of the table's row; the open tiles of each kind and those out of the game come last."""


def seats(game: Schweinebande, me: int) -> list[list[float]]:
    """Rows in the order of the constants above."""
    count = len(game.pens)
    return [
        [
            by_hand.standing(game, seat),
            game.points(seat),
            game.pigs(seat),
            game.feed[seat],
            game.left[seat],
            game.order[seat],
            by_hand.is_hungry(game, seat),
            (seat - game.active) % count / count,
            game.farmers.count(seat),
            *pen,
        ]
        for seat, pen in enumerate(game.pens)
    ]


def table(game: Schweinebande, me: int) -> list[float]:
    """The table's row in the order of the constants above."""
    market = game.market
    return [
        game.round,
        not game.stack,
        market.count(FACE_DOWN),
        game.options.direct_scoring,
        *(market.count(kind) for kind in range(len(TILES))),
        *game.box,
    ]


def decided(game: Schweinebande) -> bool:
    return False


def counted(game: Schweinebande) -> bool:
    """After the last row of the last round is collected, only groups and feeding follow, without
    interaction."""
    return (
        game.round == ROUNDS
        and not any(seat != NOBODY for seat in game.farmers)
        and not any(type(step) is NextReveal for step in game.stack)
    )


def told(rows: Numbers, there: There, table: Numbers) -> Numbers:
    """Standing, points, feed and demand for feed, groups and what they lack, farmers, useful tiles."""
    pen, animals = rows[..., PEN:], rows[..., PEN : PEN + len(KINDS)]
    hungry, feed = animals.sum(axis=-1), rows[..., FEED]
    rounds = table[:, None, ROUND, None] - 1 == np.arange(ROUNDS)
    lying = table[:, None, OPEN : OPEN + len(KINDS)]
    more = animals % GROUP_ANIMALS
    numbers = [
        rows[..., STANDING] / UNIT,
        (rows[..., STANDING] - rows[..., POINTS]) / 10,
        rows[..., POINTS] / 10,
        rows[..., PIGS] / 8,
        feed / 8,
        hungry / 6,
        np.clip(hungry - feed, -6, 6) / 4,
        (hungry > feed) & (pen[..., SACK] == 0),
        (animals > 0).sum(axis=-1) / len(KINDS),
        rows[..., LEFT] / 3,
        rows[..., STANDS] / 3,
        rows[..., ORDER] / 4,
        rows[..., ORDER] == 0,
        rows[..., HUNGRY],
        rows[..., TURN],
    ]
    return np.concatenate(
        [
            np.stack(numbers, axis=-1),
            pen / 3,
            more == GROUP_ANIMALS - 1,
            more == GROUP_ANIMALS - 2,
            np.minimum(lying, GROUP_ANIMALS - more) * (more > 0) / 3,
            np.broadcast_to(rounds, (*rows.shape[:2], ROUNDS)),
        ],
        axis=-1,
    ).astype(np.float32)

"""Loyang as numbers: the path, cash and loans, goods, fields, customers, stalls, helpers.

A seat's standing comes from `bots/values/loyang.py`, which evaluates each seat alone. Hands and field piles
contribute only their size.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import numpy as np

from server.games.loyang.cards import CARDS, IDS, WARES
from server.games.loyang.distribution import PutRest
from server.games.loyang.effect import Used
from server.games.loyang.flow import LAST_ROUND
from server.games.loyang.state import (
    ACTED,
    AMOUNT,
    CARD,
    DUE,
    DUTY,
    FILLED,
    GOOD,
    LEFT,
    MARKER,
    MISSED,
    RED,
    WAITING,
    Farm,
    Loyang,
)
from server.games.loyang.turn import Act, Advance

from ..values import loyang as by_hand
from ..values.remembered import SeatMemo
from . import Numbers, There

UNIT: Final = 2.0
MARGIN: Final = UNIT

GOODS: Final = range(len(by_hand.WORTH))
HELPERS: Final = [card for card, name in enumerate(IDS) if name in by_hand.HELPERS]
"""The helper cards, each with a column of its own."""


def seats(game: Loyang, me: int) -> list[list[float]]:
    """Standing, path, cash, goods on the cart, in the fields, in the shop, customers, stalls, helpers."""
    return [_rows.of(game, seat, me) for seat in range(len(game.farms))]


def _around(game: Loyang, seat: int) -> Hashable:
    """Everything that a seat's row depends on besides its farm and the viewer."""
    stack = game.stack
    return (
        len(game.farms),
        game.round,
        game.first,
        tuple(game.order),
        seat in game.chosen,
        *(by_hand.plans(stack, seat, kind) for kind in (Act, Advance, PutRest)),
        tuple(step.card for step in stack if type(step) is Used),
    )


def told_anew(game: Loyang, seat: int, me: int) -> list[float]:
    """Compute a seat's row without the cache."""
    farm = game.farms[seat]
    return [
        by_hand.value(game, seat) / UNIT,
        farm.space / 10,
        farm.loans / 3,
        min(farm.cash, 40) / 10,
        farm.capacity / 4,
        farm.turn == WAITING,
        farm.turn == ACTED,
        (game.order.index(seat) if seat in game.order else (seat - game.first) % len(game.farms)) / 4,
        seat in game.chosen,
        seat == me,
        len(farm.hand) / 4,
        len(farm.pile) / 4,
        *_goods(farm),
        *_customers(farm),
        sum(row[LEFT].bit_count() for row in farm.stalls) / 3,
        len(farm.helpers) / 3,
        *(card in farm.helpers for card in HELPERS),
    ]


_rows = SeatMemo(Farm, lambda game, seat: game.farms[seat], _around, told_anew)


def _goods(farm: Farm) -> list[float]:
    """By good: on the cart, in the shop, still to be harvested, number of fields; then totals and empty
    fields."""
    grown, fields = [0] * len(GOODS), [0] * len(GOODS)
    for row in farm.fields:
        if row[AMOUNT]:
            grown[row[GOOD]] += row[AMOUNT]
            fields[row[GOOD]] += 1
    bare = sum(not row[AMOUNT] for row in farm.fields)
    return [
        *(goods / 2 for goods in farm.cart),
        *(goods / 3 for goods in farm.shop),
        *(goods / 4 for goods in grown),
        *map(float, fields),
        bare / 3,
        sum(grown) / 8,
        sum(fields) / 3,
    ]


def _customers(farm: Farm) -> list[float]:
    """Numbers of customers, the goods they want, on the cart or growing, their demands, moods and
    payments."""
    grows = {row[GOOD] for row in farm.fields if row[AMOUNT]}
    wants = [good for card in (*(row[CARD] for row in farm.regulars), *farm.casuals) for good in WARES[card]]
    return [
        len(farm.regulars) / 3,
        len(farm.casuals) / 2,
        *(wants.count(good) / 2 for good in GOODS),
        sum(farm.cart[good] > 0 for good in wants) / 3,
        sum(good in grows for good in wants) / 3,
        sum(row[DUTY] == DUE for row in farm.regulars) / 2,
        sum(row[DUTY] == MISSED for row in farm.regulars) / 2,
        sum(row[MARKER] == RED for row in farm.regulars) / 2,
        sum(row[FILLED] for row in farm.regulars) / 4,
        sum(sum(CARDS[row[CARD]].pays[row[FILLED] :]) for row in farm.regulars) / 40,
        sum(CARDS[card].price for card in farm.casuals) / 20,
    ]


def table(game: Loyang, me: int) -> list[float]:
    """The progress of the game, the courtyard, the options."""
    return [
        game.round / LAST_ROUND,
        (LAST_ROUND - game.round) / 3,
        game.round == LAST_ROUND,
        bool(game.order),
        len(game.chosen) / 4,
        len(game.court) / 4,
        len(game.deck) / 30,
        game.options.beginner,
        game.options.pairs == "side_by_side",
        game.options.free_choices,
    ]


def decided(game: Loyang) -> bool:
    return False


def told(rows: Numbers, there: There, table: Numbers) -> Numbers:
    """The rows are used as they are."""
    return np.asarray(rows, np.float32)

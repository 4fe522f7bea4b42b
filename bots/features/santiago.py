"""Santiago de Cuba as numbers: holdings, the demand of the ship, the stations ahead of the car.

Standings are computed for many positions in one batch, by the same formulas as in `bots/values/santiago.py`.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from server.games.santiago.cards import BOX
from server.games.santiago.flow import STATIONS
from server.games.santiago.ships import GOODS_FOR_VP, VALUES
from server.games.santiago.state import (
    CIGARS,
    DEMANDED,
    GOODS,
    HARBOR_STATION,
    NOWHERE,
    PESO,
    RUM,
    SUGAR_CANE,
    TOBACCO,
    VP,
    WOOD,
    Santiago,
)

from ..values import santiago as by_hand
from . import Numbers, There

UNIT: Final = 6.0
MARGIN: Final = UNIT
STATIONS_AHEAD: Final = 4
"""Number of stations ahead of the car with columns of their own."""

Floats = NDArray[Any]

TURN, PASSED, OWNED = VP + 1, VP + 2, VP + 3
"""Columns of a seat's row after its holdings: distance to its turn, whether it passed, its buildings."""
DEMAND, VALUE, DEPARTED, AT_HARBOR, CASHED = 0, 5, 6, 7, 8
"""Columns of the table's row: the ship's demand, its price, departed ships, car at the harbor, end of the
game."""


def seats(game: Santiago, me: int) -> list[list[float]]:
    """Rows in the order of the constants above, then the position of the pawn.

    Others' holdings are taken from the given game, in which those behind a screen are imagined. With expected
    values instead, own gains would hardly predict the winner.
    """
    count = len(game.pawns)
    return [
        [
            *game.held[seat],
            (seat - game.active) % count / count,
            game.passed[seat],
            *[owner == seat for owner in game.owners],
            *STANDS[pawn],
        ]
        for seat, pawn in enumerate(game.pawns)
    ]


def table(game: Santiago, me: int) -> list[float]:
    """The ship; then the dice of a ship under construction, the supply, the stations ahead, the harbor."""
    ahead = [game.street[(game.car + n) % STATIONS] for n in range(1, STATIONS_AHEAD + 1)]
    up = [NOBODY_THERE if who >= 0 and game.down[who] else AT_STATION[who] for who in ahead]
    return [
        *map(game.demand, DEMANDED),
        game.value,
        game.departed,
        game.car == HARBOR_STATION,
        bool(game.cashed),
        *(face / 3 for face in game.faces),
        *(pieces / 8 for pieces in game.supply),
        *chain.from_iterable(up),
        -game.car % STATIONS / STATIONS,
        game.theirs,
        game.options.open_holdings,
        game.options.owner_vp_on_stay,
    ]


def decided(game: Santiago) -> bool:
    return False


STANDS: Final = {
    pawn: [float(pawn == place) for place in (*range(len(BOX.buildings)), NOWHERE)]
    for pawn in (*range(len(BOX.buildings)), NOWHERE)
}
"""The position of a pawn, one-hot."""
CUBANS: Final = range(-1, len(BOX.cubans))
"""All of them, and the harbor."""
AT_STATION: Final = {there: [float(cuban == there) for cuban in CUBANS] for there in CUBANS}
NOBODY_THERE: Final = [0.0] * len(CUBANS)
RAW: Final = {SUGAR_CANE: RUM, TOBACCO: CIGARS}
LATER: Final = np.array([by_hand.LATER[good] for good in GOODS])
UNITS: Final = np.arange(max(good.pieces for good in BOX.goods))
WORTH: Final = np.array(by_hand.PESOS)


def told(rows: Numbers, there: There, table: Numbers) -> Numbers:
    """Standing and its parts, goods, what can be delivered, buildings, pawn."""
    held = rows[..., : VP + 1]
    ahead = BOX.track.ships - table[:, DEPARTED, None]
    future = np.clip(0.2 * ahead - 0.2, 0.05, 1.0)
    owned = rows[..., OWNED : OWNED + len(BOX.buildings)].sum(axis=-1)
    demand = table[:, None, DEMAND : DEMAND + len(DEMANDED)]
    cargo = _cargo(held, demand, table, future)
    money = _money(held[..., PESO]) * (by_hand.MONEY_AT_LAST + (1 - by_hand.MONEY_AT_LAST) * future)
    markers = by_hand.MARKER_POINTS * ahead * owned
    worth = held[..., VP] + cargo + money + markers
    last = held[..., VP] + held[..., GOODS].sum(axis=-1) / 100 + held[..., PESO] / 10_000
    over = np.broadcast_to(table[:, CASHED, None] > 0, worth.shape)
    now = np.minimum(held[..., : len(DEMANDED)], demand)
    numbers = [
        _standing(np.where(over, last, worth), over, there) / UNIT,
        worth / 10,
        held[..., VP] / 10,
        cargo / 10,
        markers / 5,
        held[..., PESO] / 5,
        now.sum(axis=-1) * table[:, VALUE, None] / 10,
        owned / 3,
    ]
    return np.concatenate(
        [np.stack(numbers, axis=-1), held[..., GOODS] / 3, now / 2, rows[..., TURN:]], axis=-1
    ).astype(np.float32)


def _money(pesos: Floats) -> Floats:
    few = np.interp(pesos, np.arange(len(WORTH)), WORTH)
    return np.asarray(few + by_hand.MORE_PESOS * np.maximum(0, pesos - len(WORTH) + 1))


def _cargo(held: Floats, demand: Floats, table: Numbers, future: Floats) -> Floats:
    """The potential of goods: on this ship, on a later one, or left over."""
    value = table[:, VALUE, None]
    price = value + np.where(
        (table[:, AT_HARBOR, None] == 0) & (value < VALUES[-1]), by_hand.FLAG_PRICE_RISE, 0
    )
    goods = held[..., : len(DEMANDED)]
    now = np.minimum(goods, demand)
    points = by_hand.SOLD_PRICE_SHARE * price * now.sum(axis=-1)
    for raw, made in RAW.items():
        spare = np.maximum(0, goods[..., raw] - demand[..., raw])
        room = np.maximum(0, demand[..., made] - goods[..., made])
        points += by_hand.RAW_PRICE_SHARE * price * np.minimum(spare, room)
    places = np.minimum((demand - now).sum(axis=-1), by_hand.WOOD_AT_ONCE)
    wood = np.minimum(held[..., WOOD], places)
    points += by_hand.WOOD_NOW * wood
    kept = held[..., GOODS] - np.concatenate([now, wood[..., None]], axis=-1)
    each = future[:, None, :, None] * (LATER[:, None] - by_hand.FURTHER_UNIT_LOSS * UNITS)
    part = np.clip(kept[..., None] - UNITS, 0, 1)
    points += (part * np.maximum(1 / GOODS_FOR_VP, each)).sum(axis=(-1, -2))
    return np.asarray(points)


def _standing(worth: Floats, over: Floats, there: There) -> Floats:
    """The hand-made value of each seat."""
    result = np.zeros(worth.shape)
    number = np.maximum(there.sum(axis=1) - 1, 1)
    for seat in range(worth.shape[1]):
        mine, others = worth[:, seat], np.delete(worth, seat, axis=1)
        who = np.delete(there, seat, axis=1)
        best = np.where(who, others, -np.inf).max(axis=1)
        mean = np.where(who, others, 0).sum(axis=1) / number
        lead = mine - best
        ended = lead + by_hand.WIN_POINTS * (lead >= 0)
        ahead = mine - by_hand.BEST_RIVAL_WEIGHT * best - by_hand.ALL_RIVALS_WEIGHT * mean
        result[:, seat] = np.where(there[:, seat], np.where(over[:, seat], ended, ahead), 0)
    return result

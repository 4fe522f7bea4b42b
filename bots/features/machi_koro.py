"""Machi Koro as numbers: cities, landmarks, coins, income from the dice, remaining turns of each seat.

Incomes are computed for many positions in one batch, by the same formulas as in `bots/values/machi_koro.py`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from server.games.machi_koro.cards import (
    AMUSEMENT_PARK,
    BONUS,
    ESTABLISHMENTS,
    HIGHEST,
    LANDMARKS,
    RADIO_TOWER,
    SHOPPING_MALL,
    TRAIN_STATION,
    Coins,
    CoinsPer,
    FromEach,
    FromOne,
    Swap,
    activated,
)
from server.games.machi_koro.flow import Build, Reroll
from server.games.machi_koro.state import EFFECTIVE, MachiKoro

from ..values import machi_koro as by_hand
from . import Numbers, There

UNIT: Final = 6.0
MARGIN: Final = 0.0
MAX_TOLD_COINS: Final = 30
"""The upper bound of the coins feature."""

Floats = NDArray[Any]

KINDS: Final = len(ESTABLISHMENTS)
PLACE, COINS, TURN, CARDS, BUILT = 0, 1, 2, 3, 3 + KINDS
"""First columns of a seat's row: place, coins, distance to its turn, cards, landmarks."""
DICE, BUILDS, THROWN = KINDS + 3, KINDS + 4, KINDS + 5
"""Columns of the table's row: the total of the dice, a pending choice of a building, a pending reroll."""


def seats(game: MachiKoro, me: int) -> list[list[float]]:
    """Rows in the order of the constants above."""
    count, active = len(game.coins), game.active
    return [
        [game.places[seat], game.coins[seat], (seat - active) % count / count, *city, *game.landmarks[seat]]
        for seat, city in enumerate(game.cities)
    ]


def table(game: MachiKoro, me: int) -> list[float]:
    """The supply, whether the active player has an extra turn, the end condition, the dice, the pending
    choice."""
    step = game.stack[-1] if game.stack else None
    return [
        *(copies / 6 for copies in game.supply),
        game.extra,
        game.options.play_out,
        game.options.supply == "all",
        sum(game.dice) / HIGHEST,
        isinstance(step, Build),
        isinstance(step, Reroll),
    ]


def decided(game: MachiKoro) -> bool:
    """A player has all landmarks; the others play on for the places."""
    return 1 in game.places


def _by_total(kinds: list[list[int]]) -> Floats:
    """1 where a card is activated by a total: (kinds, totals)."""
    return np.array([[float(kind in row) for row in kinds] for kind in range(KINDS)])


def _of(kind: type[Any]) -> Floats:
    """The amounts of cards with this kind of effect, 0 for others."""
    return np.array([getattr(c.effect, "amount", 1) * isinstance(c.effect, kind) for c in ESTABLISHMENTS])


AMOUNTS: Final = _of(Coins)
PER_SYMBOL: Final = np.array(
    [
        [
            row.effect.amount * (other.symbol == row.effect.symbol) if isinstance(row.effect, CoinsPer) else 0
            for row in ESTABLISHMENTS
        ]
        for other in ESTABLISHMENTS
    ]
)
"""What a card adds to the income of another: (counted, paid)."""
IN_MALL: Final = np.array([BONUS.amount * (row.symbol in BONUS.symbols) for row in ESTABLISHMENTS])
OWN, BLUE, RED = map(_by_total, (by_hand.OWN, by_hand.BLUE, by_hand.RED))
PURPLES: Final = _by_total(activated("purple"))
CHANCE: Final = np.array(by_hand.CHANCE)
PRICES: Final = np.array([row.price for row in LANDMARKS])


def told(rows: Numbers, there: There, table: Numbers) -> Numbers:
    """Standing, remaining turns, places, coins, income, landmarks, cards of each kind."""
    place, coins = rows[..., PLACE], rows[..., COINS]
    cities, marks = rows[..., CARDS:BUILT], rows[..., BUILT:]
    playing = there & (place == 0)
    own, blue, red, now = _prospects(cities, marks, playing.sum(axis=1), rows[..., TURN] == 0, table)
    missing = (PRICES * (marks == 0)).sum(axis=-1)
    needed = _turns(coins, marks, missing, playing, (own, blue, red))
    numbers = [
        _standing(place, needed, playing, there) / UNIT,
        np.where(playing, needed, np.where(place == 1, 0, by_hand.MAX_FORESEEN_TURNS)) / 10,
        place == 1,
        place > 1,
        rows[..., TURN],
        np.minimum(coins, MAX_TOLD_COINS) / 10,
        np.maximum(0, coins - missing) / 10,
        missing / 20,
        now / 5,
        *(it[..., dice] / 4 for it in (own, blue, red) for dice in (1, 2)),
    ]
    return np.concatenate(
        [np.stack(numbers, axis=-1), marks != 0, marks == EFFECTIVE, cities / 3], axis=-1
    ).astype(np.float32)


def _prospects(
    cities: Floats, marks: Floats, playing: Floats, active: Floats, table: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """The income of a city by the number of dice, in own turns and in others', and with the current dice."""
    has = marks != 0
    each = AMOUNTS + cities @ PER_SYMBOL + has[..., SHOPPING_MALL, None] * IN_MALL
    coins = cities * each
    robs = by_hand.COLLECTED_SHARE * (
        _of(FromEach) * np.maximum(playing - 1, 0)[:, None, None] + _of(FromOne)
    )
    mine = coins @ OWN + (cities * (robs + by_hand.SWAP_WORTH * _of(Swap))) @ PURPLES
    by_blue, by_red = coins @ BLUE, coins @ RED
    own = mine @ CHANCE.T
    again = np.stack([np.maximum(mine, own[..., dice, None]) @ CHANCE[dice] for dice in range(3)], axis=-1)
    own = np.where(has[..., RADIO_TOWER, None], again, own)
    own[..., 0] = 0
    own[..., 2] += has[..., AMUSEMENT_PARK] * by_hand.DOUBLES_CHANCE * own.max(axis=-1)
    total = np.rint(table[:, DICE] * HIGHEST).astype(int)
    which = np.arange(len(total))
    now = np.where(active, mine[which, :, total], (by_blue + by_red)[which, :, total])
    return own, by_blue @ CHANCE.T, by_hand.COLLECTED_SHARE * by_red @ CHANCE.T, now * table[:, THROWN, None]


def _turns(
    coins: Floats, marks: Floats, missing: Floats, playing: Floats, brings: tuple[Floats, Floats, Floats]
) -> Floats:
    """The approximate number of turns each seat needs for its missing landmarks."""
    own, blue, red = brings
    station = marks[..., TRAIN_STATION] != 0
    two = playing & station & (own[..., 2] > own[..., 1])
    one = playing & ~two
    gets = sum(
        (dice.sum(axis=1, keepdims=True) - dice) * (blue[..., n] + red[..., n])
        for n, dice in ((1, one), (2, two))
    )
    claims = red * playing[..., None]
    owes = claims.sum(axis=1, keepdims=True) - claims
    price = np.maximum(0, missing - coins)
    first, second = (
        np.maximum(by_hand.MIN_COINS_PER_ROUND, gets + own[..., n] - owes[..., n]) for n in (1, 2)
    )
    wait = 1 + np.maximum(0, LANDMARKS[TRAIN_STATION].price - coins) / first
    without = np.minimum(price / first, wait + price / second)
    time = np.where(station, price / np.maximum(first, second), without)
    needed: Floats = np.minimum(
        by_hand.MAX_FORESEEN_TURNS, time + by_hand.LANDMARK_TURNS * (marks == 0).sum(axis=-1)
    )
    return needed


def _standing(place: Floats, needed: Floats, playing: Floats, there: There) -> Floats:
    """The hand-made value of each seat."""
    result = np.zeros(place.shape)
    ahead = np.where(playing, needed, np.inf)
    for seat in range(place.shape[1]):
        best = np.delete(ahead, seat, axis=1).min(axis=1, initial=np.inf)
        best = np.where(np.isfinite(best), best, by_hand.MAX_FORESEEN_TURNS)
        mine = place[:, seat, None]
        behind = (there & ((place == 0) | (place > mine))).sum(axis=1)
        won = np.where(behind, by_hand.MAX_FORESEEN_TURNS * behind, -by_hand.MAX_FORESEEN_TURNS)
        result[:, seat] = np.where(place[:, seat], won, by_hand.RIVAL_WEIGHT * best - needed[:, seat])
    return result

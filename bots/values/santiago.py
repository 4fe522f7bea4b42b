"""The value of a position of Santiago de Cuba: points, and the potential of goods, money and markers.

The value of a good is what a ship pays for it: most of it if the ship in the harbor wants the good, less if
the good must wait for another ship, and no more than a third of a point when the last ship is near. Raw goods
may still be refined. Money buys the way to the right Cuban; beyond some pesos its value is what the casino
pays. A marker earns a little with every remaining ship.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import Final

from server.games.santiago.cards import BOX
from server.games.santiago.ships import GOODS_FOR_VP, VALUES
from server.games.santiago.state import (
    CIGARS,
    DEMANDED,
    GOODS,
    HARBOR_STATION,
    PESO,
    RUM,
    SUGAR_CANE,
    TOBACCO,
    VP,
    WOOD,
    Santiago,
)

from . import ValuePart

BEST_RIVAL_WEIGHT: Final = 0.35
"""Weight of the best rival's points."""
ALL_RIVALS_WEIGHT: Final = 0.3
"""Weight of the rivals' average points."""
WIN_POINTS: Final = 50.0
"""Value of a win beyond the points ahead."""

SOLD_PRICE_SHARE: Final = 0.72
"""Average share of the price for a wanted good: others may be faster."""
FLAG_PRICE_RISE: Final = 0.35
"""Expected increase of the price by flags before the harbor is reached."""
RAW_PRICE_SHARE: Final = 0.2
"""Value of a raw material, as a share of the price of the wanted good made from it."""
LATER: Final = {good: 1.15 if good not in (SUGAR_CANE, TOBACCO) else 1.05 for good in DEMANDED} | {WOOD: 0.65}
"""Points for a unit on a later ship."""
FURTHER_UNIT_LOSS: Final = 0.15
"""Loss in value of each further unit of a kind: a ship takes a limited number."""
WOOD_NOW: Final = 0.8
WOOD_AT_ONCE: Final = 3
"""Units of wood that may fit on one ship."""

PESOS: Final = (0.0, 0.7, 1.3, 1.8, 2.2, 2.55, 2.85, 3.15)
"""Value by number of pesos, early in the game."""
MORE_PESOS: Final = 0.28
MONEY_AT_LAST: Final = 0.25
"""The share of that value that is left after the last ship."""
MARKER_POINTS: Final = 0.45
"""A marker's earnings for each ship."""


def value(game: Santiago, seat: int) -> float:
    """The standing of this seat against its rivals, in points."""
    judge = final if game.cashed else standing
    worth = [judge(game, other) for other in range(len(game.held))]
    mine = worth.pop(seat)
    lead = mine - max(worth)
    if game.cashed:
        return lead + won(game, seat)
    return mine - BEST_RIVAL_WEIGHT * max(worth) - ALL_RIVALS_WEIGHT * fsum(worth) / len(worth)


def won(game: Santiago, seat: int) -> float:
    """The value of the win for the leader once everything is cashed."""
    best = max(final(game, other) for other in range(len(game.held)))
    return WIN_POINTS if game.cashed and final(game, seat) == best else 0.0


def final(game: Santiago, seat: int) -> float:
    """Points, then leftover goods and pesos as tie-breakers."""
    held = game.held[seat]
    return held[VP] + sum(held[good] for good in GOODS) / 100 + held[PESO] / 10_000


def standing(game: Santiago, seat: int) -> float:
    """Points, and the potential of the rest."""
    held = game.held[seat]
    ahead = BOX.track.ships - game.departed
    future = soon(ahead)
    return (
        held[VP]
        + cargo(game, held, future)
        + money(held[PESO], future)
        + MARKER_POINTS * ahead * game.owners.count(seat)
    )


REST: Final = "rivals"


def parts(game: Santiago, seat: int) -> dict[str, ValuePart]:
    held, pesos = game.held[seat], game.held[seat][PESO]
    goods, points = sum(held[good] for good in GOODS), ValuePart(held[VP], held[VP])
    if game.cashed:
        return {
            "points": points,
            "goods": ValuePart(goods / 100, goods),
            "pesos": ValuePart(pesos / 10_000, pesos),
        }
    ahead, markers = BOX.track.ships - game.departed, game.owners.count(seat)
    return {
        "points": points,
        "goods": ValuePart(cargo(game, held, soon(ahead)), goods),
        "pesos": ValuePart(money(pesos, soon(ahead)), pesos),
        "markers": ValuePart(MARKER_POINTS * ahead * markers, markers),
    }


def soon(ahead: int) -> float:
    """The weight of gains from later ships, by the number of ships ahead."""
    return max(0.05, min(1.0, 0.2 * ahead - 0.2))


def money(pesos: int, future: float) -> float:
    early = PESOS[min(pesos, len(PESOS) - 1)] + MORE_PESOS * max(0, pesos - len(PESOS) + 1)
    return early * (MONEY_AT_LAST + (1 - MONEY_AT_LAST) * future)


def cargo(game: Santiago, held: list[int], future: float) -> float:
    """The potential of goods: on this ship, on a later one (with the weight `future`), or left over."""
    price = game.value + (FLAG_PRICE_RISE if game.car != HARBOR_STATION and game.value < VALUES[-1] else 0)
    points, room = 0.0, 0
    for good in DEMANDED:
        demand = game.demand(good)
        now = min(held[good], demand)
        room += demand - now
        points += SOLD_PRICE_SHARE * price * now + stored(good, held[good] - now, future)
    for raw, made in ((SUGAR_CANE, RUM), (TOBACCO, CIGARS)):
        spare = max(0, held[raw] - game.demand(raw))
        points += RAW_PRICE_SHARE * price * min(spare, max(0, game.demand(made) - held[made]))
    now = min(held[WOOD], room, WOOD_AT_ONCE)
    return points + WOOD_NOW * now + stored(WOOD, held[WOOD] - now, future)


@lru_cache(maxsize=10_000)
def stored(good: int, units: int, future: float) -> float:
    """The value of units of a good that must wait."""
    return fsum(
        max(1 / GOODS_FOR_VP, future * (LATER[good] - FURTHER_UNIT_LOSS * unit)) for unit in range(units)
    )

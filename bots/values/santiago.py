"""What a position of Santiago de Cuba is worth: points, and what goods, money and markers may still become.

A good is worth what a ship pays for it: most of it where the ship in the harbor wants it, less where it
must wait for another one, and no more than a third of a point when the last ship is near. Raw goods may
still be refined. Money buys the way to the right Cuban; beyond some pesos it is only worth what the
casino pays. A marker earns a little with every ship that is still to come.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from server.games.santiago.cards import BOX
from server.games.santiago.ships import GOODS_FOR_VP, VALUES
from server.games.santiago.state import (
    CIGARS,
    DEMANDED,
    GOODS,
    HARBOR,
    PESO,
    RUM,
    SUGAR_CANE,
    TOBACCO,
    VP,
    WOOD,
    Santiago,
)

from . import Part

BEST: Final = 0.35
"""What the points of the best rival count."""
ALL: Final = 0.3
"""What the points of all rivals count, on average."""
WIN: Final = 50.0
"""What having won is worth beyond the points ahead."""

SOLD: Final = 0.72
"""How much of its price a wanted good brings on average: others may be faster."""
RISE: Final = 0.35
"""What a flag is expected to be added to the price until the harbor is reached."""
REFINED: Final = 0.2
"""How much of the price of a wanted good its raw material is worth."""
LATER: Final = {good: 1.15 if good not in (SUGAR_CANE, TOBACCO) else 1.05 for good in DEMANDED} | {WOOD: 0.65}
"""Points that a unit brings on some later ship."""
CROWDED: Final = 0.15
"""What each further unit of a kind is worth less than the one before: a ship takes only so many."""
WOOD_NOW: Final = 0.8
WOOD_AT_ONCE: Final = 3
"""How much wood a ship may find place for."""

PESOS: Final = (0.0, 0.7, 1.3, 1.8, 2.2, 2.55, 2.85, 3.15)
"""What so many pesos are worth early in the game."""
MORE_PESOS: Final = 0.28
MONEY_AT_LAST: Final = 0.25
"""How much of that is left when the last ship is in."""
MARKER: Final = 0.45
"""What a marker earns while one ship comes and goes."""


def value(game: Santiago, seat: int) -> float:
    """How well this seat stands against its rivals, in points."""
    judge = final if game.cashed else standing
    worth = [judge(game, other) for other in range(len(game.held))]
    mine = worth.pop(seat)
    lead = mine - max(worth)
    if game.cashed:
        return lead + won(game, seat)
    return mine - BEST * max(worth) - ALL * sum(worth) / len(worth)


def won(game: Santiago, seat: int) -> float:
    """What the win is worth to who stands ahead once everything is cashed."""
    best = max(final(game, other) for other in range(len(game.held)))
    return WIN if game.cashed and final(game, seat) == best else 0.0


def final(game: Santiago, seat: int) -> float:
    """Points, then goods left over and pesos, as ties are broken."""
    held = game.held[seat]
    return held[VP] + sum(held[good] for good in GOODS) / 100 + held[PESO] / 10_000


def standing(game: Santiago, seat: int) -> float:
    """Points, and what the rest may become."""
    held = game.held[seat]
    ahead = BOX.track.ships - game.departed
    future = soon(ahead)
    return (
        held[VP]
        + cargo(game, held, future)
        + money(held[PESO], future)
        + MARKER * ahead * game.owners.count(seat)
    )


REST: Final = "rivals"


def parts(game: Santiago, seat: int) -> dict[str, Part]:
    """What a seat's standing is made of."""
    held, pesos = game.held[seat], game.held[seat][PESO]
    goods, points = sum(held[good] for good in GOODS), Part(held[VP], held[VP])
    if game.cashed:
        return {"points": points, "goods": Part(goods / 100, goods), "pesos": Part(pesos / 10_000, pesos)}
    ahead, markers = BOX.track.ships - game.departed, game.owners.count(seat)
    return {
        "points": points,
        "goods": Part(cargo(game, held, soon(ahead)), goods),
        "pesos": Part(money(pesos, soon(ahead)), pesos),
        "markers": Part(MARKER * ahead * markers, markers),
    }


def soon(ahead: int) -> float:
    """How much of what later ships may bring counts, with so many to come."""
    return max(0.05, min(1.0, 0.2 * ahead - 0.2))


def money(pesos: int, future: float) -> float:
    """What pesos are worth."""
    early = PESOS[min(pesos, len(PESOS) - 1)] + MORE_PESOS * max(0, pesos - len(PESOS) + 1)
    return early * (MONEY_AT_LAST + (1 - MONEY_AT_LAST) * future)


def cargo(game: Santiago, held: list[int], future: float) -> float:
    """What goods may bring: on this ship, on a later one (where `future` of it counts), or left over."""
    price = game.value + (RISE if game.car != HARBOR and game.value < VALUES[-1] else 0)
    points, room = 0.0, 0
    for good in DEMANDED:
        demand = game.demand(good)
        now = min(held[good], demand)
        room += demand - now
        points += SOLD * price * now + stored(good, held[good] - now, future)
    for raw, made in ((SUGAR_CANE, RUM), (TOBACCO, CIGARS)):
        spare = max(0, held[raw] - game.demand(raw))
        points += REFINED * price * min(spare, max(0, game.demand(made) - held[made]))
    now = min(held[WOOD], room, WOOD_AT_ONCE)
    return points + WOOD_NOW * now + stored(WOOD, held[WOOD] - now, future)


@lru_cache(maxsize=10_000)
def stored(good: int, units: int, future: float) -> float:
    """What units of a good are worth that must wait."""
    return sum(max(1 / GOODS_FOR_VP, future * (LATER[good] - CROWDED * unit)) for unit in range(units))

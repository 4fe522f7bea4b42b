"""What a position of Santiago de Cuba is worth: points, and what goods and money may still become.

A good is worth what a ship pays for it: at once as far as the ship in the harbor wants it, less for
those that must wait, and hardly more than a third of a point when the last ship is near. Raw goods can
be refined. Money buys the way to the right Cuban; beyond some pesos it is only worth what the casino
pays. A marker earns a little with every round, and the better, the more turns are to come.
"""

from __future__ import annotations

from typing import Final

from server.games.santiago.cards import BOX
from server.games.santiago.ships import GOODS_FOR_VP
from server.games.santiago.state import (
    CIGARS,
    DEMANDED,
    GOODS,
    HARBOR,
    NO_SHIP,
    NOBODY,
    PESO,
    RUM,
    SUGAR_CANE,
    TOBACCO,
    VP,
    WOOD,
    Santiago,
)

RIVAL: Final = 0.35
"""What the best rival's points count."""
HELD: Final = 0.62
"""The share of a wanted good's price that it brings on average: others may be faster."""
LATER: Final = (1.05, 1.15, 1.0, 1.1, 1.1)
"""Points that a unit brings on some later ship, by good, while there are ships to come."""
WOOD_LATER: Final = 0.65
CROWDED: Final = 0.16
"""What each further unit of a kind is worth less: a ship takes only so many."""
PESOS: Final = (0.0, 0.7, 1.3, 1.8, 2.2, 2.55, 2.85, 3.15)
"""What so many pesos are worth in the middle of the game."""
MORE_PESOS: Final = 0.28
MARKER: Final = 0.45
"""What a marker earns while one ship comes and goes."""
LEFTOVER: Final = 1 / GOODS_FOR_VP
NEAR_HARBOR: Final = 0.04
"""What a wanted good loses with every station that the car has passed since the harbor's turn is worth."""


def value(game: Santiago, seat: int) -> float:
    """How well this seat stands, in points, against its best rival."""
    if game.cashed:
        return final(game, seat)
    worth = [standing(game, other) for other in range(len(game.held))]
    mine = worth.pop(seat)
    return mine - RIVAL * max(worth) - (1 - RIVAL) * sum(worth) / len(worth) * 0.5


def final(game: Santiago, seat: int) -> float:
    """Points ahead of the best rival, by hundredths for the ties; a win is better than any hope."""
    standings = [
        held[VP] + sum(held[good] for good in GOODS) / 100 + held[PESO] / 10_000 for held in game.held
    ]
    mine = standings.pop(seat)
    lead = mine - max(standings)
    return lead + (50 if lead >= 0 else 0)


def standing(game: Santiago, seat: int) -> float:
    """Points, and what the rest may become."""
    held = game.held[seat]
    ahead = (BOX.track.ships - game.departed) / BOX.track.ships
    later = min(1.0, ahead * 1.4 - 0.2 if ahead > 0.2 else 0.05)
    points = held[VP] + goods(game, held, later)
    points += MARKER * game.owners.count(seat) * (BOX.track.ships - game.departed)
    pesos = held[PESO]
    money = PESOS[pesos] if pesos < len(PESOS) else PESOS[-1] + MORE_PESOS * (pesos - len(PESOS) + 1)
    return points + money * (0.25 + 0.75 * later)


def goods(game: Santiago, held: list[int], later: float) -> float:
    """What the goods of a seat are worth: on this ship, on later ones, and as leftovers."""
    price = game.value + 0.35 * (game.beside != NO_SHIP and game.car != HARBOR)
    points = 0.0
    wanted = 0
    for good in DEMANDED:
        count = held[good]
        demand = game.demand(good)
        wanted += max(0, demand - count)
        now = min(count, demand)
        points += HELD * price * now
        for unit in range(count - now):
            points += max(LEFTOVER, later * (LATER[good] - CROWDED * unit))
    # raw goods can become what the ship wants
    for raw, made in ((SUGAR_CANE, RUM), (TOBACCO, CIGARS)):
        spare = max(0, held[raw] - game.demand(raw))
        open_demand = max(0, game.demand(made) - held[made])
        points += 0.2 * price * min(spare, open_demand)
    wood = held[WOOD]
    now = min(wood, wanted, 3)
    points += 0.8 * now
    for unit in range(wood - now):
        points += max(LEFTOVER, later * (WOOD_LATER - 0.1 * unit))
    return points


def owned(game: Santiago, seat: int) -> list[int]:
    """The buildings of a seat."""
    return [b for b, owner in enumerate(game.owners) if owner == seat != NOBODY]

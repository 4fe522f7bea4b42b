"""Advice for first-time players at the questions of Santiago de Cuba."""

from __future__ import annotations

from typing import Final

from ..advising import Advice, Advices, always, offers
from ..kernel import Ask
from .cards import BOX
from .flow import ahead_of
from .state import CIGARS, HARBOR_STATION, NO_SHIP, NOBODY, PESO, RUM, WOOD, Santiago

FEW_SHIPS: Final = 2
"""The end is near when at most this many ships still have to leave."""


def end_near(game: Santiago, seat: int, ask: Ask) -> bool:
    return BOX.track.ships - game.departed <= FEW_SHIPS


def cargo(game: Santiago, seat: int) -> int:
    """Units that the seat could deliver now, with one delivery for each of its goods (wood excluded)."""
    goods = [good for good in range(WOOD) if game.demand(good)]
    return sum(min(game.held[seat][good], game.demand(good)) for good in goods)


def end_far(game: Santiago, seat: int, ask: Ask) -> bool:
    return not end_near(game, seat, ask)


def harbor_pays(game: Santiago, seat: int, ask: Ask) -> bool:
    """The car can reach the harbor, and the ship demands a good that the seat holds."""
    reach = any(ahead_of(game, stations) == HARBOR_STATION for stations in offers(ask, "drive"))
    return reach and cargo(game, seat) > 0


def no_pesos(game: Santiago, seat: int, ask: Ask) -> bool:
    return game.held[seat][PESO] <= 1


def holds_wood(game: Santiago, seat: int, ask: Ask) -> bool:
    return game.held[seat][WOOD] > 0


def low_value(game: Santiago, seat: int, ask: Ask) -> bool:
    return game.value == min(BOX.track.values)


def owned_by_others(game: Santiago, seat: int, ask: Ask) -> bool:
    """Some of the buildings to choose from belong to opponents, but not all."""
    theirs = [game.owners[building] not in (seat, NOBODY) for building in offers(ask, "enter")]
    return any(theirs) and not all(theirs)


def ship_wants(game: Santiago, seat: int, ask: Ask) -> bool:
    """The ship demands the good that this building makes."""
    return game.demand(RUM if ask.prompt == "distillery" else CIGARS) > 0


def cafe_waits(game: Santiago, seat: int, ask: Ask) -> bool:
    """A ship is being loaded, but it does not demand the good that this building makes."""
    return game.beside != NO_SHIP and not ship_wants(game, seat, ask)


ADVICE: Final[Advices] = {
    "demand": (Advice("leave_out", always),),
    "roll": (Advice("leave_out", always),),
    "drive": (
        Advice("end_near", end_near),
        Advice("harbor", harbor_pays),
        Advice("no_pesos", no_pesos),
        Advice("two_uses", always),
    ),
    "deliver": (
        Advice("end_near", end_near),
        Advice("low_value", low_value),
        Advice("wood", holds_wood),
        Advice("shared_demand", always),
    ),
    "enter": (Advice("others_rent", owned_by_others), Advice("use_building", always)),
    "alonso": (Advice("claim", always),),
    "distillery": (Advice("cafe", cafe_waits), Advice("refine", ship_wants)),
    "cigar_factory": (Advice("cafe", cafe_waits), Advice("refine", ship_wants)),
    "customs_office": (Advice("customs", always),),
    "harbor_office": (Advice("value", always),),
    "casino": (Advice("pesos_late", end_near), Advice("pesos_early", end_far)),
    "gift": (Advice("gift", always),),
}

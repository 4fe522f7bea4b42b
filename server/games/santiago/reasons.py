"""Reasons why an item on the table can't be chosen now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..kernel import Ask, Choice
from ..reasons import Bar, Bars, Line, Short, Thing, Things, always, have_one, neighbour, only_at
from .cards import BOX
from .flow import STATIONS, UseBuilding, UseCuban, ahead_of
from .ships import MOST, VALUES
from .state import DEMANDED, GOODS, HARBOR_STATION, ITEMS, NO_SHIP, NOBODY, NOWHERE, PESO, VP, WOOD, Santiago

# -- stations --------------------------------------------------------------------------------------


def chosen_station(game: Santiago, choice: Choice) -> Collection[int]:
    """The car's destination, or the station of the Cuban who is turned down or whose function is used."""
    if choice.verb == "drive":
        return (ahead_of(game, choice.noun),)
    if choice.verb == "turn_down":
        return (game.street.index(choice.noun),)
    return (game.car,) if isinstance(game.stack[-1], UseCuban) else ()


def give_pesos(game: Santiago, seat: int, noun: int, pesos: int) -> None:
    game.held[seat][PESO] += pesos


def wake(game: Santiago, seat: int, station: int) -> None:
    if station != HARBOR_STATION:
        game.down[game.street[station]] = False


def why_no_station(game: Santiago, ask: Ask, station: int) -> Line:
    if ask.prompt == "newspaper":
        return ("harbor",)
    step = game.stack[-1]
    if not isinstance(step, UseCuban):
        return ("station_when",)
    return ("asked",) if station == game.car else ("car_at", step.cuban)


STATION_BARS: Final[dict[str, Bars]] = {
    "drive": (Short("short", give_pesos, STATIONS),),
    "newspaper": (Bar(wake, always("asleep")),),
}

# -- buildings -------------------------------------------------------------------------------------


def chosen_building(game: Santiago, choice: Choice) -> Collection[int]:
    """The building that is entered, claimed, employed or used."""
    if choice.verb != "use":
        return (choice.noun,)
    return (step.building,) if isinstance(step := game.stack[-1], UseBuilding) else ()


def clear_building(game: Santiago, seat: int, building: int) -> None:
    game.pawns = [NOWHERE if pawn == building else pawn for pawn in game.pawns]


def say_pawn(game: Santiago, seat: int, building: int) -> Line:
    return ("pawn_there", game.pawns.index(building))


def disown(game: Santiago, seat: int, building: int) -> None:
    game.owners[building] = NOBODY


def say_owner(game: Santiago, seat: int, building: int) -> Line:
    """An own building is not offered only because its use would have no effect."""
    owner = game.owners[building]
    return ("useless",) if owner == seat else ("owned_by", owner)


def keep_marker(game: Santiago, seat: int, building: int) -> None:
    """Free a marker of the seat."""
    if seat in game.owners:
        game.owners[game.owners.index(seat)] = NOBODY


def why_no_building(game: Santiago, ask: Ask, building: int) -> Line:
    if ask.prompt == "enter":
        return ("other_flower",)
    step = game.stack[-1]
    if not isinstance(step, UseBuilding):
        return ("building_when",)
    return ("asked",) if building == step.building else ("about", step.building)


BUILDING_BARS: Final[dict[str, Bars]] = {
    "enter": (Bar(clear_building, say_pawn),),
    "alonso": (Bar(disown, say_owner), Bar(keep_marker, always("no_marker"))),
}

# -- goods, pesos, points --------------------------------------------------------------------------


def chosen_item(game: Santiago, choice: Choice) -> Collection[int]:
    """The own item that a choice gives away."""
    return ({"give_peso": PESO, "give_vp": VP}.get(choice.verb, choice.noun),)


def stock(game: Santiago, seat: int, good: int) -> None:
    have_one(game.supply, good)


def have_item(game: Santiago, seat: int, item: int) -> None:
    have_one(game.held[seat], item)


def have_other(game: Santiago, seat: int, item: int) -> None:
    """Ensure that the supply has another good to give in return."""
    game.supply = [max(1, pieces) for pieces in game.supply]


def why_not_taken(game: Santiago, ask: Ask, good: int) -> Line:
    return ("no_wood",) if good == WOOD else ("same_good",)


def why_not_given(game: Santiago, ask: Ask, item: int) -> Line:
    if ask.prompt == "cafe":
        return ("not_bought",)
    return ("no_wood",) if item == WOOD else ("no_good",)


NONE_HELD: Final = Bar(have_item, always("none_held"))
NONE_LEFT: Final[Bars] = (Bar(stock, always("none_left")),)
OWN_BARS: Final[dict[str, Bars]] = {
    "gift": (NONE_HELD,),
    "black_market": (NONE_HELD, Bar(have_other, always("nothing_back"))),
    "cafe": (NONE_HELD,),
}

# -- dice ------------------------------------------------------------------------------------------


def chosen_die(game: Santiago, choice: Choice) -> Collection[int]:
    return (choice.noun // MOST if choice.verb.startswith("deliver") else choice.noun,)


def bring_aboard(game: Santiago, seat: int, good: int) -> None:
    """Put another good's die beside the ship instead."""
    if game.beside == good:
        game.beside = next(other for other in DEMANDED if other != good)


def demand(game: Santiago, seat: int, good: int) -> None:
    game.faces[good] = max(1, game.faces[good])


ABOARD: Final = Bar(bring_aboard, always("beside"))
DEMAND: Final = Bar(demand, always("no_demand"))
DIE_BARS: Final[dict[str, Bars]] = {
    "customs_office": (ABOARD, DEMAND),
    "trading_office": (ABOARD, DEMAND, NONE_HELD),
    "deliver": (ABOARD, DEMAND, Bar(have_item, always("no_cargo"))),
}


def why_no_die(game: Santiago, ask: Ask, good: int) -> Line:
    return ("no_ship",) if game.beside == NO_SHIP else ("another",)


# -- flags of the value ----------------------------------------------------------------------------

FLAGS: Final = range(len(VALUES) + 1)
"""One flag for each value, and the chequered flag, at which the ship leaves."""


def chosen_flag(game: Santiago, choice: Choice) -> Collection[int]:
    """The adjacent flag to which the harbor office moves the marker."""
    return (VALUES.index(game.value) + (1 if choice.verb == "raise" else -1),)


def why_no_flag(game: Santiago, ask: Ask, flag: int) -> Line:
    if flag == VALUES.index(game.value):
        return ("value_here",)
    return ("flag_beside",) if ask.prompt == "harbor_office" else ("value_moves",)


# -- all of them -----------------------------------------------------------------------------------

THINGS: Final[Things] = {
    "station": Thing(
        frozenset(["drive", "turn_down", "use"]),
        lambda game, seat: range(STATIONS),
        STATION_BARS,
        why_no_station,
        chosen_station,
    ),
    "building": Thing(
        frozenset(["enter", "claim", "employ", "use"]),
        lambda game, seat: range(len(BOX.buildings)),
        BUILDING_BARS,
        why_no_building,
        chosen_building,
    ),
    "supply": Thing(
        frozenset(["take", "swap_take"]),
        lambda game, seat: GOODS,
        {"pablo": NONE_LEFT, "swap_take": NONE_LEFT},
        only_at(("pablo", "swap_take"), "supply_when", why_not_taken),
    ),
    "own": Thing(
        frozenset(["give", "give_peso", "give_vp", "swap_give", "sell"]),
        lambda game, seat: range(len(ITEMS)),
        OWN_BARS,
        only_at(OWN_BARS, "own_when", why_not_given),
        chosen_item,
    ),
    "die": Thing(
        frozenset(["cancel", "trade", "leave_out", "deliver", "deliver_wood"]),
        lambda game, seat: DEMANDED,
        DIE_BARS,
        only_at((*DIE_BARS, "demand"), "die_when", why_no_die),
        chosen_die,
    ),
    "flag": Thing(frozenset(["lower", "raise"]), lambda game, seat: FLAGS, {}, why_no_flag, chosen_flag),
    "neighbour": neighbour(lambda game, seat: [one for one in range(len(game.pawns)) if one != seat]),
}

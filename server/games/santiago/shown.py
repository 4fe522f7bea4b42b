"""The things that the board of Santiago de Cuba shows, and when each reason is true: from the views and the
cards."""

from __future__ import annotations

from ..engine import View
from ..evidence import Seen, Shown
from .cards import BOX, spaces_under
from .effects import BUILDINGS
from .state import ITEMS, NO_SHIP, PESO, WOOD

STATIONS = 10
PLAIN = {"roll", "decline", "give_nothing", "pass", "done", "finish"}
"""The verbs of answers that concern nothing on the board."""
PLAIN |= {"convert", "sell_both", "buy_vp", "sell_vp"}
"""How much of something: that is told in a form of its own."""
VALUES = BOX.track.values
CUBANS = {cuban.id for cuban in BOX.cubans}
WHEN = {
    "station": {"drive", "newspaper", *CUBANS},
    "building": {"enter", "alonso", *(building.id for building in BOX.buildings)},
    "supply": {"pablo", "swap_take"},
    "own": {"gift", "black_market", "cafe"},
    "die": {"deliver", "demand", "customs_office", "trading_office"},
    "flag": {"harbor_office"},
}
"""The questions at which a thing is chosen, as the texts of its `..._when` say."""


def shown(public: View, private: View, seat: int) -> Shown:
    return {
        "station": set(range(STATIONS)),
        "building": set(range(len(BOX.buildings))),
        "supply": set(range(len(public["supply"]))),
        "own": set(range(len(ITEMS))),
        "die": set(range(len(public["faces"]))),
        "flag": set(range(len(VALUES) + 1)),
        "neighbour": set(range(len(public["pawns"]))) - {seat},
    }


def held(seen: Seen, item: int) -> int:
    """How many of an item the seat has."""
    found: int = (seen.private.get("held") or seen.public["held"][seen.seat])[item]
    return found


def short(seen: Seen) -> bool:
    """A step costs a peso, except for the first."""
    steps = (seen.noun - seen.public["car"] - 1) % STATIONS + 1
    return seen.nouns == (steps - 1 - held(seen, PESO),) > (0,)


def other_flower(seen: Seen) -> bool:
    under = [seen.public["spaces"][space] for space in spaces_under(seen.game().stack[-1].cuban)]
    return seen.noun not in under


NO_WOOD = {"no_wood": lambda seen: seen.noun == WOOD}
TRUE = {
    "station": {
        "short": short,
        "asleep": lambda seen: seen.public["down"][seen.public["street"][seen.noun]],
        "harbor": lambda seen: seen.noun == 0 and "turn_down" in seen.verbs,
        "car_at": lambda seen: (
            seen.nouns == (seen.public["street"][seen.public["car"]],) and seen.noun != seen.public["car"]
        ),
        "asked": lambda seen: seen.noun == seen.public["car"] and seen.ask.prompt in CUBANS,
        "station_when": lambda seen: seen.ask.prompt not in WHEN["station"],
    },
    "building": {
        "pawn_there": lambda seen: seen.public["pawns"][seen.nouns[0]] == seen.noun,
        "owned_by": lambda seen: seen.nouns == (seen.public["owners"][seen.noun],) != (seen.seat,),
        "useless": lambda seen: (
            seen.public["owners"][seen.noun] == seen.seat and not BUILDINGS[seen.noun].offers(seen.game())
        ),
        "no_marker": lambda seen: seen.hints["markers"][seen.seat] == 0,
        "other_flower": other_flower,
        "about": lambda seen: seen.nouns == (seen.game().stack[-1].building,) != (seen.noun,),
        "asked": lambda seen: BOX.buildings[seen.noun].id == seen.ask.prompt,
        "building_when": lambda seen: seen.ask.prompt not in WHEN["building"],
    },
    "supply": {
        **NO_WOOD,
        "none_left": lambda seen: seen.public["supply"][seen.noun] == 0,
        "same_good": lambda seen: seen.noun == seen.game().stack[-1].given,
        "supply_when": lambda seen: seen.ask.prompt not in WHEN["supply"],
    },
    "own": {
        **NO_WOOD,
        "none_held": lambda seen: held(seen, seen.noun) == 0,
        "nothing_back": lambda seen: (
            not any(
                pieces for good, pieces in enumerate(seen.public["supply"]) if good not in (seen.noun, WOOD)
            )
        ),
        "not_bought": lambda seen: seen.noun not in seen.offered("sell"),
        "no_good": lambda seen: seen.noun > WOOD,
        "own_when": lambda seen: seen.ask.prompt not in WHEN["own"],
    },
    "die": {
        "beside": lambda seen: seen.public["beside"] == seen.noun,
        "no_demand": lambda seen: seen.public["faces"][seen.noun] == 0,
        "none_held": lambda seen: held(seen, seen.noun) == 0,
        "no_cargo": lambda seen: held(seen, seen.noun) == held(seen, WOOD) == 0,
        "no_ship": lambda seen: seen.public["beside"] == NO_SHIP,
        "die_when": lambda seen: seen.ask.prompt not in WHEN["die"],
    },
    "flag": {
        "value_here": lambda seen: [*VALUES, 0][seen.noun] == seen.public["value"],
        "flag_beside": lambda seen: abs(seen.noun - VALUES.index(seen.public["value"])) > 1,
        "value_moves": lambda seen: seen.ask.prompt not in WHEN["flag"],
    },
    "neighbour": {"theirs": lambda seen: seen.nouns == (seen.noun,) != (seen.seat,)},
}

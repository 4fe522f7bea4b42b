"""The things that the board of Schweinebande shows, and when each reason is true: from the view alone."""

from __future__ import annotations

from ..engine import View
from ..evidence import Seen, Shown
from .cards import SACK, TILES
from .state import EMPTY, FACE_DOWN

FOUR = 4
PLAIN = {"decline", "keep", "done"}
"""The verbs of answers that concern nothing on the board."""


def shown(public: View, private: View, seat: int) -> Shown:
    return {
        "space": set(range(len(public["market"]))),
        "pen": set(range(len(TILES))),
        "six": {0},
        "feed": {0},
        "neighbour": set(range(len(public["pens"]))) - {seat},
    }


def pen(seen: Seen) -> list[int]:
    """The seat's tiles by kind."""
    found: list[int] = seen.public["pens"][seen.seat]
    return found


def hungry(seen: Seen) -> int:
    return sum(pen(seen)[:SACK])


def no_row(seen: Seen) -> bool:
    """No row of the seat's farmers has this tile."""
    farmers = seen.public["farmers"]
    rows = [row for space, _, row in seen.hints["rows"] if farmers[space] == seen.seat]
    return seen.public["market"][seen.noun] < EMPTY and all(seen.noun not in row for row in rows)


TRUE = {
    "space": {
        "face_up": lambda seen: seen.public["market"][seen.noun] != FACE_DOWN,
        "just_revealed": lambda seen: seen.nouns == (seen.hints["placing"],) != (seen.noun,),
        "farmer_of": lambda seen: seen.nouns == (seen.public["farmers"][seen.noun],) != (seen.seat,),
        "no_tile": lambda seen: seen.public["market"][seen.noun] == EMPTY,
        "no_row": no_row,
    },
    "pen": {
        "too_few": lambda seen: seen.nouns == (FOUR - pen(seen)[seen.noun],) and seen.noun != SACK,
        "none_there": lambda seen: pen(seen)[seen.noun] == 0,
        "enough_feed": lambda seen: (
            seen.public["options"]["sell_only_if_short"]
            and bool(pen(seen)[SACK] or seen.public["feed"][seen.seat] >= hungry(seen))
        ),
        "sack": lambda seen: seen.noun == SACK,
    },
    "six": {"kinds_missing": lambda seen: seen.nouns == (pen(seen)[:SACK].count(0),) != (0,)},
    "neighbour": {"theirs": lambda seen: seen.nouns == (seen.noun,) != (seen.seat,)},
    "feed": {
        "feed_short": lambda seen: seen.nouns == (hungry(seen) - seen.public["feed"][seen.seat],) > (0,),
    },
}

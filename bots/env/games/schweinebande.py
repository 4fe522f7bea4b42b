"""Schweinebande: everything is public but the tiles that lie face down."""

from __future__ import annotations

from typing import Final

from server.games.schweinebande.board import DIRECTIONS, SPACES
from server.games.schweinebande.cards import KINDS, TILES
from server.games.schweinebande.state import FACE_DOWN

from ..parts import BySeat, Each, Kind, Number, Numbers, Parts, Seat, SeatBits
from ..vocabulary import ALONE, ANY, Verbs

VERBS: Final[Verbs] = {
    "reveal": SPACES,
    "place": ALONE,
    "decline": ALONE,
    "collect": range(len(SPACES) * len(DIRECTIONS)),
    "alone": SPACES,
    "four": KINDS,
    "six": ALONE,
    "keep": ALONE,
    "pay": ANY,
    "sack": ANY,
    "sell": KINDS,
    "done": ALONE,
}

PUBLIC: Final[Parts] = {
    "round": Number(),
    "active": Seat(),
    "pile": Number(),
    "market": Each(Kind(FACE_DOWN + 1), len(SPACES)),
    "farmers": Each(Seat(), len(SPACES)),
    "left": BySeat(Number()),
    "order": BySeat(Number()),
    "pens": BySeat(Numbers(len(TILES))),
    "farms": BySeat(Numbers(len(TILES))),
    "feed": BySeat(Number()),
    "box": Numbers(len(TILES)),
    "chose": SeatBits(),
}

PRIVATE: Final[Parts] = {}

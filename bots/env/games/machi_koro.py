"""Machi Koro: everything is public."""

from __future__ import annotations

from typing import Final

from server.games.machi_koro.cards import BOX, KINDS, LANDMARKS
from server.games.machi_koro.state import EXTRA, SEATS

from ..parts import BySeat, Kind, Number, Numbers, Parts, Seat
from ..vocabulary import ALONE, Verbs

_SEATS: Final = range(len(SEATS))
_LANDMARKS: Final = range(len(LANDMARKS))

VERBS: Final[Verbs] = {
    "roll": range(1, BOX.dice.pieces + 1),
    "keep": ALONE,
    "reroll": ALONE,
    "tv": _SEATS,
    "give": KINDS,
    "with": _SEATS,
    "take": KINDS,
    "decline": ALONE,
    "build": KINDS,
    "landmark": _LANDMARKS,
    "pass": ALONE,
    "build_nothing": ALONE,
    "done": ALONE,
}

PUBLIC: Final[Parts] = {
    "active": Seat(),
    "dice": Numbers(BOX.dice.pieces),
    "extra": Kind(EXTRA + 1),
    "coins": BySeat(Number()),
    "cities": BySeat(Numbers(len(KINDS))),
    "landmarks": BySeat(Numbers(len(LANDMARKS))),
    "places": BySeat(Number()),
    "supply": Numbers(len(KINDS)),
    "deck": Numbers(len(KINDS)),
}

PRIVATE: Final[Parts] = {}

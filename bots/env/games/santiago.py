"""Santiago de Cuba: holdings may be behind screens, and have no upper limit."""

from __future__ import annotations

from typing import Final

from server.games.santiago.cards import BOX
from server.games.santiago.ships import MOST
from server.games.santiago.state import DEMANDED, ITEMS, PIECES

from ..parts import BySeat, Each, Kind, Number, Numbers, Parts, Seat
from ..vocabulary import ALONE, Amounts, Verbs

_BUILDINGS: Final = range(len(BOX.buildings))
_CUBANS: Final = range(len(BOX.cubans))
_DELIVERIES: Final = range(len(DEMANDED) * MOST)

PESOS: Final = 24
POINTS: Final = 60
"""The amounts of pesos and points that a single action says."""

VERBS: Final[Verbs] = {
    "leave_out": DEMANDED,
    "roll": ALONE,
    "drive": Amounts(1, PESOS),
    "use": ALONE,
    "decline": ALONE,
    "take": DEMANDED,
    "claim": _BUILDINGS,
    "employ": _BUILDINGS,
    "give_peso": ALONE,
    "give_vp": ALONE,
    "give": DEMANDED,
    "give_nothing": ALONE,
    "deliver": _DELIVERIES,
    "deliver_wood": _DELIVERIES,
    "pass": ALONE,
    "enter": _BUILDINGS,
    "convert": range(1, PIECES.most + 1),
    "swap_give": DEMANDED,
    "swap_take": DEMANDED,
    "sell": DEMANDED,
    "sell_both": ALONE,
    "cancel": DEMANDED,
    "buy_vp": Amounts(1, PESOS),
    "sell_vp": Amounts(1, POINTS),
    "lower": ALONE,
    "raise": ALONE,
    "trade": DEMANDED,
    "turn_down": _CUBANS,
    "done": ALONE,
    "finish": ALONE,
}

PUBLIC: Final[Parts] = {
    "active": Seat(),
    "car": Kind(BOX.track.stations),
    "street": Each(Kind(len(BOX.cubans)), BOX.track.stations),
    "down": Numbers(len(BOX.cubans)),
    "spaces": Each(Kind(len(BOX.buildings)), len(BOX.buildings)),
    "owners": Each(Seat(), len(BOX.buildings)),
    "pawns": BySeat(Kind(len(BOX.buildings))),
    "held": BySeat(Numbers(len(ITEMS))),
    "supply": Numbers(len(BOX.goods)),
    "passed": BySeat(Number()),
    "faces": Numbers(len(DEMANDED)),
    "beside": Kind(len(DEMANDED)),
    "value": Number(),
    "departed": Number(),
    "theirs": Number(),
    "opponent": Seat(),
    "cashed": BySeat(Number()),
}

PRIVATE: Final[Parts] = {"held": Numbers(len(ITEMS))}

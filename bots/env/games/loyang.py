"""At the Gates of Loyang: hands, the dealt customer and the order of piles are hidden."""

from __future__ import annotations

from typing import Final

from server.games.loyang.cards import (
    ACTION,
    BLUE_DOTS,
    CASUALS,
    FIELDS,
    HELPERS,
    KINDS,
    REGULARS,
    STALLS,
)
from server.games.loyang.effects.shop import STOCK_FACTOR
from server.games.loyang.state import ACTED
from server.games.loyang.turn import LAST_SPACE

from ..parts import BySeat, Card, CardList, Cards, Kind, Number, Numbers, Parts, Rows, Seat, SeatOrder
from ..vocabulary import ALONE, ANY, Verbs

_SEATS: Final = range(4)
_CUSTOMERS: Final = [*REGULARS, *CASUALS]

VERBS: Final[Verbs] = {
    "plant": KINDS,
    "loan": ALONE,
    "reap": FIELDS,
    "enough": ALONE,
    "reveal": ALONE,
    "lay": ACTION,
    "take": ACTION,
    "also": ACTION,
    "keep": ACTION,
    "dealt": ANY,
    "use": HELPERS,
    "use_second": HELPERS,
    "discard": HELPERS,
    "sell": KINDS,
    "partner": _SEATS,
    "sow": KINDS,
    "into": FIELDS,
    "buy": KINDS,
    "trade": KINDS,
    "stall": STALLS,
    "give": KINDS,
    "serve": _CUSTOMERS,
    "again": REGULARS,
    "double": REGULARS,
    "miss": REGULARS,
    "two_pack": ALONE,
    "top": ACTION,
    "none": ALONE,
    "under": ACTION,
    "alone": ALONE,
    "finish": ALONE,
    "upgrade": ALONE,
    "no_upgrade": ALONE,
    "give_up": KINDS,
    "step": range(LAST_SPACE),
    "stock": range(len(KINDS) * STOCK_FACTOR),
    "ready": ALONE,
    "wages": KINDS,
    "get": KINDS,
    "with": HELPERS,
    "offer": [*STALLS, *CASUALS],
    "swap": ACTION,
    "hawk": KINDS,
    "return": FIELDS,
    "field": FIELDS,
    "clear": FIELDS,
    "gather": FIELDS,
    "from": _SEATS,
    "pick": FIELDS,
    "take_over": ANY,
    "let_go": ALONE,
    "done": ALONE,
}

PUBLIC: Final[Parts] = {
    "cash": BySeat(Number()),
    "space": BySeat(Number()),
    "loans": BySeat(Number()),
    "capacity": BySeat(Number()),
    "returned": BySeat(Number()),
    "turn": BySeat(Kind(ACTED + 1)),
    "lasting": BySeat(Number()),
    "calling": BySeat(Card(HELPERS)),
    "shop": BySeat(Numbers(len(KINDS))),
    "cart": BySeat(Numbers(len(KINDS))),
    "casuals": BySeat(Cards(CASUALS)),
    "helpers": BySeat(Cards(HELPERS)),
    "taken": BySeat(Cards(ACTION)),
    "pack": BySeat(Cards(ACTION)),
    "fields": BySeat(Rows(FIELDS, 2)),
    "stalls": BySeat(Rows(STALLS, 1)),
    "regulars": BySeat(Rows(REGULARS, 3)),
    "under": BySeat(Rows(ACTION, 1)),
    "pile": BySeat(Cards(FIELDS)),
    "known": BySeat(CardList(len(FIELDS))),
    "looked": BySeat(Number()),
    "hand": BySeat(Number()),
    "dealt": BySeat(Number()),
    "picked": BySeat(Number()),
    "deck": Number(),
    "discard": Cards(ACTION),
    "court": Cards(ACTION),
    "round": Number(),
    "first": Seat(),
    "second": Seat(),
    "chosen": SeatOrder(),
    "order": SeatOrder(),
}

PRIVATE: Final[Parts] = {
    "hand": Cards(ACTION),
    "dealt": Card(BLUE_DOTS),
    "picked": Card(ACTION),
    "pile": CardList(len(FIELDS)),
}

"""Bruges: fronts of cards in hands and of houses are known to their owners alone.

The cards of all expansions have their places, whichever are in play.
"""

from __future__ import annotations

from typing import Final

from server.games.bruges.cards import BOX, IDS
from server.games.bruges.state import COLOURS, MAJORITIES, MARKS, MOST_SEATS

from ..parts import BySeat, CardList, Cards, Each, Kind, Number, Numbers, Parts, Seat
from ..vocabulary import ALONE, ANY, Amounts, Verbs

_CARDS: Final = range(len(IDS))
_COLOURS: Final = range(len(COLOURS))
_BACKS: Final = range(2 * len(COLOURS))
_SEATS: Final = range(MOST_SEATS)
_SIDES: Final = range(2)
_STACKS: Final = range(2)
_SHIPS: Final = range(len(BOX.ships))
_BOURSE: Final = range(len(BOX.bourse))

HOUSES: Final = 24
"""The houses of a seat that have a place in order. Those beyond are chosen by two actions, and seen only as
cards that lie somewhere."""

_ACTIONS: Final = ("workers", "guilders", "threat", "canal", "house", "hire")

VERBS: Final[Verbs] = {
    "stack": _STACKS,
    "enough": ALONE,
    "decline": ALONE,
    "done": ALONE,
    "advance": ANY,
    "stay": ALONE,
    "use": _CARDS,
    "activate": _CARDS,
    "again": ANY,
    **dict.fromkeys(_ACTIONS, _CARDS),
    **dict.fromkeys((f"{action}_bourse" for action in _ACTIONS), _CARDS),
    "play": _CARDS,
    "colour": _COLOURS,
    "side": _SIDES,
    "move_in": Amounts(0, HOUSES),
    "take_worker": _COLOURS,
    "take_rest": _COLOURS,
    "take_workers": _COLOURS,
    "give_worker": _COLOURS,
    "give_workers": _COLOURS,
    "give_rest": _COLOURS,
    "sell": _COLOURS,
    "sell_all": _COLOURS,
    "buy": _COLOURS,
    "return_threat": _COLOURS,
    "return_every": ALONE,
    "return_all": _COLOURS,
    "suffer": _COLOURS,
    "lose_person": _CARDS,
    "lose_house": Amounts(0, HOUSES),
    "lose_canal": _SIDES,
    "discard": _CARDS,
    "keep": _CARDS,
    "lay": _CARDS,
    "fetch": _CARDS,
    "swap": _CARDS,
    "give_guilder": _SEATS,
    "rob": _SEATS,
    "threaten": _COLOURS,
    "pass_threat": _COLOURS,
    **dict.fromkeys((f"give_{colour}" for colour in COLOURS), _SEATS),
    "spread": _COLOURS,
    "spread_to": _SEATS,
    "interrupt": ALONE,
    "strike": ALONE,
    "take_back": _CARDS,
    "sacrifice": _CARDS,
    "ship": _SHIPS,
}

_STATUES: Final = [*BOX.figures.statues, *BOX.figures.statues_of_five]

PUBLIC: Final[Parts] = {
    "guilders": BySeat(Number()),
    "points": BySeat(Number()),
    "step": BySeat(Number()),
    "workers": BySeat(Numbers(len(COLOURS))),
    "threats": BySeat(Numbers(len(COLOURS))),
    "canals": BySeat(Numbers(len(_SIDES))),
    "finished": BySeat(Numbers(len(_SIDES))),
    "statues": BySeat(Cards(_STATUES)),
    "persons": BySeat(Cards(_CARDS)),
    "pets": BySeat(Cards(_CARDS)),
    "used": BySeat(Cards(_CARDS)),
    "marks": BySeat(Numbers(len(MARKS))),
    "fresh": BySeat(Cards(_BACKS)),
    "houses": BySeat(Cards(_BACKS)),
    "hand": BySeat(Numbers(len(_BACKS))),
    "drawn": BySeat(Numbers(len(_BACKS))),
    "round": Number(),
    "phase": Kind(MAJORITIES + 1),
    "start": Seat(),
    "active": Seat(),
    "turn": Number(),
    "last": Number(),
    "markers": Number(),
    "statues_left": Cards(_STATUES),
    "discard": Cards(_CARDS),
    "shown": Cards(_CARDS),
    "rolled": Numbers(len(COLOURS)),
    "berths": Cards(_SHIPS),
    "sailed": Cards(_SHIPS),
    "traded": Cards(_BOURSE),
    "stacks": Numbers(len(_STACKS)),
    "tops": Each(Kind(len(_BACKS)), len(_STACKS)),
    "extra": Number(),
    "ships": Numbers(len(COLOURS)),
    "next": Cards(_SHIPS),
    "bourse": Number(),
    "free_canal": Number(),
    "recolour": Number(),
    "worth": BySeat(Number()),
}

PRIVATE: Final[Parts] = {
    "hand": Cards(_CARDS),
    "drawn": Cards(_CARDS),
    "houses": CardList(HOUSES, cut=True),
}

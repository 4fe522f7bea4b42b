"""Advice for first-time players of Bruges, by question."""

from __future__ import annotations

from typing import Final

from ..advising import Advice, Advices, always
from ..kernel import Ask
from .cards import COLOUR
from .flow import advance_price, counted, leaders, majorities
from .state import MARKS, NONE, Bruges
from .turn.threats import threshold
from .turn.verbs import EACH

POOR_GUILDERS: Final = 2
"""With no more guilders than these a seat can afford nearly nothing."""
GOOD_DIE: Final = 4
CHEAP_ADVANCE_GUILDERS: Final = 3
"""Up to this price an advance is nearly always worth it."""


def last_round(game: Bruges, seat: int, ask: Ask) -> bool:
    return game.round == game.last


def danger(game: Bruges, seat: int, ask: Ask) -> bool:
    """The next threat marker of a colour sets off the damage."""
    me = game.players[seat]
    return any(me.threats[colour] == threshold(game, seat, colour) - 1 for colour in EACH)


def poor(game: Bruges, seat: int, ask: Ask) -> bool:
    """Few guilders, and a hand card whose die brings many."""
    me = game.players[seat]
    return me.guilders <= POOR_GUILDERS and any(game.rolled[COLOUR[card]] >= GOOD_DIE for card in me.hand)


def no_workers(game: Bruges, seat: int, ask: Ask) -> bool:
    return not any(game.players[seat].workers)


def no_room(game: Bruges, seat: int, ask: Ask) -> bool:
    return not game.players[seat].room(False)


def close_majority(game: Bruges, seat: int, ask: Ask) -> bool:
    """An unturned majority marker in which the seat is not the sole leader and at most one behind the best
    opponent."""
    return any(
        not game.players[seat].marks[mark]
        and seat not in leaders(game, mark)
        and max(counted(game, other, mark) for other in game.others(seat)) - counted(game, seat, mark) <= 1
        for mark in majorities(game)
    )


def cheap(game: Bruges, seat: int) -> bool:
    return NONE < advance_price(game, seat) <= CHEAP_ADVANCE_GUILDERS


def has_turned(game: Bruges, seat: int) -> bool:
    """Whether the marker of the reputation majority is turned: further steps do not bring it again."""
    return bool(game.players[seat].marks[MARKS.index("reputation")])


def cheap_step(game: Bruges, seat: int, ask: Ask) -> bool:
    return cheap(game, seat) and not has_turned(game, seat)


def cheap_point(game: Bruges, seat: int, ask: Ask) -> bool:
    return cheap(game, seat) and has_turned(game, seat)


def dear_step(game: Bruges, seat: int, ask: Ask) -> bool:
    return advance_price(game, seat) > CHEAP_ADVANCE_GUILDERS


LOSS: Final = (Advice("lose_least", always),)

ADVICE: Final[Advices] = {
    "refill": (Advice("danger_colours", danger), Advice("colours", always)),
    "advance": (
        Advice("cheap_step", cheap_step),
        Advice("cheap_point", cheap_point),
        Advice("dear_step", dear_step),
    ),
    "turn": (
        Advice("last_round", last_round),
        Advice("danger", danger),
        Advice("poor", poor),
        Advice("no_workers", no_workers),
        Advice("no_room", no_room),
        Advice("majority", close_majority),
        Advice("persons", always),
    ),
    "turn_over": (Advice("activate", always),),
    "move_in": (Advice("any_house", always),),
    "plague": LOSS,
    "lose_person": LOSS,
    "fire": (Advice("fire", always),),
}

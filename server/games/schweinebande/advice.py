"""Advice for first-time players at the questions of Schweinebande."""

from __future__ import annotations

from typing import Final

from ..advising import Advice, Advices, always, offers
from ..kernel import Ask
from .cards import KINDS, PIG, ROUNDS, SACK
from .state import Schweinebande
from .verbs import GROUP_ANIMALS


def last_round(game: Schweinebande, seat: int, ask: Ask) -> bool:
    return game.round == ROUNDS


def next_round(game: Schweinebande, seat: int, ask: Ask) -> bool:
    """There is another round, for which sacks and feed can be saved."""
    return not last_round(game, seat, ask)


def few_tiles(game: Schweinebande, seat: int, ask: Ask) -> bool:
    """Few tiles are face down for the farmers left, so some farmers may stay unplaced."""
    return len(game.face_down()) <= 2 * sum(game.left)


def order_open(game: Schweinebande, seat: int, ask: Ask) -> bool:
    """The seat has one farmer left, and the first order tile is still free."""
    return game.left[seat] == 1 and not any(game.order)


def three_of_a_kind(game: Schweinebande, seat: int, ask: Ask) -> bool:
    return any(game.pens[seat][kind] % GROUP_ANIMALS == GROUP_ANIMALS - 1 for kind in KINDS)


def hungry(game: Schweinebande, seat: int, ask: Ask) -> bool:
    """The seat has no sack, and less feed than animals."""
    return not game.pens[seat][SACK] and game.hungry(seat) > game.feed[seat]


def others_collect(game: Schweinebande, seat: int, ask: Ask) -> bool:
    return any(game.standing(other) for other in range(len(game.feed)) if other != seat)


def pigs_may_wait(game: Schweinebande, seat: int, ask: Ask) -> bool:
    return game.round < ROUNDS and PIG in offers(ask, "four")


def six_is_there(game: Schweinebande, seat: int, ask: Ask) -> bool:
    return any(choice.verb == "six" for choice in ask.options)


def sack_is_spare(game: Schweinebande, seat: int, ask: Ask) -> bool:
    """The seat has enough feed, and a sack that it can use in a later round."""
    spare = game.pens[seat][SACK] > 0 and game.feed[seat] >= game.hungry(seat)
    return spare and next_round(game, seat, ask)


FEEDING: Final = (
    Advice("last_feeding", last_round),
    Advice("spare_sack", sack_is_spare),
    Advice("sell_dear", next_round),
)

ADVICE: Final[Advices] = {
    "reveal": (Advice("few_tiles", few_tiles), Advice("reveal_near", always)),
    "place": (Advice("few_tiles", few_tiles), Advice("order_tile", order_open), Advice("long_rows", always)),
    "collect": (
        Advice("fourth", three_of_a_kind),
        Advice("feed_first", hungry),
        Advice("contested", others_collect),
        Advice("groups", always),
    ),
    "redeem": (
        Advice("redeem_last", last_round),
        Advice("pigs_wait", pigs_may_wait),
        Advice("six", six_is_there),
        Advice("eaters", always),
    ),
    "feed": FEEDING,
    "sell": FEEDING,
}

"""Follies in Schweinebande."""

from __future__ import annotations

from typing import Any, Final

from bots.search.lookahead import tools
from bots.values.schweinebande import fed, fed_value, hungry, plain
from server.games import GAMES
from server.games.kernel import Choice, choose
from server.games.schweinebande.cards import PIG, ROUNDS, SACK
from server.games.schweinebande.state import NOBODY
from server.games.schweinebande.verbs import GROUP_ANIMALS, Feed, Redeem

from . import ExaminedChoice, Folly

WASTED_SACK_ANIMALS: Final = 2
"""Number of animals, up to which a sack is wasted on them."""
CLONE: Final = tools(GAMES["schweinebande"]).clone


def leaves_points_at_the_end(chosen: ExaminedChoice) -> bool:
    """In the last round, from the collection of the very last row on, the outcome of the pen can be computed;
    another choice brings more points."""
    last_row = sum(seat != NOBODY for seat in chosen.game.farmers) == 1
    if chosen.game.round < ROUNDS or chosen.ask.prompt not in ("redeem", "feed", "sell", "collect"):
        return False
    if chosen.ask.prompt == "collect" and not last_row:
        return False
    return max(outcome(chosen, option) for option in chosen.ask.options) > outcome(chosen, chosen.choice)


def keeps_four_that_it_cannot_feed(chosen: ExaminedChoice) -> bool:
    """The seat has to sell animals, and could have put these onto the farm. Pigs may wait for their bonus."""
    game, seat = chosen.game, chosen.ask.seat
    fours = [kind for verb, kind in chosen.ask.options if verb == "four" and kind != PIG]
    if chosen.choice.verb != "keep" or not fours or game.round == ROUNDS:
        return False
    return bool(game.feed[seat] < game.hungry(seat) and not game.pens[seat][SACK])


def sells_from_a_complete_group(chosen: ExaminedChoice) -> bool:
    """Four of a kind become three, which could have been put onto the farm before."""
    if chosen.choice.verb != "sell" or chosen.game.round == ROUNDS:
        return False
    return bool(chosen.game.pens[chosen.ask.seat][chosen.choice.noun] % GROUP_ANIMALS == 0)


def wastes_a_sack_on_a_few(chosen: ExaminedChoice) -> bool:
    """There was enough feed, and a sack feeds more animals in a later round; there is at most one sack for
    each remaining round."""
    (verb, hungry), left = chosen.choice, ROUNDS - chosen.game.round
    if verb != "sack" or chosen.game.pens[chosen.ask.seat][SACK] > left:
        return False
    return hungry <= WASTED_SACK_ANIMALS and Choice("pay", hungry) in chosen.ask.options


def leaves_a_farmer_in_hand(chosen: ExaminedChoice) -> bool:
    """Fewer face-down tiles are left than the seat has farmers, and each farmer would bring at least one."""
    game = chosen.game
    return chosen.choice.verb == "decline" and len(game.face_down()) < game.left[chosen.ask.seat]


def outcome(chosen: ExaminedChoice, option: Choice) -> float:
    """The final points of the choosing seat after this option and the best further choices."""
    seat, trial = chosen.ask.seat, CLONE(chosen.game)
    choose(trial, chosen.ask, option)
    pen, feed, now = tuple(trial.pens[seat]), trial.feed[seat], float(trial.points(seat))
    ahead = [type(step) for step in plain(trial.stack) if _of(step, seat)]
    to_come = hungry if Redeem in ahead else fed if Feed in ahead else fed_value
    return now + to_come(pen, feed, ROUNDS)


def _of(step: Any, seat: int) -> bool:
    return getattr(step, "seat", NOBODY) == seat


FOLLIES: Final[tuple[Folly, ...]] = (
    leaves_points_at_the_end,
    keeps_four_that_it_cannot_feed,
    sells_from_a_complete_group,
    wastes_a_sack_on_a_few,
    leaves_a_farmer_in_hand,
)

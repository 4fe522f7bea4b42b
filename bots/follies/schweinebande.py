"""Plain follies in Schweinebande."""

from __future__ import annotations

from typing import Any, Final

from server.games import GAMES
from server.games.kernel import Choice, choose
from server.games.schweinebande.cards import PIG, ROUNDS, SACK
from server.games.schweinebande.state import NOBODY
from server.games.schweinebande.verbs import FOUR, Feed, Redeem

from ..looking import tools
from ..values.schweinebande import fed, hungry, kept, plain
from . import Chosen, Folly

FEW: Final = 2
"""Animals that a sack is wasted on."""
CLONE: Final = tools(GAMES["schweinebande"]).clone


def leaves_points_at_the_end(chosen: Chosen) -> bool:
    """In the last round what becomes of the own pen can be counted out, also before the very last row is
    collected; another choice would bring more points."""
    last_row = sum(seat != NOBODY for seat in chosen.game.farmers) == 1
    if chosen.game.round < ROUNDS or chosen.ask.prompt not in ("redeem", "feed", "sell", "collect"):
        return False
    if chosen.ask.prompt == "collect" and not last_row:
        return False
    return max(outcome(chosen, option) for option in chosen.ask.options) > outcome(chosen, chosen.choice)


def keeps_four_that_it_cannot_feed(chosen: Chosen) -> bool:
    """It has to sell animals, and could have put these onto the farm. Pigs may wait for their bonus."""
    game, seat = chosen.game, chosen.ask.seat
    fours = [kind for verb, kind in chosen.ask.options if verb == "four" and kind != PIG]
    if chosen.choice.verb != "keep" or not fours or game.round == ROUNDS:
        return False
    return bool(game.feed[seat] < game.hungry(seat) and not game.pens[seat][SACK])


def sells_from_a_complete_group(chosen: Chosen) -> bool:
    """Four of a kind are three then, and the farm was open to them a moment ago."""
    if chosen.choice.verb != "sell" or chosen.game.round == ROUNDS:
        return False
    return bool(chosen.game.pens[chosen.ask.seat][chosen.choice.noun] % FOUR == 0)


def wastes_a_sack_on_a_few(chosen: Chosen) -> bool:
    """There was feed enough, and the sack feeds more in a round to come; there is one for each of them."""
    (verb, hungry), left = chosen.choice, ROUNDS - chosen.game.round
    if verb != "sack" or chosen.game.pens[chosen.ask.seat][SACK] > left:
        return False
    return hungry <= FEW and Choice("pay", hungry) in chosen.ask.options


def leaves_a_farmer_in_hand(chosen: Chosen) -> bool:
    """Fewer tiles are left to turn over than this seat has farmers, and each would bring one at least."""
    game = chosen.game
    return chosen.choice.verb == "decline" and len(game.face_down()) < game.left[chosen.ask.seat]


def outcome(chosen: Chosen, option: Choice) -> float:
    """The points in the end of the seat that chooses, if it makes the best of this option."""
    seat, trial = chosen.ask.seat, CLONE(chosen.game)
    choose(trial, chosen.ask, option)
    pen, feed, now = tuple(trial.pens[seat]), trial.feed[seat], float(trial.points(seat))
    ahead = [type(step) for step in plain(trial.stack) if _of(step, seat)]
    to_come = hungry if Redeem in ahead else fed if Feed in ahead else kept
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

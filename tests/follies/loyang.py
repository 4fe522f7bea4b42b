"""Follies in At the Gates of Loyang."""

from __future__ import annotations

from typing import Final

from bots.values.loyang import idle
from server.games.kernel import Choice
from server.games.loyang.display import step_cost
from server.games.loyang.flow import LAST_ROUND
from server.games.loyang.pay import LOAN_CASH

from . import ExaminedChoice, Folly


def brings_home_what_it_has_borrowed(chosen: ExaminedChoice) -> bool:
    """A loan of this turn costs a space and was not needed: from then to the end of the turn, the cash was
    never below the amount of the loan."""
    if chosen.choice.verb != "step" or Choice("loan") not in chosen.earlier:
        return False
    since = len(chosen.earlier) - chosen.earlier[::-1].index(Choice("loan"))
    farms = [game.farms[chosen.ask.seat] for game in (*chosen.before[since:], chosen.game)]
    left = farms[-1].cash - step_cost(farms[-1].space, chosen.choice.noun)
    return bool(min(left, *(farm.cash for farm in farms)) >= LOAN_CASH)


def trades_back_and_forth(chosen: ExaminedChoice) -> bool:
    """The same good is bought and sold in the seat's own shop in one turn, at a loss."""
    verb, good = chosen.choice
    back = {"buy": "sell", "sell": "buy"}.get(verb)
    return back is not None and Choice(back, good) in chosen.earlier


def leaves_the_step_for_1(chosen: ExaminedChoice) -> bool:
    """The first step of a round is the cheapest possible."""
    return chosen.choice == Choice("step", 0) and Choice("step", 1) in chosen.ask.options


def stops_short_at_the_end(chosen: ExaminedChoice) -> bool:
    """The turn ends in the last round with cash for a further step, which has no other use."""
    if chosen.choice.verb != "step" or chosen.game.round < LAST_ROUND:
        return False
    return chosen.choice.noun < max(noun for verb, noun in chosen.ask.options if verb == "step")


def gives_what_it_gets(chosen: ExaminedChoice) -> bool:
    """A good is given at a stall to get the same good."""
    return chosen.choice.verb == "give" and idle(chosen.game, chosen.ask.seat, chosen.choice)


def throws_a_helper_away(chosen: ExaminedChoice) -> bool:
    """An unused helper is discarded that covers no card, and no pack gets cheaper by it."""
    return chosen.choice.verb == "discard" and idle(chosen.game, chosen.ask.seat, chosen.choice)


FOLLIES: Final[tuple[Folly, ...]] = (
    brings_home_what_it_has_borrowed,
    trades_back_and_forth,
    leaves_the_step_for_1,
    stops_short_at_the_end,
    gives_what_it_gets,
    throws_a_helper_away,
)

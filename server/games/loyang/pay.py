"""Moves allowed at each of a player's own decisions (sell, take a loan, discard a helper), and paying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import Ask, Choice, Step, by_noun, choices
from .cards import COMMON, PAYS, PLACES
from .display import FIELD_COST, held, throw_away
from .effect import FIRST, Used, effect_of
from .state import DUE, RED, Loyang

LOAN_CASH = 5  # LOY-20.1
LOAN_PENALTY_POINTS = 2  # LOY-15.8

USES = {"use": FIRST, "use_second": FIRST + 1}
"""The verbs of a helper's two abilities."""
SELL = by_noun("sell")
_USES = [by_noun(verb) for verb in ("", *USES)]
LOAN: Final = (Choice("loan"),)


def sales(game: Loyang, seat: int) -> Sequence[Choice]:
    """The goods on the cart for which the seat's shop has a free place (LOY-12.1, 12.3)."""
    farm = game.farms[seat]
    shop = farm.shop
    return [SELL[good] for good in held(farm) if shop[good] < PLACES[good]]


def loan(game: Loyang, seat: int, debt: int = 0) -> Sequence[Choice]:
    """A loan, if the limit allows one; always allowed for a debt that must be paid (LOY-20.9)."""
    limit, farm = game.options.loan_limit, game.farms[seat]
    allowed = not limit or farm.loans < limit or farm.cash < debt
    return LOAN if allowed else ()


def discards(game: Loyang, seat: int) -> Sequence[Choice]:
    """The helpers that may be discarded unused (LOY-14.4), except helpers in use."""
    helpers = game.farms[seat].helpers
    if not helpers:
        return ()
    used = [step.card for step in game.stack if type(step) is Used]
    return choices("discard", [card for card in helpers if card not in used])


def uses(game: Loyang, seat: int, money: bool = False) -> list[Choice]:
    """The helpers that can be used in the seat's action turn, or (`money`) in the card phase and for a
    debt."""
    found = []
    for card in game.farms[seat].helpers:
        effect = effect_of(card)
        for ability in effect.money(game, seat) if money else effect.abilities(game, seat):
            found.append(_USES[ability][card])
    return found


def free_moves(game: Loyang, seat: int, debt: int = 0) -> tuple[Choice, ...]:
    """The moves allowed at each decision of a seat (LOY-12.4, 14.4, 20.1); `debt` is the amount due."""
    moves = (*sales(game, seat), *uses(game, seat, money=True), *discards(game, seat))
    return (*moves, *loan(game, seat, debt))


def move_freely(game: Loyang, seat: int, choice: Choice) -> bool:
    """Carry out a choice of `free_moves`, or a use; False for any other choice."""
    farm, (verb, noun) = game.farms[seat], choice
    if verb == "sell":
        farm.cart[noun] -= 1
        farm.shop[noun] += 1
        farm.cash += PAYS[noun]
        game.say("sold", seat, noun, PAYS[noun])
    elif verb == "loan":
        farm.loans += 1
        farm.cash += LOAN_CASH
        game.say("loan", seat)
    elif verb == "discard":
        game.say("discarded", seat, noun)
        throw_away(game, seat, noun)
    elif verb in USES:
        game.say(verb, seat, noun)
        game.then(*effect_of(noun).use(game, seat, noun, USES[verb]))
    else:
        return False
    return True


class Pay(Step[Loyang], frozen=True):
    """A debt that must be paid: the seat raises the money first (LOY-6.18, 27.2)."""

    seat: int
    amount: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        if game.farms[self.seat].cash >= self.amount:
            return ()
        return (Ask(self.seat, "pay", free_moves(game, self.seat, self.amount), costs=True),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(self)
        move_freely(game, seat, choice)

    def run(self, game: Loyang) -> None:
        game.farms[self.seat].cash -= self.amount


def field_cost(cards: Sequence[int]) -> int:
    """The total price of the common fields among these cards."""
    return FIELD_COST * sum(card in COMMON for card in cards)


def pay_fields(game: Loyang, seat: int, cards: Sequence[int]) -> None:
    """Pay for the common fields among the cards just laid out, as one debt (LOY-6.17, 17.9)."""
    if cost := field_cost(cards):
        game.say("costs", seat, cost)
        game.then(Pay(seat, cost))


def pay_owner(game: Loyang, seat: int, owner: int, amount: int) -> None:
    """One player pays another."""
    game.farms[seat].cash -= amount
    game.farms[owner].cash += amount
    if amount:
        game.say("fee", seat, amount, owner)


def penalty_due(game: Loyang, seat: int) -> int:
    """The cash that a player needs to refuse a customer with a red marker; 0 if there is none."""
    for _, _, marker, duty in game.farms[seat].regulars:
        if duty == DUE and marker == RED:
            return LOAN_PENALTY_POINTS
    return 0

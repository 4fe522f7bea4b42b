"""The action turn of a player: actions A to H in any order, then storing, steps on the path, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ..kernel import NO, OWN, YES, Ask, Choice, EndTurn, Step, by_noun, choices
from ..picking import OwnPick
from .cards import CROPS, KINDS, PLOTS, PRICE, REGULARS, ROWS, WARES
from .display import empty_fields, has_goods, held, open_duties, step_cost
from .pay import LOAN_PENALTY_POINTS, Pay, discards, loan, move_freely, penalty_due, sales, uses
from .picking import fields_to_pick
from .serve import miss, serve_again, serve_casual, serve_own, serve_twice
from .state import (
    ACTED,
    ACTING,
    AMOUNT,
    BLUE,
    DUE,
    DUTY,
    ERRANDS,
    GOOD,
    SERVED,
    SOWING,
    Farm,
    Loyang,
)
from .trade import Trade, payable
from .two_pack import buy_pack, two_pack

LAST_SPACE: Final = 20  # LOY-19.11
UPGRADE_CASH: Final = 2  # LOY-19.4
STOREHOUSE_GOODS: Final = 4

FINISH: Final = (Choice("finish"),)
SOW, BUY, TRADE = by_noun("sow"), by_noun("buy"), by_noun("trade")
SERVE, MISS = by_noun("serve"), by_noun("miss")


class ActionTurn(Step[Loyang], frozen=True):
    """One player's action turn; each visible regular customer becomes due (LOY-15.22)."""

    seat: int

    def run(self, game: Loyang) -> None:
        farm = game.farms[self.seat]
        farm.turn, farm.lasting = ACTING, 0
        for row in farm.regulars:
            row[DUTY] = DUE
        seat = self.seat
        game.then(Act(seat), Store(seat), Advance(seat), EndTurn(seat), Close(seat))


class Close(Step[Loyang], frozen=True):
    """The turn is over and can't be undone; the goods are in the storehouse."""

    seat: int

    def run(self, game: Loyang) -> None:
        game.farms[self.seat].turn = ACTED
        game.farms[self.seat].lasting = 0
        game.seal(OWN)


class Act(Step[Loyang], frozen=True):
    """The next action: all moves possible now, until the player finishes."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        seat, farm = self.seat, game.farms[self.seat]
        goods = held(farm)
        finish = FINISH if game.options.free_choices or not open_duties(farm) else ()
        options = (
            *sowings(farm, goods),
            *purchases(farm),
            *sales(game, seat),
            *trades(farm),
            *uses(game, seat),
            *discards(game, seat),
            *deliveries(farm, goods),
            *two_pack(game, seat),
            *loan(game, seat, penalty_due(game, seat)),
            *finish,
        )
        return (Ask(seat, "act", options, costs=True),)

    def bare(self, game: Loyang) -> Ask:
        return Ask(self.seat, "act", ())

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "finish":
            game.say("finished", seat)
            game.then(SettleDuties(seat))
            return
        game.then(self)
        if move_freely(game, seat, choice):
            return
        match choice:
            case ("sow", good):
                game.then(Sow(seat, good))
            case ("buy", good):
                farm = game.farms[seat]
                farm.cash -= PRICE[good]
                farm.shop[good] -= 1
                farm.cart[good] += 1
                game.say("bought", seat, good, 1, PRICE[good])
            case ("trade", good):
                game.then(Trade(seat, good))
            case ("two_pack", _):
                buy_pack(game, seat)
            case _:
                deal_with(game, seat, choice)


# -- possible moves --------------------------------------------------------------------------------


def fields_for(game: Loyang, seat: int, good: int) -> list[int]:
    """The seat's empty fields on which a good can grow (LOY-10.1)."""
    return [card for card in empty_fields(game.farms[seat]) if good in CROPS[card]]


def sowings(farm: Farm, goods: Sequence[int]) -> Sequence[Choice]:
    """Those of the goods on the cart that can grow on an empty field."""
    growable = [good for card in empty_fields(farm) for good in CROPS[card]]
    return [SOW[good] for good in goods if good in growable]


def purchases(farm: Farm) -> Sequence[Choice]:
    """The goods of the farm's shop that its cash can buy."""
    shop, cash = farm.shop, farm.cash
    return [BUY[good] for good in KINDS if shop[good] > 0 and PRICE[good] <= cash]


def trades(farm: Farm) -> Sequence[Choice]:
    """The goods of the farm's own stalls that the cart can pay for."""
    goods = {good for stall, left in farm.stalls for good in payable(farm, stall, left)}
    return [TRADE[good] for good in sorted(goods)]


def deliveries(farm: Farm, goods: Sequence[int]) -> list[Choice]:
    """Customers that can be served with the goods on the cart, and regular customers that can be refused
    (LOY-24.10)."""
    found: list[Choice] = []
    kinds, errands = set(goods), farm.lasting & ERRANDS
    for card, filled, marker, duty in farm.regulars:
        if duty == DUE:
            if kinds.issuperset(WARES[card]):
                found.append(SERVE[card])
            if marker == BLUE or farm.cash >= LOAN_PENALTY_POINTS:
                found.append(MISS[card])
            if errands and filled == ROWS - 1 and has_goods(farm, card, 2):
                found.append(Choice("double", card))
        elif duty == SERVED and errands and kinds.issuperset(WARES[card]):
            found.append(Choice("again", card))
    found += [SERVE[card] for card in farm.casuals if kinds.issuperset(WARES[card])]
    return found


def deal_with(game: Loyang, seat: int, choice: Choice) -> None:
    """Carry out a choice of `deliveries`."""
    match choice:
        case ("serve", card) if card in REGULARS:
            serve_own(game, seat, card)
        case ("serve", card):
            serve_casual(game, seat, card)
        case ("again", card):
            serve_again(game, seat, card)
        case ("double", card):
            serve_twice(game, seat, card)
        case ("miss", card):
            game.farms[seat].cash -= miss(game, seat, card)


# -- sowing ----------------------------------------------------------------------------------------


class Sow(OwnPick[Loyang], frozen=True):
    """Sow a good; the seat chooses the field if several can grow it."""

    prompt = "sow"

    good: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        cards = fields_for(game, self.seat, self.good)
        return fields_to_pick(game.farms[self.seat], "into", cards)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        farm.cart[self.good] -= 1
        amount = PLOTS[choice.noun] + bool(farm.lasting & SOWING)  # LOY-23.5.5
        row = farm.plot(choice.noun)
        row[GOOD], row[AMOUNT] = self.good, amount
        game.say("sowed", seat, self.good, choice.noun, amount)


# -- the end of a turn -----------------------------------------------------------------------------


class SettleDuties(Step[Loyang], frozen=True):
    """Refuse all customers that are still due; the printed rules need no refusal one by one (LOY-26.4)."""

    seat: int

    def run(self, game: Loyang) -> None:
        owed = sum(miss(game, self.seat, card) for card in open_duties(game.farms[self.seat]))
        if owed:
            game.then(Pay(self.seat, owed), self)


class Store(Step[Loyang], frozen=True):
    """Goods beyond the storehouse's capacity: enlarge it, sell, or give up goods (LOY-19.1 to 19.4).

    `asked`: whether the seat has answered the offer to enlarge it without need.
    """

    seat: int
    asked: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        upgrade = (
            [Choice("upgrade")] if farm.capacity < STOREHOUSE_GOODS and farm.cash >= UPGRADE_CASH else []
        )
        if sum(farm.cart) > farm.capacity:
            goods = choices("give_up", [good for good in KINDS if farm.cart[good]])
            moves = [*sales(game, self.seat), *loan(game, self.seat)]
            return (Ask(self.seat, "store", (*upgrade, *goods, *moves), costs=True),)
        if upgrade and game.options.free_choices and not self.asked:
            return (Ask(self.seat, "upgrade", (*upgrade, Choice("no_upgrade"))),)
        return ()

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        game.then(Store(seat, YES if choice.verb == "no_upgrade" else self.asked))
        if choice.verb == "no_upgrade":
            game.say("no_upgrade", seat)
        if choice.verb == "upgrade":
            farm.cash -= UPGRADE_CASH
            farm.capacity = STOREHOUSE_GOODS
            game.say("upgraded", seat)
            game.say("costs", seat, UPGRADE_CASH)
        elif choice.verb == "give_up":
            farm.cart[choice.noun] -= 1
            game.say("gave_up", seat, choice.noun)
        else:
            move_freely(game, seat, choice)


class Advance(Step[Loyang], frozen=True):
    """Choose the number of steps on the path of prosperity, all at once (LOY-24.16)."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        most = LAST_SPACE - farm.space
        within = takewhile(lambda steps: step_cost(farm.space, steps) <= farm.cash, range(most + 1))
        steps = choices("step", within)
        moves = [*sales(game, self.seat), *loan(game, self.seat)]
        return (Ask(self.seat, "advance", (*steps, *moves)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        if choice.verb != "step":
            game.then(self)
            move_freely(game, seat, choice)
            return
        cost = step_cost(farm.space, choice.noun)
        farm.cash -= cost
        farm.space += choice.noun
        if cost:
            game.say("advanced", seat, choice.noun, farm.space, cost)
        else:
            game.say("stayed", seat, farm.space)

"""Trading at market stalls: the player's (LOY-13.1), or with a trader an opponent's (LOY-23.8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from ..kernel import Ask, Choice, Step, choices
from ..picking import OwnPick
from .cards import KINDS, STOCKS
from .display import bowls, stands_on, take_ware, throw_away
from .effect import Used
from .pay import pay_owner
from .state import CARD, LEFT, NOTHING, Farm, Loyang


def offers(game: Loyang, seat: int, owners: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """(owner, stall, good) for every good at the visible stalls of `owners` that the cart can pay for."""
    farm = game.farms[seat]
    for owner in owners:
        for stall, left in game.farms[owner].stalls:
            for good in payable(farm, stall, left):
                yield owner, stall, good


def payable(farm: Farm, stall: int, left: int) -> list[int]:
    """The goods `left` at a stall, here or elsewhere, that the farm's cart can pay for."""
    goods = sum(farm.cart)
    return [good for good in STOCKS[stall][left] if bowls(farm, stall, good) <= goods]


class Trade(OwnPick[Loyang], frozen=True):
    """A trade for a good; the seat chooses the stall if several have the good.

    `trader`: the helper used, or NOTHING. With a helper, `fee` goes to the owner.
    """

    prompt = "trade_from"

    good: int
    trader: int = NOTHING
    fee: int = 0

    def options(self, game: Loyang) -> Sequence[Choice]:
        owners = [self.seat] if self.trader == NOTHING else game.opponents(self.seat)
        found = offers(game, self.seat, owners)
        return [Choice("stall", stall) for _, stall, good in found if good == self.good]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        self._at(game, choice.noun)

    def _at(self, game: Loyang, stall: int) -> None:
        price = bowls(game.farms[self.seat], stall, self.good)
        game.then(*[Give(self.seat)] * price, Receive(self.seat, stall, self.good, self.trader, self.fee))


class Give(Step[Loyang], frozen=True):
    """A good of the cart goes to the supply; the seat chooses the kind if several are on the cart and not all
    are due."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        cart = game.farms[self.seat].cart
        kinds = choices("give", [good for good in KINDS if cart[good]])
        owed = len(list(takewhile(lambda step: step == self, reversed(game.stack))))
        return (Ask(self.seat, "give", kinds),) if len(kinds) > 1 and sum(cart) > owed else ()

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.farms[seat].cart[choice.noun] -= 1
        game.say("gave", seat, choice.noun)

    def run(self, game: Loyang) -> None:
        good = next(good for good in KINDS if game.farms[self.seat].cart[good])
        self.answer(game, self.seat, Choice("give", good))


class Receive(Step[Loyang], frozen=True):
    """Receive the traded good after payment (LOY-24.12). An empty stall is discarded immediately
    (LOY-13.4)."""

    seat: int
    stall: int
    good: int
    trader: int
    fee: int

    def run(self, game: Loyang) -> None:
        owner = next(
            other for other, farm in enumerate(game.farms) if any(r[CARD] == self.stall for r in farm.stalls)
        )
        row = game.farms[owner].stall(self.stall)
        assert stands_on(row, self.good), "the good has gone"
        take_ware(row, self.good)
        game.farms[self.seat].cart[self.good] += 1
        if owner == self.seat:
            game.say("traded", self.seat, self.good, self.stall)
        else:
            game.say("traded_with", self.seat, self.good, self.stall, owner)
        if not row[LEFT]:
            game.say("sold_out", owner, self.stall)
            throw_away(game, owner, self.stall)
        if self.trader != NOTHING:
            pay_owner(game, self.seat, owner, self.fee)
            game.then(Used(self.seat, self.trader))

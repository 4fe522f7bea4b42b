"""Helpers that deal with the player's and with opponents' customers."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Choice, Step, Steps
from ...picking import OwnPick
from ..cards import ROWS
from ..display import exchange, has_goods, lay, leave
from ..effect import FIRST, SECOND, Effect, Used
from ..pay import pay_owner
from ..serve import casual_pays, regular_pays, serve_casual, serve_regular
from ..state import BLUE, BONUS, CARD, FILLED, MARKER, RED, Loyang
from .lasting import Last


class Tout(Effect, frozen=True):
    """Exchange casual customers with an opponent; or buy one and serve it immediately."""

    fee: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        theirs = casuals(game, seat)
        swap = bool(game.farms[seat].casuals and theirs)
        serve = any(has_goods(game.farms[seat], card) for card in theirs)
        return [*[FIRST] * swap, *[SECOND] * serve]

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        if ability == SECOND:
            return (BuyCasual(seat, self.fee), Used(seat, card))
        return (OfferCasual(seat), Used(seat, card))


def casuals(game: Loyang, seat: int) -> list[int]:
    """The visible casual customers of the opponents."""
    return [card for other in game.opponents(seat) for card in game.farms[other].casuals]


def owner_of(game: Loyang, seat: int, casual: int) -> int:
    """The opponent with this casual customer."""
    return next(other for other in game.opponents(seat) if casual in game.farms[other].casuals)


class OfferCasual(OwnPick[Loyang], frozen=True):
    """Choose the casual customer to give away."""

    prompt = "offer_casual"

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("offer", card) for card in game.farms[self.seat].casuals]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(SwapCasual(seat, choice.noun))


class SwapCasual(OwnPick[Loyang], frozen=True):
    """Choose the casual customer to receive."""

    prompt = "swap_casual"

    mine: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("swap", card) for card in casuals(game, self.seat)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = owner_of(game, seat, choice.noun)
        exchange(game, seat, self.mine, other, choice.noun)


class BuyCasual(OwnPick[Loyang], frozen=True):
    """Choose the opponents' customer to serve. The fee may come out of the proceeds (LOY-23.1.3)."""

    prompt = "buy_casual"

    fee: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        farm = game.farms[self.seat]
        return [Choice("swap", card) for card in casuals(game, self.seat) if has_goods(farm, card)]

    def proceeds(self, game: Loyang, card: int) -> int:
        """The payment less the fee for serving this customer, who already counts as the seat's."""
        return casual_pays(game.farms[self.seat], card, joining=1) - self.fee

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = owner_of(game, seat, choice.noun)
        game.say("lured", seat, other, choice.noun)
        leave(game, other, choice.noun)
        lay(game, seat, choice.noun)
        serve_casual(game, seat, choice.noun)
        pay_owner(game, seat, other, self.fee)


class Deliveryman(Effect, frozen=True):
    """Serve an opponent's regular customer and keep the money."""

    share: int
    """The owner's share for the top row."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,) if regulars(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (DeliverTo(seat, self.share), Used(seat, card))


def regulars(game: Loyang, seat: int) -> dict[int, int]:
    """The opponents' regular customers that this cart could serve, and their owners."""
    farm = game.farms[seat]
    rows = ((row[CARD], other) for other in game.opponents(seat) for row in game.farms[other].regulars)
    return {card: other for card, other in rows if has_goods(farm, card)}


class DeliverTo(OwnPick[Loyang], frozen=True):
    """Choose the regular customer to serve. Its owner's duty remains (LOY-23.12.3)."""

    prompt = "deliver_to"

    share: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("serve", card) for card in regulars(game, self.seat)]

    def fee(self, game: Loyang, card: int) -> int:
        """The payment to the owner of this customer: only the top row is shared."""
        owner = regulars(game, self.seat)[card]
        return self.share if game.farms[owner].regular(card)[FILLED] == ROWS - 1 else 0

    def proceeds(self, game: Loyang, card: int) -> int:
        """The payment less the fee for serving this customer."""
        return regular_pays(game.farms[regulars(game, self.seat)[card]], card) - self.fee(game, card)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        owner, fee = regulars(game, seat)[choice.noun], self.fee(game, choice.noun)
        serve_regular(game, seat, owner, choice.noun)
        pay_owner(game, seat, owner, fee)


class Saleswoman(Effect, frozen=True):
    """Turn all markers of the player to blue; or earn more from each of the player's casual customers in this
    turn."""

    more: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        farm = game.farms[seat]
        red = any(row[MARKER] == RED for row in farm.regulars)
        return [*[FIRST] * red, *[SECOND] * (not farm.lasting & BONUS)]

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (AllBlue(seat) if ability == FIRST else Last(seat, BONUS), Used(seat, card))


class AllBlue(Step[Loyang], frozen=True):
    """All red markers turn to blue."""

    seat: int

    def run(self, game: Loyang) -> None:
        for row in game.farms[self.seat].regulars:
            if row[MARKER] == RED:
                row[MARKER] = BLUE
                game.say("content", self.seat, row[CARD])

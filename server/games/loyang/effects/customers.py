"""Helpers that deal with customers, one's own and other players'."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Ask, Choice, Step, Steps
from ..cards import ROWS
from ..display import exchange, has_goods, lay, leave
from ..effect import FIRST, SECOND, Effect, Used
from ..pay import pay_owner
from ..serve import serve_casual, serve_regular
from ..state import BLUE, BONUS, CARD, FILLED, MARKER, RED, Loyang
from .lasting import Last


class Tout(Effect, frozen=True):
    """Exchange casual customers with an opponent; or buy one and serve it at once."""

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


class OfferCasual(Step[Loyang], frozen=True):
    """Which own casual customer goes?"""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        mine = game.farms[self.seat].casuals
        return (Ask(self.seat, "offer_casual", tuple(Choice("offer", card) for card in mine)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(SwapCasual(seat, choice.noun))


class SwapCasual(Step[Loyang], frozen=True):
    """Which casual customer comes?"""

    seat: int
    mine: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        theirs = casuals(game, self.seat)
        return (Ask(self.seat, "swap_casual", tuple(Choice("swap", card) for card in theirs)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = owner_of(game, seat, choice.noun)
        game.say("swapped", seat, self.mine, other, choice.noun)
        exchange(game, seat, self.mine, other, choice.noun)


class BuyCasual(Step[Loyang], frozen=True):
    """Whose customer is served? The fee may come out of the proceeds (LOY-23.1.3)."""

    seat: int
    fee: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        theirs = [card for card in casuals(game, self.seat) if has_goods(farm, card)]
        return (Ask(self.seat, "buy_casual", tuple(Choice("swap", card) for card in theirs)),)

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
    """For the owner, if that was the top row."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,) if regulars(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (DeliverTo(seat, self.share), Used(seat, card))


def regulars(game: Loyang, seat: int) -> dict[int, int]:
    """The opponents' regular customers that this cart could serve, and whose they are."""
    farm = game.farms[seat]
    rows = ((row[CARD], other) for other in game.opponents(seat) for row in game.farms[other].regulars)
    return {card: other for card, other in rows if has_goods(farm, card)}


class DeliverTo(Step[Loyang], frozen=True):
    """Whose regular customer is served? Its owner's duty remains (LOY-23.12.3)."""

    seat: int
    share: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        cards = regulars(game, self.seat)
        return (Ask(self.seat, "deliver_to", tuple(Choice("serve", card) for card in cards)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        owner = regulars(game, seat)[choice.noun]
        pays_owner = game.farms[owner].regular(choice.noun)[FILLED] == ROWS - 1
        serve_regular(game, seat, owner, choice.noun)
        if pays_owner:
            pay_owner(game, seat, owner, self.share)


class Saleswoman(Effect, frozen=True):
    """All own markers to blue; or more money from every own casual customer in this turn."""

    more: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        farm = game.farms[seat]
        red = any(row[MARKER] == RED for row in farm.regulars)
        return [*[FIRST] * red, *[SECOND] * (not farm.lasting & BONUS)]

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (AllBlue(seat) if ability == FIRST else Last(seat, BONUS), Used(seat, card))


class AllBlue(Step[Loyang], frozen=True):
    """Everybody is content again."""

    seat: int

    def run(self, game: Loyang) -> None:
        for row in game.farms[self.seat].regulars:
            row[MARKER] = BLUE

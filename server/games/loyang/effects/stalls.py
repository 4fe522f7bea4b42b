"""Helpers of the market stalls."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import NO, YES, Ask, Choice, Step, Steps, choices
from ...picking import OwnPick
from ..cards import FULL, PAYS
from ..display import exchange, has_place, stands_on, take_ware, throw_away, wares_left
from ..effect import FIRST, SECOND, Effect, Gains, Used
from ..state import CARD, LEFT, Loyang
from ..trade import Trade, offers


class Trader(Effect, frozen=True):
    """One trade at an opponent's stall."""

    fees: list[int]
    """The owner's fee, by round."""

    def fee(self, game: Loyang) -> int:
        return self.fees[game.round - 1]

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        if game.farms[seat].cash < self.fee(game):
            return ()
        return (FIRST,) if any(offers(game, seat, game.opponents(seat))) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Want(seat, card, self.fee(game)),)

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        fee = self.fee(game)
        return {"cash": -fee} if fee else {}


class Want(OwnPick[Loyang], frozen=True):
    """Choose the good to trade for at an opponent's stall."""

    prompt = "want"

    card: int
    fee: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        goods = {good for _, _, good in offers(game, self.seat, game.opponents(self.seat))}
        return [Choice("trade", good) for good in sorted(goods)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(Trade(seat, choice.noun, self.card, self.fee))


class MarketCrier(Effect, frozen=True):
    """Fill the player's stalls; or sell up to three goods from them to the shop."""

    goods: int
    most: int
    """The maximum cash."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        refill = any(row[LEFT] != FULL for row in game.farms[seat].stalls)
        return [*[FIRST] * refill, *self.money(game, seat)]

    def money(self, game: Loyang, seat: int) -> Sequence[int]:
        return (SECOND,) if hawkable(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        if ability == FIRST:
            return (Refill(seat), Used(seat, card))
        return (Hawk(seat, self.goods, self.most), ClearStalls(seat), Used(seat, card))


class Refill(Step[Loyang], frozen=True):
    """Fill all visible stalls of the player (LOY-23.14.1, 23.14.10)."""

    seat: int

    def run(self, game: Loyang) -> None:
        for row in game.farms[self.seat].stalls:
            if row[LEFT] != FULL:
                row[LEFT] = FULL
                game.say("refilled", self.seat, row[CARD])


def hawkable(game: Loyang, seat: int) -> list[int]:
    """The goods on the seat's stalls for which its shop has a place."""
    farm = game.farms[seat]
    return sorted({good for row in farm.stalls for good in wares_left(row) if has_place(farm, good)})


class Hawk(Step[Loyang], frozen=True):
    """Sell goods from stalls to the shop: at most `goods`, for at most `most` cash together."""

    seat: int
    goods: int
    most: int
    started: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        goods = hawkable(game, self.seat) if self.goods else []
        if len(goods) <= (not self.started):
            return ()
        stop = [Choice("enough")] if self.started else []
        return (Ask(self.seat, "hawk", (*choices("hawk", goods), *stop)),)

    def run(self, game: Loyang) -> None:
        if not self.started:
            self.answer(game, self.seat, Choice("hawk", hawkable(game, self.seat)[0]))

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "hawk":
            game.then(HawkFrom(seat, choice.noun, self.goods, self.most))


def hawked_for(good: int, most: int) -> int:
    """The shop's price for a good of a stall, limited to `most`."""
    return min(most, PAYS[good])


class HawkFrom(OwnPick[Loyang], frozen=True):
    """Choose the stall if the good is on several."""

    prompt = "hawk_from"

    good: int
    goods: int
    most: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        rows = game.farms[self.seat].stalls
        return [Choice("stall", row[CARD]) for row in rows if stands_on(row, self.good)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        self._sell(game, choice.noun)

    def _sell(self, game: Loyang, stall: int) -> None:
        farm, cash = game.farms[self.seat], hawked_for(self.good, self.most)
        take_ware(farm.stall(stall), self.good)
        farm.shop[self.good] += 1
        farm.cash += cash
        game.say("hawked", self.seat, self.good, stall, cash)
        game.then(Hawk(self.seat, self.goods - 1, self.most - cash, started=YES))


class ClearStalls(Step[Loyang], frozen=True):
    """Discard the stalls that the market crier has emptied (LOY-23.14.9)."""

    seat: int

    def run(self, game: Loyang) -> None:
        for card in [row[CARD] for row in game.farms[self.seat].stalls if not row[LEFT]]:
            game.say("sold_out", self.seat, card)
            throw_away(game, self.seat, card)


class MarketWoman(Effect, frozen=True):
    """Exchange stalls with an opponent, and fill both."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,) if game.farms[seat].stalls and stalls(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (OfferStall(seat), Used(seat, card))


def stalls(game: Loyang, seat: int) -> dict[int, int]:
    """The visible stalls of the opponents, and their owners."""
    return {row[CARD]: other for other in game.opponents(seat) for row in game.farms[other].stalls}


class OfferStall(OwnPick[Loyang], frozen=True):
    """Choose the stall to give away."""

    prompt = "offer_stall"

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("offer", row[CARD]) for row in game.farms[self.seat].stalls]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(SwapStall(seat, choice.noun))


class SwapStall(OwnPick[Loyang], frozen=True):
    """Choose the stall to receive. Both are laid out again, and so are full."""

    prompt = "swap_stall"

    mine: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("swap", card) for card in stalls(game, self.seat)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = stalls(game, seat)[choice.noun]
        exchange(game, seat, self.mine, other, choice.noun)

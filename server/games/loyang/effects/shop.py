"""The helper that rearranges the player's shop."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Ask, Choice, Step, Steps, choices
from ..cards import KINDS, PLACES
from ..display import is_planted
from ..effect import FIRST, Effect, Gains, Used
from ..state import GOOD, Loyang

STOCK_FACTOR = 4
"""`stock` encodes a good and an amount in one number: good * STOCK_FACTOR + amount."""


class Accountant(Effect, frozen=True):
    """Fill or empty every place of the shop; then gain 1 cash for each field with one kind of good."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,)

    money = abilities

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Stock(seat), Wages(seat), Used(seat, card))

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        found = Wages(seat).amounts(game)
        return {"cash": found[0] if len(found) == 1 else found} if found != [0] else {}


class Stock(Step[Loyang], frozen=True):
    """Set the number of goods in each row of the shop, one kind after the other (LOY-23.4.1).

    `had`: the kinds that were set, one bit for each; no kind is set twice.
    """

    seat: int
    had: int = 0

    def asks(self, game: Loyang) -> Sequence[Ask]:
        shop = game.farms[self.seat].shop
        rows = [
            good * STOCK_FACTOR + amount
            for good in KINDS
            if not self.had >> good & 1
            for amount in range(PLACES[good] + 1)
            if amount != shop[good]
        ]
        stocks = choices("stock", rows)
        return (Ask(self.seat, "stock", (Choice("ready"), *stocks)),) if stocks else ()

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "stock":
            good, amount = divmod(choice.noun, STOCK_FACTOR)
            game.farms[seat].shop[good] = amount
            game.say("stocked", seat, choice.noun)
            game.then(Stock(seat, self.had | 1 << good))


class Wages(Step[Loyang], frozen=True):
    """1 cash for each field with one good: the best good automatically (LOY-23.4.3), or the player's
    choice."""

    seat: int

    def counts(self, game: Loyang) -> list[int]:
        """The number of fields with each good, the home field included (LOY-23.4.6)."""
        planted = [row[GOOD] for row in game.farms[self.seat].fields if is_planted(row)]
        return [planted.count(good) for good in KINDS]

    def amounts(self, game: Loyang) -> list[int]:
        """The possible payments, each once: the maximum, or those that the player can choose."""
        counts = self.counts(game)
        return sorted({n for n in counts if n} or {0}) if game.options.free_choices else [max(counts)]

    def asks(self, game: Loyang) -> Sequence[Ask]:
        goods = [good for good, fields in enumerate(self.counts(game)) if fields]
        if not game.options.free_choices or len(goods) < 2:
            return ()
        return (Ask(self.seat, "wages", choices("wages", goods)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        self._pay(game, self.counts(game)[choice.noun])

    def run(self, game: Loyang) -> None:
        self._pay(game, self.amounts(game)[-1])

    def _pay(self, game: Loyang, cash: int) -> None:
        game.farms[self.seat].cash += cash
        game.say("wages", self.seat, cash)

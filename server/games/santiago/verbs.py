"""The steps of Cubans' and buildings' functions. Each acts for the active player."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Ask, Choice, Step
from .state import DEMANDED, GOODS, PESO, VP, Santiago, name_of

Amounts = tuple[tuple[int, int], ...]
"""Pairs of item and amount."""


class Exchange(Step[Santiago], frozen=True):
    """Pay items into the supply and get others. Goods are limited by the supply (SAN-6.10)."""

    pay: Amounts
    get: Amounts

    def amounts(self, game: Santiago) -> Amounts:
        """The amounts that the active player pays (negative) and gets."""
        got = ((item, min(n, game.supply[item]) if item in GOODS else n) for item, n in self.get)
        return (*((item, -n) for item, n in self.pay), *got)

    def run(self, game: Santiago) -> None:
        mine, amounts = game.held[game.active], self.amounts(game)
        for item, amount in amounts:
            mine[item] += amount
            if item in GOODS:
                game.supply[item] -= amount
        game.say_exchange(game.active, *amounts)


class Surrender(Step[Santiago], frozen=True):
    """The black market, first half: the player returns a good to the supply."""

    good: int

    def run(self, game: Santiago) -> None:
        game.held[game.active][self.good] -= 1
        game.show_holdings()
        game.supply[self.good] += 1


class TakeOther(Step[Santiago], frozen=True):
    """The black market, second half: take another good (no wood, SAN-10.6) from the supply, or decline."""

    given: int

    def choices(self, game: Santiago) -> list[Choice]:
        return [Choice("swap_take", g) for g in DEMANDED if g != self.given and game.supply[g]]

    def asks(self, game: Santiago) -> Sequence[Ask]:
        options = self.choices(game)
        if len(options) < 2:
            return ()
        return (Ask(game.active, "swap_take", (*options, Choice("decline"))),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        if choice.verb == "decline":
            game.supply[self.given] -= 1
            game.held[seat][self.given] += 1
            game.say("no_swap", seat)
            return
        game.supply[choice.noun] -= 1
        game.held[seat][choice.noun] += 1
        game.say_exchange(seat, (self.given, -1), (choice.noun, 1))

    def run(self, game: Santiago) -> None:
        self.answer(game, game.active, self.choices(game)[0])


class Gift(Step[Santiago], frozen=True):
    """El Zorro: one opponent gives the active player a peso, a point, or a good other than wood."""

    seat: int

    def choices(self, game: Santiago) -> list[Choice]:
        mine = game.held[self.seat]
        gifts = [Choice(verb) for verb, item in (("give_peso", PESO), ("give_vp", VP)) if mine[item]]
        return gifts + [Choice("give", good) for good in DEMANDED if mine[good]]

    def asks(self, game: Santiago) -> Sequence[Ask]:
        options, screens = self.choices(game), not game.options.open_holdings
        if screens:
            options = options or [Choice("give_nothing")]
        elif len(options) < 2:
            return ()
        return (Ask(self.seat, "gift", tuple(options), secret=screens),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        if not game.options.open_holdings:
            game.seal()
        self.give(game, choice)

    def run(self, game: Santiago) -> None:
        self.give(game, (*self.choices(game), Choice("give_nothing"))[0])

    @staticmethod
    def item(choice: Choice) -> int:
        """The item that a choice gives."""
        return {"give_peso": PESO, "give_vp": VP}.get(choice.verb, choice.noun)

    def give(self, game: Santiago, choice: Choice) -> None:
        if choice.verb == "give_nothing":
            game.say("gave_nothing", self.seat)
            return
        item = self.item(choice)
        game.held[self.seat][item] -= 1
        game.held[game.active][item] += 1
        game.say("gift", self.seat, game.active, name_of(item, 1))


class Claim(Step[Santiago], frozen=True):
    """Alonso: put the active player's marker on a building."""

    building: int

    def run(self, game: Santiago) -> None:
        game.owners[self.building] = game.active
        game.say("claimed", game.active, self.building)


class TurnDown(Step[Santiago], frozen=True):
    """The newspaper: turn a Cuban face down. He stays useless until the car has passed him."""

    cuban: int

    def run(self, game: Santiago) -> None:
        game.down[self.cuban] = True
        game.say("turned_down", game.active, self.cuban)

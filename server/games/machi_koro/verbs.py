"""The steps of major establishments. Each acts for the active player."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Ask, Choice, Step, Steps, choices
from .cards import SWAPPABLE, Effect, FromEach, FromOne, Swap
from .state import MachiKoro


def plan(effect: Effect) -> Steps:
    """The steps of an activated purple card."""
    match effect:
        case FromEach(amount):
            return (TakeFromEach(amount),)
        case FromOne(amount):
            return (TakeFromOne(amount),)
        case Swap():
            return (Give(),)
        case _:
            raise AssertionError(f"no purple card has the effect {effect}")


class TakeFromEach(Step[MachiKoro], frozen=True):
    """The stadium: every opponent pays up to `amount`."""

    amount: int

    def run(self, game: MachiKoro) -> None:
        for other in game.others():
            game.say("stadium", other, game.active, game.pay(other, game.active, self.amount))


class TakeFromOne(Step[MachiKoro], frozen=True):
    """The TV station: an opponent pays up to `amount`. The owner chooses which one if that matters."""

    amount: int

    def targets(self, game: MachiKoro) -> list[int]:
        """The seats that the owner may choose; empty if no opponent has coins."""
        others = game.others()
        rich = [seat for seat in others if game.coins[seat]]
        return others if rich and game.options.tv_choose_poor else rich

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        others = game.others()
        rich = sum(game.coins[seat] > 0 for seat in others)
        if not rich or len(others) == 1 or (rich == 1 and game.options.tv_auto):
            return ()
        options = choices("tv", sorted(self.targets(game)))
        return (Ask(game.active, "tv_target", options),)

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        game.say("tv", choice.noun, seat, game.pay(choice.noun, seat, self.amount))

    def run(self, game: MachiKoro) -> None:
        rich = [other for other in game.others() if game.coins[other]]  # one at most
        for other in rich:
            game.say("tv", other, game.active, game.pay(other, game.active, self.amount))
        if not rich:
            game.say("tv_idle", game.active)


class Give(Step[MachiKoro], frozen=True):
    """The business center: choose an own establishment to give away, or decline."""

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        mine = game.cities[game.active]
        gifts = [kind for kind in SWAPPABLE if mine[kind] and partners(game, kind)]
        if not gifts:
            return ()
        options = (*choices("give", gifts), Choice("decline"))
        return (Ask(game.active, "swap_give", options),)

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        if choice.verb == "decline":
            decline(game)
            return
        possible = partners(game, choice.noun)
        game.then(Take(choice.noun, possible[0]) if len(possible) == 1 else With(choice.noun))

    def run(self, game: MachiKoro) -> None:
        game.say("swap_idle", game.active)


class With(Step[MachiKoro], frozen=True):
    """The business center: choose the partner. Skipped if only one opponent is possible."""

    given: int

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        options = (*choices("with", partners(game, self.given)), Choice("decline"))
        return (Ask(game.active, "swap_with", options),)

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        if choice.verb == "decline":
            decline(game)
        else:
            game.then(Take(self.given, choice.noun))


class Take(Step[MachiKoro], frozen=True):
    """The business center: choose the establishment to take in return, or decline."""

    given: int
    partner: int

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        kinds = returns(game, self.given, self.partner)
        options = (*choices("take", kinds), Choice("decline"))
        return (Ask(game.active, "swap_take", options),)

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        if choice.verb == "decline":
            decline(game)
            return
        mine, theirs = game.cities[seat], game.cities[self.partner]
        for kind, giver, taker in ((self.given, mine, theirs), (choice.noun, theirs, mine)):
            giver[kind] -= 1
            taker[kind] += 1
        game.say("swapped", seat, self.given, self.partner, choice.noun)


def decline(game: MachiKoro) -> None:
    """Log that there is no swap, and drop further pending business centers: they would offer the same."""
    game.say("no_swap", game.active)
    while game.stack and type(game.stack[-1]) is Give:
        game.stack.pop()


def partners(game: MachiKoro, given: int) -> list[int]:
    """The opponents who could take this kind and give another for it."""
    return [seat for seat in sorted(game.others()) if returns(game, given, seat)]


def returns(game: MachiKoro, given: int, partner: int) -> list[int]:
    """The kinds that a partner could give in return: no tower, another kind (MAC-7.15), none over a limit."""
    mine, theirs = game.cities[game.active], game.cities[partner]
    most = game.options.most(purple=False)
    if theirs[given] >= most:
        return []
    return [kind for kind in SWAPPABLE if theirs[kind] and kind != given and mine[kind] < most]

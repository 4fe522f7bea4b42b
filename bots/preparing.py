"""What a choice prepares, where it is no good for itself: the own choices that follow, until it pays.

A game with a turn of many small choices judges a position in the midst of it (`PAUSES`): a helper is used
up, a loan is due, and what that was for comes with the next choices. So these are looked up, one after the
other, as whoever gives the tip would choose, at the same kind of question and without luck. They are told
where all of it together is worth more than nothing, and more than they would be without the choice: what can
be had anyway is not what it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from server.games.kernel import Ask, Choice, settle

from .looking import Lookahead, Tools
from .values import Part, Parts

FURTHER: Final = 3
"""Choices that are looked up at most."""

Change = dict[str, Part]
"""What a choice changes of each part."""

Worths = Callable[[Sequence[Any]], list[float]]
"""What each of these games is worth to the seat."""


class Prepared(NamedTuple):
    """The choices that follow, and what they change together with the one that prepares them; none where
    nothing was found."""

    choices: list[Choice]
    change: Change


NOTHING: Final = Prepared([], {})


class Preparing:
    """Looks on in the turn of a seat, in one imagined game."""

    def __init__(self, tools: Tools, parts: Parts, worths: Worths, seat: int) -> None:
        self._tools, self._parts, self._worths, self._seat = tools, parts, worths, seat

    def behind(self, world: Any, choice: Choice) -> Prepared:
        """What this choice of the seat prepares."""
        pauses, before = self._tools.reach.pauses, self._parts(world, self._seat)
        prompts = pauses & {ask.prompt for ask in self._asks(world)} or pauses
        game = self._best(world, [choice])[1]
        if game is None or gain(before, self._parts(game, self._seat)) >= 0:
            return NOTHING
        choices: list[Choice] = []
        while len(choices) < FURTHER and (asks := self._asks(game)) and asks[0].prompt in prompts:
            prompts, options = frozenset({asks[0].prompt}), asks[0].options
            number, game = self._best(game, options)
            if game is None:
                break
            choices.append(options[number])
            after = self._parts(game, self._seat)
            if gain(before, after) > max(0.0, self._without(world, choices)):
                return Prepared(choices, minus(after, before))
        return NOTHING

    def _asks(self, game: Any) -> list[Ask]:
        return [ask for ask in settle(game) if ask.seat == self._seat]

    def _without(self, world: Any, choices: Sequence[Choice]) -> float:
        """What these choices bring without the one that prepares them, as far as they can be made."""
        game = world
        for choice in choices:
            if any(choice in ask.options for ask in self._asks(game)):
                game = self._best(game, [choice])[1] or game
        return gain(self._parts(world, self._seat), self._parts(game, self._seat))

    def _best(self, game: Any, offers: Sequence[Choice]) -> tuple[int, Any]:
        """The number of the option that is worth most, and the position behind it, None where that is
        luck's."""
        look = Lookahead(self._tools, self._seat)
        behind = [*look.behind(game, offers)]
        worths = self._worths([position for _, position in behind])
        number, position = behind[max(range(len(behind)), key=worths.__getitem__)]
        return number, None if number in look.lucky else position


def gain(before: Change, after: Change) -> float:
    """By how much a position is better than another, by the worth of its parts."""
    return sum(part.worth for part in after.values()) - sum(part.worth for part in before.values())


def minus(after: Change, before: Change) -> Change:
    """The change of each part from one position to another."""
    return {part: less(it, before.get(part, it)) for part, it in after.items()}


def less(one: Part, other: Part) -> Part:
    """The difference between what there is of a part."""
    if one.amount is None or other.amount is None:
        return Part(one.worth - other.worth)
    return Part(one.worth - other.worth, one.amount - other.amount)

"""What a choice prepares that is no good by itself: the own choices that follow, until it pays.

A game with turns of many small choices evaluates positions in the middle of a turn (`PAUSES`): there a helper
is used up or a loan is due, and the gain comes only with the next choices. So these are computed, one after
another, with the evaluation of the tip, for the same kind of question and without luck. They are reported if
all of it together gains something, and more than the same choices gain without the first one: what is
possible anyway is not its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, Final, NamedTuple

from server.games.kernel import Ask, Choice, settle

from ..search.lookahead import Lookahead, Tools
from ..values import Parts, ValuePart

MAX_FURTHER_CHOICES: Final = 3
"""Maximum number of following choices."""

Change = dict[str, ValuePart]
"""The change of each part by a choice."""

Worths = Callable[[Sequence[Any]], list[float]]
"""The value of each of these games for the seat."""


class Prepared(NamedTuple):
    """The following choices, and the changes they make together with the preparing one; both empty if none
    were found."""

    choices: list[Choice]
    change: Change


NOTHING: Final = Prepared([], {})


class Preparation:
    """Looks ahead in a seat's turn, in one imagined game."""

    def __init__(self, tools: Tools, parts: Parts, worths: Worths, seat: int) -> None:
        self._tools, self._parts, self._worths, self._seat = tools, parts, worths, seat

    def behind(self, world: Any, choice: Choice) -> Prepared:
        """The choices that this choice of the seat prepares."""
        pauses, before = self._tools.reach.pauses, self._parts(world, self._seat)
        prompts = pauses & {ask.prompt for ask in self._asks(world)} or pauses
        game = self._best(world, [choice])[1]
        if game is None or gain(before, self._parts(game, self._seat)) >= 0:
            return NOTHING
        choices: list[Choice] = []
        while len(choices) < MAX_FURTHER_CHOICES and (asks := self._asks(game)) and asks[0].prompt in prompts:
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
        """The gain of these choices without the preparing one, as far as they are possible."""
        game = world
        for choice in choices:
            if any(choice in ask.options for ask in self._asks(game)):
                game = self._best(game, [choice])[1] or game
        return gain(self._parts(world, self._seat), self._parts(game, self._seat))

    def _best(self, game: Any, offers: Sequence[Choice]) -> tuple[int, Any]:
        """The number of the best option, and the position behind it; None if luck determines it."""
        look = Lookahead(self._tools, self._seat)
        behind = [*look.behind(game, offers)]
        worths = self._worths([position for _, position in behind])
        number, position = behind[max(range(len(behind)), key=worths.__getitem__)]
        return number, None if number in look.lucky else position


def gain(before: Change, after: Change) -> float:
    """The total difference in value of two positions, over their parts."""
    return fsum(part.worth for part in after.values()) - fsum(part.worth for part in before.values())


def minus(after: Change, before: Change) -> Change:
    """The change of each part from one position to another."""
    return {part: less(it, before.get(part, it)) for part, it in after.items()}


def less(one: ValuePart, other: ValuePart) -> ValuePart:
    """The difference of two values of a part."""
    if one.amount is None or other.amount is None:
        return ValuePart(one.worth - other.worth)
    return ValuePart(one.worth - other.worth, one.amount - other.amount)

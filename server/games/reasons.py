"""Why something on the board can't be chosen now. The reasons are found by trials, so they can't differ from
the rules.

Theory of operation. A game names the kinds of things on its board that can be chosen at times (`Thing`), and
the obstacles that may prevent it (`Bar`). Each bar has a change of the game that removes it. In copies of the
game, bars are lifted and the asking step is asked again: the bars whose removal makes the step offer the
thing are the reason. So only the rules decide what is possible, and none of their conditions is written a
second time. Trials run only on request.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from .copying import copier
from .kernel import Ask, Choice, Game, Lanes, Step, settle

Line = tuple[Any, ...]
"""A reason: its key among the texts of `why`, and its numbers."""

ANOTHER: Line = ("another",)
"""The question is about something else."""

S = TypeVar("S", bound=Step[Any])


class NoSuchThing(LookupError):
    """The board shows the seat no such thing."""


class Bar(NamedTuple):
    """An obstacle that may keep a thing from being chosen.

    `lift(game, seat, noun)` removes it, in a copy of the game, and has no effect if it is absent. `say(game,
    seat, noun)` is the reason, in the game as it is.
    """

    lift: Callable[[Any, int, int], None]
    say: Callable[[Any, int, int], Line]


class Short(NamedTuple):
    """A lack of something countable; the missing amount is found by trials.

    `give(game, seat, noun, n)` gives the seat n more, in a copy. `most`: the largest amount that can be
    missing. `key`: the key of the reason, whose number is the missing amount.
    """

    key: str
    give: Callable[[Any, int, int, int], None]
    most: int


Bars = Sequence[Bar | Short]


def _another(game: Any, ask: Ask, noun: int) -> Line:
    return ANOTHER


def _noun(game: Any, choice: Choice) -> Collection[int]:
    return (choice.noun,)


class Thing(NamedTuple):
    """A kind of numbered things that can be chosen at times.

    `verbs`: the verbs that choose them. `names(game, choice)`: the things that such a choice takes.
    `shown(game, seat)`: the things that the board shows to a seat. `bars`: the possible obstacles by the
    prompt of the question, most telling first. `otherwise(game, ask, noun)`: the reason if no bar explains
    it. All functions but `shown` get a game whose topmost step is the one that asks.
    """

    verbs: frozenset[str]
    shown: Callable[[Any, int], Collection[int]]
    bars: Mapping[str, Bars] = {}
    otherwise: Callable[[Any, Ask, int], Line] = _another
    names: Callable[[Any, Choice], Collection[int]] = _noun

    def offered(self, game: Any, ask: Ask, noun: int) -> bool:
        """Whether the question offers this thing."""
        return any(noun in self.names(game, choice) for choice in ask.options if choice.verb in self.verbs)


Things = Mapping[str, Thing]


def why_not(things: Things, game: Any, ask: Ask, name: str, noun: int) -> list[Line]:
    """Why the asked seat can't choose a thing: one or several reasons, none if it can.

    Raises NoSuchThing. Changes nothing.
    """
    thing = things.get(name)
    if thing is None or noun not in thing.shown(game, ask.seat):
        raise NoSuchThing(f"seat {ask.seat} is shown no {name} {noun}")
    here = copy_at(game, ask.seat)
    if thing.offered(here, ask, noun):
        return []
    bars = thing.bars.get(ask.prompt, ())
    return _standing(Trial(thing, here, ask.seat, noun), bars) or [thing.otherwise(here, ask, noun)]


class Trial(NamedTuple):
    """A thing, and a game in which to try whether it is offered."""

    thing: Thing
    game: Any
    seat: int
    noun: int

    def offers(self, lifted: Bars, given: int | None = None) -> bool:
        """Whether the thing is offered without these bars. `given`: the amount for the last of them, if it is
        a Short."""
        trial = clone_of(self.game)
        for bar in lifted:
            if isinstance(bar, Short):
                amount = given if given is not None and bar is lifted[-1] else bar.most
                bar.give(trial, self.seat, self.noun, amount)
            else:
                bar.lift(trial, self.seat, self.noun)
        asks = trial.stack[-1].asks(trial)
        return any(ask.seat == self.seat and self.thing.offered(trial, ask, self.noun) for ask in asks)

    def line(self, bar: Bar | Short, others: Bars) -> Line:
        """The reason for a bar that is in the way together with these others."""
        if isinstance(bar, Short):
            return (bar.key, self.missing(bar, others))
        return bar.say(self.game, self.seat, self.noun)

    def missing(self, short: Short, others: Bars) -> int:
        """The least sufficient amount, by bisection."""
        no, yes = 0, short.most
        while yes - no > 1:
            half = (no + yes) // 2
            no, yes = (no, half) if self.offers([*others, short], half) else (half, yes)
        return yes


def _standing(trial: Trial, bars: Bars) -> list[Line]:
    """The reasons for a minimal set of bars whose removal makes the thing available. A later bar stays in the
    set only if lifting the earlier ones is not enough."""
    if not bars or not trial.offers(bars):
        return []
    standing = list(bars)
    for bar in reversed(bars):
        if trial.offers(fewer := [other for other in standing if other is not bar]):
            standing = fewer
    return [trial.line(bar, [other for other in standing if other is not bar]) for bar in standing]


def clone_of(game: Game) -> Any:
    clone = copier(type(game))
    assert clone is not None
    return clone(game)


def copy_at(game: Game, seat: int) -> Any:
    """A copy whose topmost step is the one that asks this seat; of parallel turns, the seat's own."""
    copy = clone_of(game)
    while type(top := copy.stack[-1]) is Lanes:
        copy.stack = list(_lane(copy, top, seat))
    return copy


def _lane(game: Any, lanes: Lanes, seat: int) -> Sequence[Step[Any]]:
    for lane in lanes.lanes:
        game.stack = list(lane.stack)
        if any(ask.seat == seat for ask in settle(game)):
            return lane.stack
    raise AssertionError(f"no lane asks seat {seat}")


# -- bars and reasons that many games use ------------------------------------------------------------


def always(key: str, *nouns: int) -> Callable[[Any, int, int], Line]:
    """The same reason for every thing."""
    return lambda game, seat, noun: (key, *nouns)


def of_it(key: str) -> Callable[[Any, int, int], Line]:
    """The reason with the thing's own number."""
    return lambda game, seat, noun: (key, noun)


def only_at(
    prompts: Collection[str], key: str, otherwise: Callable[[Any, Ask, int], Line] = _another
) -> Callable[[Any, Ask, int], Line]:
    """At these questions the reason is `otherwise`; at all others it is `key`, which says when such a thing
    is chosen."""
    return lambda game, ask, noun: otherwise(game, ask, noun) if ask.prompt in prompts else (key,)


def by_prompt(lines: Mapping[str, str], key: str = "another") -> Callable[[Any, Ask, int], Line]:
    """A reason by the prompt of the question, and one for all other questions."""
    return lambda game, ask, noun: (lines.get(ask.prompt, key),)


def neighbour(others: Callable[[Any, int], Collection[int]]) -> Thing:
    """Things in front of another player, by that player's seat, that can never be chosen."""
    return Thing(frozenset(), others, otherwise=lambda game, ask, seat: ("theirs", seat))


def have_one(amounts: list[int], which: int) -> None:
    """Lifts a bar: makes the amount at least 1. If there is one already, adding another would lift more than
    the bar."""
    amounts[which] = max(amounts[which], 1)


def as_if(kind: type[S], **fields: Any) -> Callable[[Any, int, int], None]:
    """Lifts a bar in the asking step: replaces some of its fields."""

    def lift(game: Any, seat: int, noun: int) -> None:
        if isinstance(step := game.stack[-1], kind):
            game.stack[-1] = replace(step, **fields)

    return lift

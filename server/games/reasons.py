"""Why something that a board shows can't be chosen now: found by trying, so it can't differ from the rules.

Theory of operation. A game names the kinds of things that its board shows and that can be chosen at times
(`Thing`), and what may bar one from being chosen (`Bar`), each bar with a change of the game that lifts it.
In copies of the game bars are lifted, and the step that asks is asked again: the bars without which the thing
would be offered are the reason. So the rules alone say what is possible, and no condition of theirs is
written down a second time. Nothing is tried before somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from .copying import copier
from .kernel import Ask, Choice, Game, Lanes, Step, settle

Line = tuple[Any, ...]
"""A reason: its key among the texts of `why`, and the numbers in it."""

ANOTHER: Line = ("another",)
"""The question is about something else."""

S = TypeVar("S", bound=Step[Any])


class NoSuchThing(LookupError):
    """The board shows the seat no such thing."""


class Bar(NamedTuple):
    """Something that may keep a thing from being chosen.

    `lift(game, seat, noun)` takes it away, in a copy; where it isn't in the way, that does no harm.
    `say(game, seat, noun)` is the reason, in the game as it is.
    """

    lift: Callable[[Any, int, int], None]
    say: Callable[[Any, int, int], Line]


class Short(NamedTuple):
    """Too little of what there are amounts of; how much is missing is found by trying.

    `give(game, seat, noun, n)`: the seat gets so much more, in a copy. `most`: no more is ever missing.
    `key`: of the reason, whose number is what is missing.
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
    """A kind of things that can be chosen at times, each of which has a number.

    `verbs`: by which they are chosen; `names(game, choice)`: those that such a choice takes. `shown(game,
    seat)`: those that the board shows to a seat. `bars`: what may stand in the way, by the prompt of the
    question, most telling first. `otherwise(game, ask, noun)`: the reason where none of them is it. All but
    `shown` are given a game whose topmost step is the one that asks.
    """

    verbs: frozenset[str]
    shown: Callable[[Any, int], Collection[int]]
    bars: Mapping[str, Bars] = {}
    otherwise: Callable[[Any, Ask, int], Line] = _another
    names: Callable[[Any, Choice], Collection[int]] = _noun

    def offered(self, game: Any, ask: Ask, noun: int) -> bool:
        """Does the question offer this one?"""
        return any(noun in self.names(game, choice) for choice in ask.options if choice.verb in self.verbs)


Things = Mapping[str, Thing]


def why_not(things: Things, game: Any, ask: Ask, name: str, noun: int) -> list[Line]:
    """Why the asked seat can't choose a thing: one reason or several together; none where it can.

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
    """A thing and a game to try in whether it is offered."""

    thing: Thing
    game: Any
    seat: int
    noun: int

    def offers(self, lifted: Bars, given: int | None = None) -> bool:
        """Would it be offered without these bars? `given`: so much, where the last of them is short."""
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
        """What is said of a bar that stands in the way beside these others."""
        if isinstance(bar, Short):
            return (bar.key, self.missing(bar, others))
        return bar.say(self.game, self.seat, self.noun)

    def missing(self, short: Short, others: Bars) -> int:
        """The least amount that would do, by halving."""
        no, yes = 0, short.most
        while yes - no > 1:
            half = (no + yes) // 2
            no, yes = (no, half) if self.offers([*others, short], half) else (half, yes)
        return yes


def _standing(trial: Trial, bars: Bars) -> list[Line]:
    """What is said of the bars without which the thing would be offered, of as few as will do: later bars are
    lifted only where earlier ones alone don't help."""
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
    """A copy whose topmost step is the one that asks this seat: of turns side by side the seat's own."""
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


# -- for games: bars and reasons that are alike everywhere -------------------------------------------


def always(key: str, *nouns: int) -> Callable[[Any, int, int], Line]:
    """The same reason whatever the thing."""
    return lambda game, seat, noun: (key, *nouns)


def of_it(key: str) -> Callable[[Any, int, int], Line]:
    """The reason with the thing's own number in it."""
    return lambda game, seat, noun: (key, noun)


def only_at(
    prompts: Collection[str], key: str, otherwise: Callable[[Any, Ask, int], Line] = _another
) -> Callable[[Any, Ask, int], Line]:
    """What is said at all questions but these: when such a thing is chosen; at these, something else."""
    return lambda game, ask, noun: otherwise(game, ask, noun) if ask.prompt in prompts else (key,)


def by_prompt(lines: Mapping[str, str], key: str = "another") -> Callable[[Any, Ask, int], Line]:
    """What is said by the question that is put: a key each, and one for all others."""
    return lambda game, ask, noun: (lines.get(ask.prompt, key),)


def neighbour(others: Callable[[Any, int], Collection[int]]) -> Thing:
    """What lies in front of another player, by that player's seat, where nothing of it is ever chosen."""
    return Thing(frozenset(), others, otherwise=lambda game, ask, seat: ("theirs", seat))


def have_one(amounts: list[int], which: int) -> None:
    """Lifts a bar: there is one. Where there is one already, another would lift more than is missing."""
    amounts[which] = max(amounts[which], 1)


def as_if(kind: type[S], **fields: Any) -> Callable[[Any, int, int], None]:
    """Lifts a bar that lies in the step that asks: as if it had other fields."""

    def lift(game: Any, seat: int, noun: int) -> None:
        if isinstance(step := game.stack[-1], kind):
            game.stack[-1] = replace(step, **fields)

    return lift

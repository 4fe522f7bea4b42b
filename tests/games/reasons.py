"""The laws of reasons: whatever the board shows and the question doesn't offer has one, and it is true.

By game, `tests/games/<game>/shown.py` says once more, out of the views alone, what the board shows (`shown`),
and when each reason is true (`TRUE`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from server.games.engine import View
from server.games.kernel import Ask, settle
from server.games.packing import pack
from server.games.reasons import Line, copy_at, why_not

from .engines import ENGINES, texts_of
from .walks import Question

A_FEW = 3
"""Things that are examined for each asked seat in long walks."""


class Table(NamedTuple):
    """Everything that an asked seat sees, and another game that looks the same to it."""

    q: Question
    ask: Ask
    public: View
    private: View
    other: Any

    @staticmethod
    def of(q: Question, ask: Ask) -> Table:
        public, private = q.engine.public(q.game), q.engine.private(q.game, ask.seat)
        other: Any = q.engine.imagine(public, private, ask.seat, q.random.getrandbits(64))
        settle(other)
        return Table(q, ask, public, private, other)


class Seen(NamedTuple):
    """A reason why a seat can't choose a thing, and what it sees."""

    table: Table
    noun: int
    nouns: tuple[int, ...]

    @property
    def seat(self) -> int:
        return self.ask.seat

    @property
    def ask(self) -> Ask:
        return self.table.ask

    @property
    def public(self) -> View:
        return self.table.public

    @property
    def private(self) -> View:
        return self.table.private

    @property
    def hints(self) -> View:
        q = self.table.q
        return q.engine.hints(q.game, self.seat, self.ask)

    def game(self) -> Any:
        """A copy of the game, with the seat's own turn where turns are played side by side."""
        return copy_at(self.table.q.game, self.seat)

    @property
    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.ask.options}

    def offered(self, verb: str) -> set[int]:
        return {choice.noun for choice in self.ask.options if choice.verb == verb}


Truth = Callable[[Seen], bool]
Shown = Mapping[str, set[int]]


@cache
def told(name: str) -> tuple[Callable[[View, View, int], Shown], Mapping[str, Mapping[str, Truth]]]:
    """What a game's board shows, and by kind of thing when each reason is true."""
    module = import_module(f"tests.games.{name}.shown")
    return module.shown, module.TRUE


@cache
def plain(name: str) -> frozenset[str]:
    """The verbs of a game that are about nothing on its board."""
    return frozenset(import_module(f"tests.games.{name}.shown").PLAIN)


@cache
def when(name: str) -> Mapping[str, set[str]]:
    """At which questions a kind of thing is chosen, where a reason says that: then nothing is left for which
    there is no better reason than that the question is about something else."""
    return getattr(import_module(f"tests.games.{name}.shown"), "WHEN", {})


@cache
def worded(name: str) -> frozenset[str]:
    """The reasons that have words."""
    return frozenset(texts_of(ENGINES[name], "en")["why"])


def reasons_hold(q: Question) -> None:
    """What the boards of the asked seats show has a reason, or is offered; a few things of each."""
    some_reasons_hold(q, A_FEW)


def some_reasons_hold(q: Question, most: int) -> int:
    """Examine so many things of each asked seat, or all there are; how many have a reason."""
    before, count = pack(q.game), 0
    for ask in q.asks:
        table = Table.of(q, ask)
        things = [(thing, noun) for thing, nouns in shown_on(table).items() for noun in sorted(nouns)]
        drawn = q.random.sample(things, min(most, len(things)))
        count += sum([bool(examine_thing(table, thing, noun)) for thing, noun in drawn])
    assert pack(q.game) == before, "looking for reasons has changed the game"
    return count


def shown_on(table: Table) -> Shown:
    """What the board shows to the asked seat: by its views, and by the rules alike."""
    q, ask = table.q, table.ask
    shown, _ = told(q.engine.name)
    seen = shown(table.public, table.private, ask.seat)
    by_rules = {name: set(thing.shown(q.game, ask.seat)) for name, thing in q.engine.things.items()}
    assert seen == by_rules, f"the board shows {seen}, and by the rules {by_rules}"
    here = copy_at(q.game, ask.seat)
    for name, thing in q.engine.things.items():
        chosen = {
            one for choice in ask.options if choice.verb in thing.verbs for one in thing.names(here, choice)
        }
        assert chosen <= seen[name], f"{name} {chosen - seen[name]} can be chosen, and isn't shown"
    return seen


def examine_thing(table: Table, thing: str, noun: int) -> list[Line]:
    """What is offered needs no reason; all else has one that is true, has words and tells no secret."""
    q, ask = table.q, table.ask
    kind = q.engine.things[thing]
    lines = why_not(q.engine.things, q.game, ask, thing, noun)
    here = copy_at(q.game, ask.seat)
    chosen = [kind.names(here, choice) for choice in ask.options if choice.verb in kind.verbs]
    offered = {one for some in chosen for one in some}
    assert bool(lines) != (noun in offered), f"{thing} {noun}: {lines}"
    assert not offered or ask.prompt in when(q.engine.name).get(thing, {ask.prompt}), f"{thing}: {ask.prompt}"
    empty = any(key == "another" for key, *_ in lines)
    assert not (empty and when(q.engine.name)), f"{thing} at {ask.prompt}"
    for key, *nouns in lines:
        assert key in worded(q.engine.name) and all(type(n) is int for n in nouns), f"{key} {nouns}"
        holds = not offered if key == "another" else is_true(table, thing, noun, key, nouns)
        assert holds, f"{thing} {noun} at '{ask.prompt}': it isn't true that {key} {nouns}"
    again = why_not(q.engine.things, table.other, ask, thing, noun)
    assert again == lines, f"{thing} {noun}: {lines} tells what is hidden"
    return lines


def is_true(table: Table, thing: str, noun: int, key: str, nouns: Sequence[int]) -> bool:
    _, true = told(table.q.engine.name)
    return bool(true[thing][key](Seen(table, noun, tuple(nouns))))

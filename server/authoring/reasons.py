"""The laws of reasons: everything that the board shows and the question doesn't offer has a reason, and it is
true.

A game's module `shown` derives independently, from the views alone, what the board shows (`shown`), and when
each reason is true (`TRUE`); see `server/games/evidence.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from server.games.engine import Engine, View
from server.games.evidence import Seen, Shown, Truth
from server.games.kernel import Ask, settle
from server.games.packing import pack
from server.games.reasons import Line, copy_at, why_not

from .engines import engine_named, evidence, texts_of
from .walks import Question

A_FEW = 3
"""The number of things that are examined for each asked seat in long walks."""


class Table(NamedTuple):
    """The view of an asked seat, and another game with the same view."""

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


def told(engine: Engine) -> tuple[Callable[[View, View, int], Shown], Mapping[str, Mapping[str, Truth]]]:
    """The things on a game's board, and by kind of thing when each reason is true."""
    module = evidence(engine, "shown")
    return module.shown, module.TRUE


def plain(engine: Engine) -> frozenset[str]:
    """The verbs of a game that concern nothing on its board."""
    return frozenset(evidence(engine, "shown").PLAIN)


def when(engine: Engine) -> Mapping[str, set[str]]:
    """By kind of thing: the questions at which it is chosen, where a reason states them. Such a game has no
    thing for which the only reason is that the question concerns something else."""
    return getattr(evidence(engine, "shown"), "WHEN", {})


@cache
def worded(name: str) -> frozenset[str]:
    """The reasons that have texts."""
    return frozenset(texts_of(engine_named(name), "en")["why"])


def reasons_hold(q: Question) -> None:
    """A few things on the boards of the asked seats: each one is offered or has a reason."""
    some_reasons_hold(q, A_FEW)


def some_reasons_hold(q: Question, most: int) -> int:
    """Examine this many things of each asked seat, or all; returns how many have a reason."""
    before, count = pack(q.game), 0
    for ask in q.asks:
        table = Table.of(q, ask)
        things = [(thing, noun) for thing, nouns in shown_on(table).items() for noun in sorted(nouns)]
        drawn = q.random.sample(things, min(most, len(things)))
        count += sum([bool(examine_thing(table, thing, noun)) for thing, noun in drawn])
    assert pack(q.game) == before, "looking for reasons has changed the game"
    return count


def shown_on(table: Table) -> Shown:
    """The things that the board shows to the asked seat: by its views, and by the rules alike."""
    q, ask = table.q, table.ask
    shown, _ = told(q.engine)
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
    """An offered thing needs no reason; each other one has a true one, with a text and without secrets."""
    q, ask = table.q, table.ask
    kind = q.engine.things[thing]
    lines = why_not(q.engine.things, q.game, ask, thing, noun)
    here = copy_at(q.game, ask.seat)
    chosen = [kind.names(here, choice) for choice in ask.options if choice.verb in kind.verbs]
    offered = {one for some in chosen for one in some}
    assert bool(lines) != (noun in offered), f"{thing} {noun}: {lines}"
    assert not offered or ask.prompt in when(q.engine).get(thing, {ask.prompt}), f"{thing}: {ask.prompt}"
    empty = any(key == "another" for key, *_ in lines)
    assert not (empty and when(q.engine)), f"{thing} at {ask.prompt}"
    for key, *nouns in lines:
        assert key in worded(q.engine.name) and all(type(n) is int for n in nouns), f"{key} {nouns}"
        holds = not offered if key == "another" else is_true(table, thing, noun, key, nouns)
        assert holds, f"{thing} {noun} at '{ask.prompt}': it isn't true that {key} {nouns}"
    again = why_not(q.engine.things, table.other, ask, thing, noun)
    assert again == lines, f"{thing} {noun}: {lines} tells what is hidden"
    return lines


def is_true(table: Table, thing: str, noun: int, key: str, nouns: Sequence[int]) -> bool:
    q = table.q
    seen = Seen(q.engine, q.game, table.ask, table.public, table.private, noun, tuple(nouns))
    _, true = told(q.engine)
    return bool(true[thing][key](seen))

"""The laws of reasons: whatever the board shows and the question doesn't offer has one, and it is true.

By game, `tests/games/<game>/shown.py` says once more, out of the views alone, what the board shows (`shown`),
and when each reason is true (`TRUE`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from server.games.engine import View
from server.games.kernel import Ask, settle
from server.games.packing import pack
from server.games.reasons import Line, why_not

from .engines import texts_of
from .walks import Question

AT_ONCE = 3
"""Things that are asked after at each question, where it isn't all of them."""


class Seen(NamedTuple):
    """A reason, and everything its seat sees."""

    q: Question
    public: View
    private: View
    seat: int
    ask: Ask
    noun: int
    nouns: tuple[int, ...]

    @property
    def hints(self) -> View:
        return self.q.engine.hints(self.q.game, self.seat, self.ask)

    @property
    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.ask.options}

    def offered(self, verb: str) -> set[int]:
        return {choice.noun for choice in self.ask.options if choice.verb == verb}


True_ = Callable[[Seen], bool]
Shown = Mapping[str, set[int]]


@cache
def told(name: str) -> tuple[Callable[[View, View, int], Shown], Mapping[str, Mapping[str, True_]]]:
    """What a game's board shows, and by kind of thing when each reason is true."""
    module = import_module(f"tests.games.{name}.shown")
    return module.shown, module.TRUE


def reasons_hold(q: Question) -> None:
    """Some things of each asked seat have a reason, or are offered."""
    for ask in q.asks:
        things = [(thing, noun) for thing, nouns in shown_to(q, ask).items() for noun in sorted(nouns)]
        for thing, noun in q.random.sample(things, min(AT_ONCE, len(things))):
            examine_thing(q, ask, thing, noun)


def all_reasons_hold(q: Question) -> int:
    """Everything that the boards of the asked seats show has a reason, or is offered; how many have one."""
    before = pack(q.game)
    count = sum(
        bool(examine_thing(q, ask, thing, noun))
        for ask in q.asks
        for thing, nouns in shown_to(q, ask).items()
        for noun in nouns
    )
    assert pack(q.game) == before, "looking for reasons has changed the game"
    return count


def shown_to(q: Question, ask: Ask) -> Shown:
    """What the board shows to an asked seat: by its views, and by the rules alike."""
    if not q.engine.things:
        return {}
    shown, _ = told(q.engine.name)
    seen = shown(q.engine.public(q.game), q.engine.private(q.game, ask.seat), ask.seat)
    things = q.engine.things
    assert seen == {name: set(thing.shown(q.game, ask.seat)) for name, thing in things.items()}
    return seen


def examine_thing(q: Question, ask: Ask, thing: str, noun: int) -> list[Line]:
    """What is offered needs no reason; all else has one that is true, has words and tells no secret."""
    lines = why_not(q.engine.things, q.game, ask, thing, noun)
    offered = [choice for choice in ask.options if choice.verb in q.engine.things[thing].verbs]
    if not lines:
        assert offered, f"{thing} {noun}: no reason, but nothing of the kind is offered"
        return lines
    public, private = q.engine.public(q.game), q.engine.private(q.game, ask.seat)
    _, true = told(q.engine.name)
    for key, *nouns in lines:
        assert key in texts_of(q.engine, "en")["why"] and all(type(n) is int for n in nouns), f"{key} {nouns}"
        seen = Seen(q, public, private, ask.seat, ask, noun, tuple(nouns))
        holds = (key == "another" and not offered) or true[thing][key](seen)
        assert holds, f"{thing} {noun} at '{ask.prompt}': it isn't true that {key} {nouns}"
    world: Any = q.engine.imagine(public, private, ask.seat, q.random.getrandbits(64))
    settle(world)
    assert why_not(q.engine.things, world, ask, thing, noun) == lines, f"{lines} tells what is hidden"
    return lines

"""The laws of hints: they use only what the seat may know, and their announced changes happen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from server.games.engine import Engine
from server.games.kernel import Ask, Choice, Lanes, choose, settle

from .engines import clone_of, exception
from .walks import Question, canonical
from .wire import over_the_wire

LONG = 200
"""The number of steps after which the consequences of a choice count as endless."""


def hints_are_plain_and_no_secret(q: Question) -> None:
    """They survive encoding, change nothing, and are equal in every world with the same views."""
    for seat in q.viewers:
        ask = next((ask for ask in q.asks if ask.seat == seat), None)
        told = q.engine.hints(q.game, seat, ask)
        assert over_the_wire(told) == told, f"the hints of {seat} are no plain data"
        public = q.engine.public(q.game)
        private = None if seat is None else q.engine.private(q.game, seat)
        world: Any = q.engine.imagine(public, private, seat, q.random.getrandbits(64))
        settle(world)
        again = q.engine.hints(world, seat, ask)
        assert canonical(again) == canonical(told), f"the hints of {seat} tell what it can't know"


def hints_come_true(q: Question) -> None:
    """For every option with stated amounts: when it is carried out, the seat's holdings change by exactly
    these.

    If another consequence changes them as well, one of its steps must have made exactly that change.
    """
    for ask in q.asks:
        before = q.engine.holdings(q.game, ask.seat)
        for verb, noun, change in q.engine.hints(q.game, ask.seat, ask).get("amounts", []):
            choice = Choice(verb, noun)
            assert choice in ask.options, f"there is a hint for {choice}, which is not offered"
            assert change and set(change) <= set(before), f"{choice} changes {change}, held is {before}"
            held = list(course(q.engine, q.game, ask, choice, q.random))
            for key, promised in change.items():
                amounts = promised if type(promised) is list else [promised]
                assert amounts and len(set(amounts)) == len(amounts), f"{choice} promises {change}"
                steps = [after[key] - was[key] for was, after in pairwise(held)]
                made = [held[-1][key] - held[0][key], *steps]
                assert any(n in made for n in amounts), f"{choice} promised {change}, {key} went {made}"


def course(engine: Engine, game: Any, ask: Ask, choice: Choice, random: Random) -> Iterator[dict[str, int]]:
    """The holdings of the asked seat before a choice, and after each step of its consequences.

    Questions on the way are answered at random. It ends when the stack is as short as before (including the
    steps that only waited for the answer), or when the same kind of step asks again at its place.
    """
    tried: Any = clone_of(engine)(game)
    while type(top := tried.stack[-1]) is Lanes:
        tried.stack = list(_lane(tried, top, ask.seat))
        settle(tried)
    asked = type(tried.stack[-1])
    depth = len(tried.stack) - exception(engine, "WAITING", {}).get(asked.__name__, 0)
    yield engine.holdings(tried, ask.seat)
    tried.stack.pop().answer(tried, ask.seat, choice)
    yield engine.holdings(tried, ask.seat)
    for _ in range(LONG):
        if len(tried.stack) < depth or (len(tried.stack) == depth and type(tried.stack[-1]) is asked):
            return
        step = tried.stack[-1]
        asks = () if type(step) is Lanes else step.asks(tried)
        tried.stack.pop()
        if type(step) is Lanes:
            _play_lanes(tried, step, random)
        elif asks:
            next_ask = random.choice(asks)
            step.answer(tried, next_ask.seat, random.choice(next_ask.options))
        else:
            step.run(tried)
        yield engine.holdings(tried, ask.seat)
    raise AssertionError(f"no end after {choice}")


def _play_lanes(game: Any, lanes: Lanes, random: Random) -> None:
    """Play the lanes of several seats to their end."""
    outer, game.stack = game.stack, [lanes]
    asks = settle(game)
    while asks:
        ask = random.choice(asks)
        asks = choose(game, ask, random.choice(ask.options))
    game.stack = outer


def _lane(game: Any, lanes: Lanes, seat: int) -> tuple[Any, ...]:
    """The steps of the lane of an asked seat."""
    for lane in lanes.lanes:
        outer, game.stack = game.stack, list(lane.stack)
        asks = settle(game)
        game.stack = outer
        if any(ask.seat == seat for ask in asks):
            return lane.stack
    raise AssertionError(f"no lane asks seat {seat}")

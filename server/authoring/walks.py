"""Random games: how their seats, options and choices are drawn, and the report about a failure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from server.games.engine import Engine, OptionsRefused
from server.games.kernel import Ask, Choice, choose, settle

from .engines import engine_named, new_game, option_values

ENDLESS = 20_000
"""The number of choices after which a random game counts as endless."""

canonical = msgspec.msgpack.Encoder(order="sorted").encode
"""Plain data to bytes that are the same for equal data."""


class Deal(NamedTuple):
    """Everything that determines a random game, except its choices."""

    name: str
    seed: int
    seats: int
    options: dict[str, Any]


class Made(NamedTuple):
    """One choice of a history."""

    seat: int
    verb: str
    noun: int


class Question(NamedTuple):
    """A game at a question: the subject of most laws. `random` is for them alone and changes no choice."""

    engine: Engine
    game: Any
    asks: Sequence[Ask]
    random: Random

    @property
    def seats(self) -> range:
        return range(len(self.engine.scores(self.game)))

    @property
    def viewers(self) -> list[int | None]:
        """All seats, and the watcher."""
        return [None, *self.seats]


def draw_deal(name: str, number: int) -> Deal:
    """The n-th random game: each value of each option equally likely, so each pair of them comes often."""
    engine, random = engine_named(name), Random(f"{name}/{number}")
    seats, values = random.choice(engine.seats), option_values(engine)
    while True:
        drawn = {field: random.choice(values[field]) for field in values if random.randrange(8)}
        options = msgspec.convert(drawn, engine.options)
        try:
            options.check(seats)
        except OptionsRefused:
            continue
        return Deal(name, random.getrandbits(128), seats, msgspec.to_builtins(options))


class Walk:
    """A random game in progress."""

    def __init__(self, deal: Deal, history: list[Made] | None = None) -> None:
        self.deal = deal
        self.engine = engine_named(deal.name)
        self.game: Any = new_game(self.engine, deal.seats, deal.seed, deal.options)
        self.asks: Sequence[Ask] = settle(self.game)
        self.history: list[Made] = [] if history is None else history
        self.random = Random(f"{deal.seed}/choices")
        self.for_laws = Random(f"{deal.seed}/laws")

    def question(self) -> Question:
        return Question(self.engine, self.game, self.asks, self.for_laws)

    def pick(self) -> tuple[Ask, Choice]:
        """A question and an answer, drawn so that rare verbs come up as well."""
        return draw_choice(self.asks, self.random)

    def choose(self, ask: Ask, choice: Choice) -> None:
        self.history.append(Made(ask.seat, *choice))
        self.asks = choose(self.game, ask, choice)


def whole(name: str, number: int) -> Walk:
    """The n-th random game at its end. Raises AssertionError if it is endless."""
    walk = Walk(draw_deal(name, number))
    while walk.asks:
        assert len(walk.history) < ENDLESS, f"no end after {ENDLESS} choices"
        walk.choose(*walk.pick())
    return walk


def story(deal: Deal, history: Sequence[Made]) -> str:
    """Everything needed to replay a game, as text."""
    return "\n".join(
        (
            f"game {deal.name}, {deal.seats} seats, seed {deal.seed}",
            f"options {json.dumps(deal.options)}",
            f"history of {len(history)} choices {json.dumps(history)}",
        )
    )


def draw_choice(asks: Sequence[Ask], random: Random) -> tuple[Ask, Choice]:
    """One of the asks and one of its options: half of the time any option, else any verb first."""
    ask = random.choice(asks)
    if random.randrange(2):
        return ask, random.choice(ask.options)
    verb = random.choice(list(dict.fromkeys(choice.verb for choice in ask.options)))
    return ask, random.choice([choice for choice in ask.options if choice.verb == verb])


def replay(deal: Deal, history: Sequence[Made]) -> Walk:
    """The game after these choices. Raises AssertionError if one of them is not offered."""
    walk = Walk(deal)
    for seat, verb, noun in history:
        ask = next((ask for ask in walk.asks if ask.seat == seat), None)
        assert ask is not None, f"choice {len(walk.history) + 1}: seat {seat} is not asked"
        choice = Choice(verb, noun)
        assert choice in ask.options, f"choice {len(walk.history) + 1}: {verb} {noun} is not offered"
        walk.choose(ask, choice)
    return walk

"""Tests that minds use only what their seat sees: with hidden information re-dealt, they choose the same.

At questions of random games, everything unknown to the asked seat is dealt again, with another random source
for future events, and the same mind with the same seed is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, Final, NamedTuple

from server.games.engine import Engine
from server.games.kernel import OPEN, Ask, Choice, choose, settle
from server.games.packing import pack

from ..document import Document, Log, about_table, document_of
from ..mind import Maker, blamed, offered
from .selfplay import new_game

EXAMINED_SHARE: Final = 0.12
"""The share of a game's questions that are examined."""

REPEATED_QUESTIONS: Final = 8
"""Number of repetitions of an identical question, if a mind chose differently."""


class ExaminedQuestion(NamedTuple):
    """A question of a game, for a mind; its hidden information can be re-dealt."""

    engine: Engine
    game: Any
    asks: Sequence[Ask]
    ask: Ask
    about: Any
    log: Sequence[Any]

    def document(self) -> Document:
        """The document of the asked seat."""
        return document_of(self.engine, self.game, self.asks, self.ask.seat, self.about, self.log)

    def redealt(self, seed: int) -> ExaminedQuestion:
        """Another game with the same view for the asked seat."""
        seat = self.ask.seat
        seen = self.document()
        world = self.engine.imagine(seen["public"]["game"], seen["mine"]["game"], seat, seed)
        asks = settle(world)
        ask = next(it for it in asks if it.seat == seat)
        return ExaminedQuestion(self.engine, world, asks, ask, self.about, self.log)


class FairnessResult(NamedTuple):
    """The choices of a mind before and after the re-deal. `other`: the re-deal changed more than the random
    source. `fickle`: the mind isn't deterministic, as it chooses differently in identical cases."""

    prompt: str
    choice: Choice
    again: Choice
    other: bool
    fickle: bool = False

    @property
    def fair(self) -> bool:
        return self.choice == self.again


def questions(engine: Engine, seed: int) -> Iterator[ExaminedQuestion]:
    """Questions of random games, with all numbers of seats and random options; endless."""
    random = Random(seed)
    while True:
        game, seats = new_game(engine, random)
        about = about_table(engine, game.options, ["whim"] * seats)
        asks, log = settle(game), Log()
        while asks:
            log.take(game.said)
            ask = random.choice(asks)
            if len(ask.options) > 1 and random.random() < EXAMINED_SHARE:
                yield ExaminedQuestion(engine, game, asks, ask, about, [*log.row])
            asks = choose(game, ask, random.choice(ask.options))


def is_dealt_otherwise(asked: ExaminedQuestion, seed: int) -> bool:
    """Does the re-deal with this seed change hidden information, apart from the random source?"""
    return _lying(asked) != _lying(asked.redealt(seed))


def ask_twice(asked: ExaminedQuestion, make: Maker, seed: int, name: str = "the mind") -> FairnessResult:
    """Ask a mind twice: with the real game, and with everything re-dealt that its seat doesn't know. Raises
    MindFailed if the mind raises, or chooses something that is not an option."""

    def chosen(it: ExaminedQuestion) -> Choice:
        document = it.document()
        with blamed(name, f"at {it.ask.prompt}"):
            choice = make(seed).choose(document, float("inf"))
        return offered(name, choice, it.ask.prompt, it.ask.options)

    other = asked.redealt(seed)
    choice, again = chosen(asked), chosen(other)
    fickle = choice != again and any(chosen(asked) != choice for _ in range(REPEATED_QUESTIONS))
    return FairnessResult(asked.ask.prompt, choice, again, _lying(asked) != _lying(other), fickle)


def _lying(asked: ExaminedQuestion) -> bytes:
    """The state of a game without its random source and the traces of the last choice (its seal and log
    lines)."""
    game = copy(asked.game)
    game.key, game.drawn, game.sealed, game.said = bytes(32), 0, OPEN, []
    return pack(game)

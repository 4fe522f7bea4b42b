"""Proof that minds know what their seat knows and nothing else: deal the rest anew, and they choose the same.

At questions of random games everything that the asked seat doesn't know is dealt again, with another random
source for what is to come, and the same mind with the same random numbers is asked once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, Final, NamedTuple

from server.games.engine import Engine
from server.games.kernel import OPEN, Ask, Choice, choose, settle
from server.games.packing import pack

from .document import Document, Log, about_table, document_of
from .learning.selfplay import new_game
from .mind import Maker, blamed, offered

SELDOM: Final = 0.12
"""The share of a game's questions that are looked at."""

AGAIN: Final = 8
"""How often a mind that chose otherwise is asked the very same once more."""


class Asked(NamedTuple):
    """A question of a game: a mind may be asked, and what it is shown be dealt anew."""

    engine: Engine
    game: Any
    asks: Sequence[Ask]
    ask: Ask
    about: Any
    log: Sequence[Any]

    def document(self) -> Document:
        """What the asked seat sees."""
        return document_of(self.engine, self.game, self.asks, self.ask.seat, self.about, self.log)

    def redealt(self, seed: int) -> Asked:
        """Another game that looks the same to the seat."""
        seat = self.ask.seat
        seen = self.document()
        world = self.engine.imagine(seen["public"]["game"], seen["mine"]["game"], seat, seed)
        asks = settle(world)
        ask = next(it for it in asks if it.seat == seat)
        return Asked(self.engine, world, asks, ask, self.about, self.log)


class Found(NamedTuple):
    """What a mind chose, and what it chose when all that it can't know was otherwise. `other`: was anything
    besides the random source? `fickle`: it chooses otherwise by the same seed where nothing is otherwise."""

    prompt: str
    choice: Choice
    again: Choice
    other: bool
    fickle: bool = False

    @property
    def fair(self) -> bool:
        return self.choice == self.again


def questions(engine: Engine, seed: int) -> Iterator[Asked]:
    """For ever: questions of random games, with all numbers of seats and drawn options."""
    random = Random(seed)
    while True:
        game, seats = new_game(engine, random)
        about = about_table(engine, game.options, ["whim"] * seats)
        asks, log = settle(game), Log()
        while asks:
            log.take(game.said)
            ask = random.choice(asks)
            if len(ask.options) > 1 and random.random() < SELDOM:
                yield Asked(engine, game, asks, ask, about, [*log.row])
            asks = choose(game, ask, random.choice(ask.options))


def tried(asked: Asked, make: Maker, seed: int, name: str = "the mind") -> Found:
    """Ask a mind twice: as it is, and with everything dealt anew that its seat doesn't know.
    Raises MindFailed where it raises something, or doesn't keep to the options."""

    def chosen(it: Asked) -> Choice:
        document = it.document()
        with blamed(name, f"at {it.ask.prompt}"):
            choice = make(seed).choose(document, float("inf"))
        return offered(name, choice, it.ask.prompt, it.ask.options)

    other = asked.redealt(seed)
    choice, again = chosen(asked), chosen(other)
    fickle = choice != again and any(chosen(asked) != choice for _ in range(AGAIN))
    return Found(asked.ask.prompt, choice, again, _lying(asked) != _lying(other), fickle)


def _lying(asked: Asked) -> bytes:
    """All of a game but where its chance comes from, and what the last choice has left: what it sealed, and
    what there was to say."""
    game = copy(asked.game)
    game.key, game.drawn, game.sealed, game.said = bytes(32), 0, OPEN, []
    return pack(game)

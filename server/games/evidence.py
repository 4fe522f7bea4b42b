"""What a game declares beside its rules, so that the laws can examine it: two modules of its package.

    hidden.py
        hides(game, seat)   the zones that a seat (None: a watcher) can't see
        TAKEN_BACK      optional: the questions whose answer may be taken back though others are asked after
                        it, as the rules say; `ANY_QUESTION` for all
        PROVISIONAL     optional: True where others see the steps of a turn before they stand, and a seat may
                        show what it knows, and take it back
        WAITING         optional: by the name of an asking step, how many of the planned steps only wait for
                        its answer, and therefore belong to its consequences

    shown.py
        shown(public, private, seat)    the things that the board shows, by kind, from the views alone
        TRUE            by kind and key of a reason: is the reason true? A function of `Seen`
        PLAIN           the verbs of answers that concern nothing on the board
        WHEN            optional: by kind, the questions at which it is chosen, where a reason states them

They say the same as the rules a second time, independently, from what can be seen. No game needs them to be
played; `server/authoring` reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from .engine import Engine, View
from .kernel import Ask
from .reasons import copy_at

ANY_QUESTION: Final = frozenset(["*"])
"""Instead of prompts: all questions of a game."""


class Zone(NamedTuple):
    """A zone with cards that a seat doesn't see, and `pool`: all the cards that it can't place.

    `ordered`: the order of the cards matters, so that even a zone with all of the pool has a secret.
    """

    name: str
    cards: list[int]
    pool: list[int]
    ordered: bool = False


class Seen(NamedTuple):
    """A reason why the asked seat can't choose a thing, and everything that the seat sees."""

    engine: Engine
    state: Any
    ask: Ask
    public: View
    private: View
    noun: int
    nouns: tuple[int, ...]

    @property
    def seat(self) -> int:
        return self.ask.seat

    @property
    def hints(self) -> View:
        return self.engine.hints(self.state, self.seat, self.ask)

    def game(self) -> Any:
        """A copy of the game, with the seat's own turn where turns are played side by side."""
        return copy_at(self.state, self.seat)

    @property
    def verbs(self) -> set[str]:
        return {choice.verb for choice in self.ask.options}

    def offered(self, verb: str) -> set[int]:
        return {choice.noun for choice in self.ask.options if choice.verb == verb}


Truth = Callable[[Seen], bool]
Shown = Mapping[str, set[int]]

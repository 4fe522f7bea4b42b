"""What a game is to everything outside it. A game is a package with the names of `Engine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from .kernel import Game

View = dict[str, Any]
"""Plain data: dicts with text keys, lists, ints, bools, text. No floats, no None where a number is meant."""


class OptionsRefused(ValueError):
    """These options can't be played with this many seats; the message says why, in English."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's variants and modules, each with its default. Fields are bools, ints or `Literal`s."""

    @classmethod
    def decided(cls, seats: int) -> Mapping[str, Any]:
        """The options that the number of seats decides, each with the one value it can have."""
        return {}

    @classmethod
    def needs(cls) -> Mapping[str, str]:
        """The options that change nothing unless another one is switched on: by name, that other one."""
        return {}

    def check(self, seats: int) -> None:
        """Raise OptionsRefused where these options don't go together or with this many seats."""


class Score(Struct, frozen=True):
    """How a seat stands: final, or as if the game ended now.

    `place` counts from 1, and seats that share a place share its number. `parts` says where the
    points come from, by a key of the texts.
    """

    seat: int
    place: int
    points: int
    parts: dict[str, int] = {}


class Engine(Protocol):
    """The contract. Every game is a module (a package) with exactly these names.

    A view lists by name what may be seen; what it does not list does not leave the server. Views are
    new containers or ones that nothing changes any more, and contain the stack where a bot must
    resume from it.
    """

    name: str
    rules: int
    """Raised when old logs would no longer replay alike."""
    seats: range
    """How many may play."""
    state: type[Game]
    options: type[Options]

    def setup(self, seats: int, seed: int, options: Any) -> Game:
        """A new game, not yet settled: its stack holds the first step. `seed` >= 0, up to 256 bits."""

    def public(self, game: Any) -> View:
        """What everybody may see, watchers included."""

    def private(self, game: Any, seat: int) -> View:
        """What this seat sees beyond that; empty where there is nothing."""

    def imagine(self, public: View, private: View | None, seat: int | None, seed: int) -> Game:
        """A whole game that fits what a seat (or a watcher: None) sees, the unseen dealt by `seed`."""

    def scores(self, game: Any) -> list[Score]:
        """One per seat, in the order of the seats: final, or as if the game ended now."""

    def check(self, game: Any) -> None:
        """Raise AssertionError if something impossible is the case: lost pieces, negative money."""


Games = Mapping[str, Engine]

"""The interface between a game and the rest of the server. A game is a package with the names of `Engine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from .advising import Advices
from .kernel import Ask, Game
from .reasons import Things

View = dict[str, Any]
"""Plain data: dicts with text keys, lists, ints, bools, text. No floats, and no None in place of a number."""


class OptionsRefused(ValueError):
    """These options can't be played with this number of seats; the message says why, in English."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's variants and modules, each with its default. Fields are bools, ints or `Literal`s.

    An option that was added later may be `UNSET` by default: tables made before it lack the option and pack
    as before. `usual` has its default for new tables.
    """

    @classmethod
    def usual(cls) -> Mapping[str, Any]:
        """The values that new tables get for options that are `UNSET` by default."""
        return {}

    @classmethod
    def decided(cls, seats: int) -> Mapping[str, Any]:
        """The options that the number of seats decides, each with its only possible value."""
        return {}

    @classmethod
    def needs(cls) -> Mapping[str, str]:
        """The options that have no effect unless another option is on: by name, that other option."""
        return {}

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Sets of options that work well together with any number of seats. Options not named have their
        defaults.

        "first" is for first-time players, "printed" follows the printed rules, "all" has all expansions.
        """
        return {}

    def check(self, seats: int) -> None:
        """Raise OptionsRefused if these options conflict with each other or with this number of seats."""


class Score(Struct, frozen=True):
    """The score of a seat: final, or as if the game ended now.

    `place` counts from 1; tied seats share the number. `parts` are the sources of the points, by a key of the
    texts.
    """

    seat: int
    place: int
    points: int
    parts: dict[str, int] = {}


class Engine(Protocol):
    """The contract. Every game is a module (a package) with these names. It may also have `unread`: the names
    of fields in its cards.json that its board doesn't read, so that pages don't load them; and `contract`
    (`outside.py`).

    A view lists explicitly what a seat may see; anything else never leaves the server. A view consists of new
    containers, or of shared ones that never change. Its `resume` holds the data from which `imagine` rebuilds
    the stack; its form is private to the game.
    """

    name: str
    advices: Advices
    """Advice for first-time players, by question."""
    rules: int
    """Increased when old logs would replay differently."""
    seats: range
    """The possible numbers of players."""
    weight: int
    """The effort to learn the game, by our own estimate: from 1 (five minutes) to 5 (an evening)."""
    state: type[Game]
    options: type[Options]
    things: Things
    """The things on the board that can be chosen at times, by kind; used to explain why one can't be chosen
    now."""

    def setup(self, seats: int, seed: int, options: Any) -> Game:
        """A new game, not yet settled: its stack holds the first step. `seed` >= 0, up to 256 bits."""

    def public(self, game: Any) -> View:
        """Public information: what every seat and every watcher sees."""

    def private(self, game: Any, seat: int) -> View:
        """What this seat sees beyond the public view; empty if nothing."""

    def imagine(self, public: View, private: View | None, seat: int | None, seed: int) -> Game:
        """A whole game consistent with the view of a seat (None: a watcher); hidden parts are dealt by
        `seed`."""

    def hints(self, game: Any, seat: int | None, ask: Ask | None) -> View:
        """Facts that a player at this seat (None: a watcher) could derive from the rules, so that no page has
        to.

        Facts of the board by names of the game, derived only from what the seat may see. `ask` is the seat's
        question. For it, `amounts` has rows `[verb, noun, {key: n}]`: the certain change of the seat's
        `holdings`, by their keys, after all consequences of an option; a price is negative. A list `[n, ...]`
        instead of a number means one of these. Uncertain changes are left out. Pages show hints, but no
        client needs them to play, so they are computed only on request.
        """

    def holdings(self, game: Any, seat: int) -> dict[str, int]:
        """The assets of a seat, which it would not give away for nothing: amounts by the keys that `hints`
        uses. Liabilities are negative."""

    def scores(self, game: Any) -> list[Score]:
        """One score per seat, in the order of the seats: final, or as if the game ended now."""

    def check(self, game: Any) -> None:
        """Raise AssertionError if the state is impossible: lost pieces, negative money."""


Games = Mapping[str, Engine]

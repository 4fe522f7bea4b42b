"""What a game is to everything outside it. A game is a package with the names of `Engine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from .advising import Advices
from .kernel import Ask, Game
from .reasons import Things

View = dict[str, Any]
"""Plain data: dicts with text keys, lists, ints, bools, text. No floats, no None where a number is meant."""


class OptionsRefused(ValueError):
    """These options can't be played with this many seats; the message says why, in English."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's variants and modules, each with its default. Fields are bools, ints or `Literal`s.

    An option that came later may also be `UNSET`, and is so by default: a table of the time before has none,
    and packs as it did then. What new tables have instead, `usual` says.
    """

    @classmethod
    def usual(cls) -> Mapping[str, Any]:
        """What a new table has of the options that are `UNSET` by default."""
        return {}

    @classmethod
    def decided(cls, seats: int) -> Mapping[str, Any]:
        """The options that the number of seats decides, each with the one value it can have."""
        return {}

    @classmethod
    def needs(cls) -> Mapping[str, str]:
        """The options that change nothing unless another one is switched on: by name, that other one."""
        return {}

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Options that go well together, with any number of seats: "first" for who plays for the first time,
        "printed" as the printed rules have it, "all" with all expansions. What isn't named has its default.
        """
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
    new containers or ones that nothing changes any more. Under `resume` they have what `imagine` makes
    the stack of; its form is nobody else's business.
    """

    name: str
    advices: Advices
    """What matters at each question, for who asks for advice."""
    rules: int
    """Raised when old logs would no longer replay alike."""
    seats: range
    """How many may play."""
    weight: int
    """How much there is to learn, in our own judgement: 1, done in five minutes, to 5, an evening."""
    state: type[Game]
    options: type[Options]
    things: Things
    """What its board shows and can be chosen at times, by kind, for saying why one of them can't."""

    def setup(self, seats: int, seed: int, options: Any) -> Game:
        """A new game, not yet settled: its stack holds the first step. `seed` >= 0, up to 256 bits."""

    def public(self, game: Any) -> View:
        """What everybody may see, watchers included."""

    def private(self, game: Any, seat: int) -> View:
        """What this seat sees beyond that; empty where there is nothing."""

    def imagine(self, public: View, private: View | None, seat: int | None, seed: int) -> Game:
        """A whole game that fits what a seat (or a watcher: None) sees, the unseen dealt by `seed`."""

    def hints(self, game: Any, seat: int | None, ask: Ask | None) -> View:
        """What somebody at this seat (None: a watcher) would work out from the rules, so that no page has to.

        Facts of the board by names of the game, out of what the seat may see. `ask`: the seat's question;
        for it, `amounts` has rows `[verb, noun, {key: n}]`: what an option certainly changes of the seat's
        `holdings`, by their keys, once all that follows from it is done; a price is negative. A list
        `[n, ...]` instead of a number: one of these. What is not certain, is not there. Pages draw them;
        nobody needs them to play, so they are only worked out for who asks for them.
        """

    def holdings(self, game: Any, seat: int) -> dict[str, int]:
        """What a seat has that it would not part with for nothing: numbers by a key, which `hints` name
        amounts of. What is better not had counts less than nothing."""

    def scores(self, game: Any) -> list[Score]:
        """One per seat, in the order of the seats: final, or as if the game ended now."""

    def check(self, game: Any) -> None:
        """Raise AssertionError if something impossible is the case: lost pieces, negative money."""


Games = Mapping[str, Engine]

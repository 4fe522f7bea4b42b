"""Plain follies, by game: modules with `FOLLIES`, small functions that know one when they see it.

A folly is what anybody at the table would call one, whatever the plan behind it: money for the landmark that
wins, and the turn ended without it. A function reads the position, the question and the choice, and is named
as the folly is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from server.games.kernel import Ask, Choice


class Chosen(NamedTuple):
    """A choice, with the position in which it was made."""

    game: Any
    ask: Ask
    choice: Choice
    earlier: Sequence[Choice] = ()
    """What the same seat has chosen since another one was asked."""
    before: Sequence[Any] = ()
    """The positions in which it has."""


Folly = Callable[[Chosen], bool]

KNOWN: Final = tuple(row.name for row in iter_modules(__path__))
"""The games for which there is a list."""


def follies_of(game: str) -> dict[str, Folly]:
    """The follies of a game, by what they are called."""
    found: Sequence[Folly] = import_module(f"{__name__}.{game}").FOLLIES
    return {folly.__name__.replace("_", " "): folly for folly in found}

"""Obvious mistakes (blunders) by game: modules with `FOLLIES`, small functions that detect one each.

A folly is a mistake for any plan, such as ending the turn with money for the winning landmark. A function
checks the position, the question and the choice; its name is the name of the folly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from server.games import GAMES
from server.games.kernel import Ask, Choice


class ExaminedChoice(NamedTuple):
    """A choice, with the position in which it was made."""

    game: Any
    ask: Ask
    choice: Choice
    earlier: Sequence[Choice] = ()
    """The choices of the same seat since another seat was asked."""
    before: Sequence[Any] = ()
    """The positions of these choices."""


Folly = Callable[[ExaminedChoice], bool]

KNOWN: Final = tuple(row.name for row in iter_modules(__path__) if row.name in GAMES)
"""The games with a list."""


def follies_of(game: str) -> dict[str, Folly]:
    """The follies of a game by name."""
    found: Sequence[Folly] = import_module(f"{__name__}.{game}").FOLLIES
    return {folly.__name__.replace("_", " "): folly for folly in found}

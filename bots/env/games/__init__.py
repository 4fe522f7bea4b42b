"""The actions and observations of each game: a module for each, with three tables.

    VERBS     the nouns that each verb of the game may have (`bots/env/vocabulary.py`)
    PUBLIC    how each field of the public view is written into an observation (`bots/env/parts.py`)
    PRIVATE   the same of the private view; fields that the view lacks are zeros

A field of the public view without a part is named in `LEFT_OUT`, so that a new field can't be forgotten. The
order of all tables is a storage format of trained policies.

A game from elsewhere brings its module as an entry point of the group `stammtisch.environments`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

from server.games.engine import Engine
from server.games.outside import needs, one

from ..parts import Part
from ..vocabulary import Verbs

GROUP: Final = "stammtisch.environments"
NEEDED: Final = ("VERBS", "PUBLIC", "PRIVATE")

LEFT_OUT: Final = ("options", "resume")
"""Fields that are no part of a game's tables: options stay the same for a whole environment, and the steps in
`resume` are written as part of the question."""


class Tables(Protocol):
    """The interface of a module, as described above."""

    VERBS: Verbs
    PUBLIC: Mapping[str, Part]
    PRIVATE: Mapping[str, Part]


class NoTables(LookupError):
    """A game from elsewhere brings no tables; the message says what it lacks."""


def tables_of(engine: Engine) -> Tables:
    """The tables of a game. Raises NoTables."""
    if find_spec(name := f"{__name__}.{engine.name}") is not None:
        module: Tables = import_module(name)
        return module
    found: Tables | None = one(GROUP, engine.name, "tables of actions for", _tried)
    if found is None:
        raise NoTables(
            f"{engine.name} has no tables of actions: an entry point of the group {GROUP} gives them"
        )
    return found


def _tried(module: Any, game: str) -> None:
    needs(module, NEEDED)

"""The games that the laws examine, and what a game declares for them (`server/games/evidence.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from server.games import GAMES
from server.games.catalogue import module_of, set_kind
from server.games.copying import copier
from server.games.engine import Engine, Options
from server.games.evidence import Zone
from server.games.kernel import Game

UNOFFERED: Final[dict[str, Engine]] = {}
"""Games that are examined though no player is offered them: those of tests."""


class NoEvidence(LookupError):
    """A game's package lacks a module that the laws need; the message names it."""


def engine_named(name: str) -> Engine:
    """The game with this name. Raises LookupError."""
    return UNOFFERED.get(name) or GAMES[name]


def evidence(engine: Engine, module: str) -> ModuleType:
    """The module `hidden` or `shown` of a game's package. Raises NoEvidence."""
    if (found := module_of(engine, module)) is None:
        raise NoEvidence(f"there is no {module}.py, which says what each seat sees")
    return found


def hidden(engine: Engine, game: Any, seat: int | None) -> list[Zone]:
    """The zones that a seat (None: a watcher) can't see. Raises NoEvidence."""
    hides: Callable[[Any, int | None], list[Zone]] = evidence(engine, "hidden").hides
    return hides(game, seat)


def exception(engine: Engine, name: str, otherwise: Any) -> Any:
    """What the module `hidden` of a game says of an exception that its rules make."""
    return getattr(evidence(engine, "hidden"), name, otherwise)


def clone_of(engine: Engine) -> Callable[[Any], Any]:
    """The engine's cloning function."""
    return _clone_of(engine.state)


@cache
def _clone_of(kind: type[Game]) -> Callable[[Any], Any]:
    clone = copier(kind)
    assert clone is not None
    return clone


def option_values(engine: Engine) -> dict[str, list[Any]]:
    """Every value that each option may take, by field."""
    return _option_values(engine.options)


@cache
def _option_values(options: type[Options]) -> dict[str, list[Any]]:
    hints = get_type_hints(options, include_extras=True)
    return {field: _values(set_kind(hints[field])) for field in options.__struct_fields__}


def _values(hint: Any) -> list[Any]:
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    ranges = [meta for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta)]
    assert len(ranges) == 1 and ranges[0].ge is not None and ranges[0].le is not None, (
        f"{hint} is none of bool, Literal, or int with a least and a greatest value"
    )
    return list(range(int(ranges[0].ge), int(ranges[0].le) + 1))


def texts_of(engine: Any, language: str) -> dict[str, Any]:
    """All texts of a game, from its package."""
    found: dict[str, Any] = msgspec.json.decode(
        (files(engine.__name__) / "texts" / f"{language}.json").read_bytes()
    )
    return found


def new_game(engine: Engine, seats: int, seed: int, options: Mapping[str, Any]) -> Game:
    """A game set up with options as plain data; not yet settled."""
    return engine.setup(seats, seed, msgspec.convert(dict(options), engine.options))

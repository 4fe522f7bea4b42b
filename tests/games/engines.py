"""The games that the laws are tried on: all that are offered, and the toy. What each of them hides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from server.games import GAMES
from server.games.catalogue import set_kind
from server.games.copying import copier
from server.games.engine import Engine, Games, Options
from server.games.kernel import Game

from . import toy

ENGINES: Games = {**GAMES, toy.name: toy}


class Zone(NamedTuple):
    """A zone with cards that a seat doesn't see, and `pool`: all the cards that it can't place.

    `ordered`: the order of the cards matters, so that even a zone with all of the pool has a secret.
    """

    name: str
    cards: list[int]
    pool: list[int]
    ordered: bool = False


def hidden(engine: Engine, game: Any, seat: int | None) -> list[Zone]:
    """The zones that a seat (None: a watcher) can't see, as `tests/games/<game>/hidden.py` gives them."""
    hides: Callable[[Any, int | None], list[Zone]] = import_module(f"tests.games.{engine.name}.hidden").hides
    return hides(game, seat)


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
    """All texts of a game, as its package holds them."""
    found: dict[str, Any] = msgspec.json.decode(
        (files(engine.__name__) / "texts" / f"{language}.json").read_bytes()
    )
    return found


def new_game(engine: Engine, seats: int, seed: int, options: Mapping[str, Any]) -> Game:
    """A game set up with options as plain data; not yet settled."""
    return engine.setup(seats, seed, msgspec.convert(dict(options), engine.options))

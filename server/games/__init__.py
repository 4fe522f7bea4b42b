"""The games of this service: `GAMES`, engines by name, ordered by weight.

A game is a package in this folder, or an entry point of the group `stammtisch.games` in an installed package.
So a game can be published and added without a change here. A game from outside is tried before it is offered
(`trial.py`); one that fails is left out (`outside.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Final, cast

from .engine import Engine
from .outside import BROUGHT, Untrue, offered

GROUP: Final = "stammtisch.games"
CONTRACT: Final = sorted({*Engine.__annotations__, *(name for name in vars(Engine) if name[0] != "_")})


class NoGame(Untrue):
    """A package does not satisfy the contract of a game; the message says why."""


def engine_in(package: Any) -> Engine:
    """The package as an engine. Raises NoGame if it lacks a name of the contract."""
    if missing := [name for name in CONTRACT if not hasattr(package, name)]:
        raise NoGame(f"{package.__name__} is no game: it lacks {', '.join(missing)}", "__init__.py")
    return cast(Engine, package)


def by_weight(engines: Iterable[Engine]) -> dict[str, Engine]:
    """Engines by name, ordered by weight."""
    return {engine.name: engine for engine in sorted(engines, key=lambda one: (one.weight, one.name))}


def _own() -> Iterator[Engine]:
    for module in iter_modules(__path__):
        if module.ispkg:
            yield engine_in(import_module(f"{__name__}.{module.name}"))


GAMES: Final[dict[str, Engine]] = by_weight(_own())

PACKAGE: Final[dict[str, str]] = {}
"""By outside game: its package and version."""


def admit(entries: Iterable[EntryPoint]) -> None:
    """Add the games of other packages that pass their trial."""
    names = {*GAMES}

    def tried(package: Any) -> Engine:
        engine = engine_in(package)
        if engine.name in names:
            raise NoGame(f"there is a game with the name {engine.name}")
        names.add(engine.name)  # for good: data of the game are cached by its name
        GAMES[engine.name] = engine
        try:
            # the trial looks the game up here, like all other code
            import_module(f"{__name__}.trial").check_contract(engine)
        except BaseException:
            del GAMES[engine.name]
            raise
        return engine

    for name, engine in offered(entries, "game", tried=tried):
        PACKAGE[engine.name] = BROUGHT["game", name]
        import_module(f"{__name__}.trial").try_data(engine)
    games = by_weight(GAMES.values())
    GAMES.clear()
    GAMES.update(games)


admit(entry_points(group=GROUP))

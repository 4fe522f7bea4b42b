"""The games this service plays: `GAMES`, name to engine, the lightest first.

They are the packages in this folder, and those that installed packages offer as entry points of the
group `stammtisch.games`: so a game can be published, and added without a change of this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any, Final, cast

from .engine import Engine, Games

GROUP: Final = "stammtisch.games"
CONTRACT: Final = sorted({*Engine.__annotations__, *(name for name in vars(Engine) if name[0] != "_")})


class NoGame(ImportError):
    """A package that should be a game isn't one; the message says why."""


def engine_in(package: Any) -> Engine:
    """A package as the engine that it is. Raises NoGame where it lacks a name of the contract."""
    if missing := [name for name in CONTRACT if not hasattr(package, name)]:
        raise NoGame(f"{package.__name__} is no game: it lacks {', '.join(missing)}")
    return cast(Engine, package)


def by_name(engines: Iterable[Engine]) -> dict[str, Engine]:
    """Engines by their names, the lightest first. Raises NoGame where two have the same."""
    found: dict[str, Engine] = {}
    for engine in sorted(engines, key=lambda engine: (engine.weight, engine.name)):
        if engine.name in found:
            raise NoGame(f"there are two games with the name {engine.name}")
        found[engine.name] = engine
    return found


def _installed() -> Iterator[Engine]:
    for module in iter_modules(__path__):
        if module.ispkg:
            yield engine_in(import_module(f"{__name__}.{module.name}"))
    for entry in entry_points(group=GROUP):
        yield engine_in(entry.load())


GAMES: Games = by_name(_installed())

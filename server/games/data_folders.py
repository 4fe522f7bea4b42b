"""Where the data of a game lie: lessons, examples, puzzles and positions.

Each kind is a folder of that name in the package of the game. A game without it may get it from another
package, by an entry point under the game's name: `stammtisch.lessons` leads to a package that has a folder
`lessons`. It is tried as the game's own data are, and left out alone if it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, ParamSpec, TypeVar, cast

from .catalogue import folder
from .outside import Untrue, one

P = ParamSpec("P")
T = TypeVar("T")

KINDS: Final = ("lessons", "examples", "puzzles", "positions")


_CACHES: Final[list[Any]] = [one]


def cached(read: Callable[P, T]) -> Callable[P, T]:
    """A function that reads data of games, each once until `forget`."""
    kept = cache(read)
    _CACHES.append(kept)
    return cast("Callable[P, T]", kept)  # `cache` knows no parameters


def forget() -> None:
    """Read all data anew when they are needed next: a package can be imported that could not be before."""
    for one_kept in _CACHES:
        one_kept.cache_clear()


def group(kind: str) -> str:
    """The group of the entry points of packages with data of this kind."""
    return f"stammtisch.{kind}"


def data_folder(game: str, kind: str, tried: Callable[[Any, str], None]) -> Traversable:
    """The folder with a game's data of this kind, which may not exist. `tried(package, game)` raises if
    another package's data can't be used."""
    own = folder(game) / kind
    if own.is_dir():
        return own
    package = data_package(game, kind, tried)
    return own if package is None else folder_in(package, kind)


def data_package(game: str, kind: str, tried: Callable[[Any, str], None]) -> Any:
    """The other package that brings data of this kind for a game; None without one."""
    return one(group(kind), game, f"package of {kind} for", tried)


def folder_in(package: Any, kind: str) -> Traversable:
    """The folder of this kind in an imported package. Raises Untrue if it has none."""
    found = files(package.__name__) / kind
    if not found.is_dir():
        raise Untrue(f"it has no folder {kind}")
    return found

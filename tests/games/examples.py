"""Makes the positions that the rules' examples begin with: `python -m tests.games.examples` writes, for every
game, `examples/<name>.scene.json` out of the scenes in its tests' `examples.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from server.games import GAMES
from server.games.catalogue import folder
from server.games.examples import SCENE, scene_of

from .scenes import Scene

Made = Callable[[int], Scene]
"""A scene of a seed."""

SEEDS = 20_000


def scenes(game: str) -> Mapping[str, tuple[Made, Callable[[Scene], bool]]]:
    """A game's scenes by the name of their example, each with what its dice must come to."""
    found: Mapping[str, tuple[Made, Callable[[Scene], bool]]] = import_module(
        f"{__package__}.{game}.examples"
    ).SCENES
    return found


def anything(scene: Scene) -> bool:
    """Nothing depends on chance."""
    return True


def seed_of(game: str, name: str) -> int:
    """The first seed that brings the dice that an example tells of."""
    make, fits = scenes(game)[name]
    return next(seed for seed in range(SEEDS) if fits(make(seed)))


def position(game: str, name: str) -> bytes:
    """The position that an example begins with."""
    seed = seed_of(game, name)
    make, _ = scenes(game)[name]
    return scene_of(make(seed).game, seed)


def kept(game: str) -> Iterator[Path]:
    """The files that lie there."""
    yield from (Path(str(folder(game))) / "examples").glob(f"*{SCENE}")


def files() -> Iterator[tuple[Path, bytes]]:
    """Every file, and what is to stand in it."""
    for game in GAMES:
        for name in scenes(game):
            yield Path(str(folder(game))) / "examples" / f"{name}{SCENE}", position(game, name)


def main() -> None:
    for path, data in files():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        print(path, len(data))


if __name__ == "__main__":
    main()

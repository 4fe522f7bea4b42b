"""Makes the initial positions of the examples in the rules: `python -m tests.games.examples` writes, for
every game, `examples/<name>.scene.json` from the scenes in its tests' `examples.py`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from server.authoring import example_scenes
from server.authoring.example_scenes import Scenes
from server.games import GAMES
from server.games.catalogue import folder
from server.games.examples import SCENE


def scenes(game: str) -> Scenes:
    """A game's scenes by the name of their example, each with the required dice."""
    found: Scenes = import_module(f"{__package__}.{game}.examples").SCENES
    return found


def seed_of(game: str, name: str) -> int:
    """The first seed that gives the dice of an example."""
    return example_scenes.seed_of(scenes(game), name)


def position(game: str, name: str) -> bytes:
    """The initial position of an example."""
    return example_scenes.position(scenes(game), name)


def kept(game: str) -> Iterator[Path]:
    """The existing files."""
    yield from (Path(str(folder(game))) / "examples").glob(f"*{SCENE}")


def files() -> Iterator[tuple[Path, bytes]]:
    """Every file and its text."""
    for game in GAMES:
        yield from example_scenes.files(Path(str(folder(game))), scenes(game)).items()


def main() -> None:
    for game in GAMES:
        for path in example_scenes.write(Path(str(folder(game))), scenes(game)):
            print(path)


if __name__ == "__main__":
    main()

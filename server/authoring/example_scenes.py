"""The positions at which examples of the rules begin, made from scenes.

A package has them in `tests/examples.py`:

    SCENES = {"bid": (make, fits)}

By the name of the example: a function that makes a `Scene` (`scenes.py`) of a seed, and one that tells
whether its random results are the wanted ones. The first seed that fits is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

from server.games.examples import SCENE, scene_of

from .scenes import Scene

FILE: Final = "examples.py"
"""The file beside the tests of a package."""

SEEDS: Final = 20_000
"""The number of seeds that are tried."""

Scenes = Mapping[str, tuple[Callable[[int], Scene], Callable[[Scene], bool]]]


class NoScenes(ValueError):
    """A package has no scenes, or no seed fits one; the message says so."""


def anything(scene: Scene) -> bool:
    """Accept any random results."""
    return True


def scenes_in(tests: Path) -> Scenes:
    """The scenes of a package by the name of their example, from its folder of tests. Raises NoScenes."""
    file = tests / FILE
    spec = spec_from_file_location("scenes_of_examples", file) if file.is_file() else None
    if spec is None or spec.loader is None:
        raise NoScenes(f"there is no {file}")
    module = module_from_spec(spec)
    sys.path.insert(0, str(tests))  # as pytest does, so that scenes can use helpers of the tests
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(tests))
    found: Any = getattr(module, "SCENES", None)
    if not isinstance(found, Mapping):
        raise NoScenes(f"{file} has no SCENES")
    return found


def seed_of(scenes: Scenes, name: str) -> int:
    """The first seed that gives the random results of an example. Raises NoScenes."""
    make, fits = scenes[name]
    seed = next((seed for seed in range(SEEDS) if fits(make(seed))), None)
    if seed is None:
        raise NoScenes(f"none of {SEEDS} seeds fits the scene {name}")
    return seed


def position(scenes: Scenes, name: str) -> bytes:
    """The initial position of an example. Raises NoScenes."""
    seed = seed_of(scenes, name)
    return scene_of(scenes[name][0](seed).game, seed) + b"\n"


def files(package: Path, scenes: Scenes) -> dict[Path, bytes]:
    """Every file of initial positions in the package of a game, and its content. Raises NoScenes."""
    return {package / "examples" / f"{name}{SCENE}": position(scenes, name) for name in scenes}


def write(package: Path, scenes: Scenes) -> list[Path]:
    """Write the initial positions of the examples of a game; returns the files. Raises NoScenes."""
    found = files(package, scenes)
    for path, content in found.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return [*found]

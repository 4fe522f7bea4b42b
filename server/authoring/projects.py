"""The package that `check` examines: an installed game by its name, or a folder with a pyproject.toml, which
has games, or data of games.

A package in a folder need not be installed: its entry points are read from the pyproject.toml, and given to
this process and its child processes as those of an installed package.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from server.games import GAMES, GROUP, admit, catalogue
from server.games.data_folders import KINDS, forget, group
from server.games.outside import FAULTS

MAX_PROJECT_BYTES: Final = 1 << 20


class NoPackage(ValueError):
    """There is nothing to examine; the message says why."""


class Project(NamedTuple):
    """What is examined: the names of its games, why others are left out, its folder of tests, and the games
    of other packages for which it brings data."""

    games: list[str]
    faults: list[str]
    tests: Path | None
    data: Sequence[str] = ()
    several: bool = False
    """Whether the package has entry points of several games."""

    def perft_file(self, game: str) -> Path | None:
        """The file for the numbers of sequences of one of its games; each game has its own."""
        if self.tests is None:
            return None
        return self.tests / (f"perft-{game}.json" if self.several else "perft.json")


def opened(given: str, scratch: Path) -> Project:
    """The package by the name of its game, or by its folder. `scratch`: an empty folder that exists as long
    as the package is examined. Raises NoPackage."""
    if given in GAMES:
        return Project([given], [fault.line for fault in FAULTS if fault.name == given], None)
    folder = Path(given)
    if not folder.is_dir():
        raise NoPackage(f"{given} is neither a folder nor a game; there are {', '.join(GAMES)}")
    points = entry_points(folder / "pyproject.toml")
    own, data = points.get(GROUP, {}), games_with_data(points)
    if not own and not data:
        groups = ", ".join([GROUP, *map(group, KINDS)])
        raise NoPackage(f"{folder / 'pyproject.toml'} has no game: it lacks an entry point of {groups}")
    before = len(FAULTS)
    missing = [name for name in own if name not in GAMES]
    if missing or data:
        install(folder, points, scratch)
        found = importlib.metadata.entry_points(group=GROUP)
        admit(point for point in found if point.name in missing)
    games = [name for name in own if name in GAMES]
    for name in games:
        if not Path(str(catalogue.folder(name))).resolve().is_relative_to(folder.resolve()):
            mend = "uninstall it, or install this one: pip install -e ."
            raise NoPackage(f"the game {name} is installed from {catalogue.folder(name)}: {mend}")
    if strangers := [name for name in data if name not in GAMES]:
        raise NoPackage(f"it has data for {', '.join(strangers)}, which is not installed: install that first")
    tests, faults = folder / "tests", [fault.line for fault in FAULTS[before:]]
    return Project(games, [*faults, *unused(points)], tests if tests.is_dir() else None, data, len(own) > 1)


def games_with_data(points: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The games of other packages for which these entry points bring data."""
    named = {name for kind in KINDS for name in points.get(group(kind), {})}
    return sorted(named - points.get(GROUP, {}).keys())


def unused(points: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Data that no process will use, each in one line."""
    for kind in KINDS:
        for name in points.get(group(kind), {}):
            if name in GAMES and (catalogue.folder(name) / kind).is_dir():
                yield f"{group(kind)}: the game {name} has {kind} in its own package, which are used instead"


def importable(folder: Path, scratch: Path) -> list[Path]:
    """The packages of the games in a folder, which can be imported from now on. Raises NoPackage."""
    points = entry_points(folder / "pyproject.toml")
    install(folder, points, scratch)
    found = []
    for module in points.get(GROUP, {}).values():
        spec = find_spec(module)
        places = [Path(place).resolve() for place in (spec and spec.submodule_search_locations) or ()]
        if not places or not places[0].is_relative_to(folder.resolve()):
            raise NoPackage(f"there is no package {module} in {folder}")
        found += places
    return found


def entry_points(file: Path) -> Mapping[str, Mapping[str, str]]:
    """The entry points by group and name that a pyproject.toml names. Raises NoPackage."""
    try:
        if file.stat().st_size > MAX_PROJECT_BYTES:
            raise NoPackage(f"{file} is larger than {MAX_PROJECT_BYTES} bytes")
        project = tomllib.loads(file.read_text("utf-8")).get("project", {})
    except (OSError, ValueError) as wrong:
        raise NoPackage(f"{file} can't be read: {wrong}") from wrong
    points: Any = project.get("entry-points", {}) if isinstance(project, dict) else {}
    if not isinstance(points, dict) or not all(isinstance(group, dict) for group in points.values()):
        raise NoPackage(f"{file} has entry points that are no tables")
    return points


def install(folder: Path, points: Mapping[str, Mapping[str, str]], scratch: Path) -> None:
    """Have this process and its children find the package in its folder, with these entry points."""
    about = scratch / f"{folder.resolve().name}-0.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder.resolve().name}\nVersion: 0\n")
    rows = [f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in of.items()) for group, of in points.items()]
    (about / "entry_points.txt").write_text("\n".join(rows))
    sources = [folder.resolve() / "src", folder.resolve()]
    places = [str(scratch), *(str(place) for place in sources if place.is_dir())]
    sys.path[:0] = places
    os.environ["PYTHONPATH"] = os.pathsep.join([*places, *filter(None, [os.environ.get("PYTHONPATH")])])
    importlib.invalidate_caches()
    forget()

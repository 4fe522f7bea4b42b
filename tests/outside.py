"""A game and a mind as in a package by other authors: entry points on the path."""

from __future__ import annotations

import os
from pathlib import Path

from bots.document import Document, options
from server.games.kernel import Choice

POINTS = """\
[stammtisch.games]
toy = tests.games.toy

[stammtisch.minds]
last = tests.outside:Last

[stammtisch.mind_names]
last = tests.outside:LAST
"""
ROOT = Path(__file__).parents[1]


LAST = {"en": "dawdler", "de": "Trödler"}
"""What people read for the mind."""


class Last:
    """The mind that always takes the last option."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, document: Document, deadline: float) -> Choice:
        return options(document)[-1]


def environment(folder: Path, points: str = POINTS) -> dict[str, str]:
    """The environment in which a process finds the package in this folder, with these entry points."""
    package = folder / "outside-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(points)
    path = os.pathsep.join([str(folder), str(ROOT)])
    return {"PYTHONPATH": path, "STAMMTISCH_MINDS": "greedy,whim,last"}

"""No value is copied by hand between parts that don't import each other: server, bots and JavaScript."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bots.minds.levels import LEVELS
from bots.minds.registry import MINDS
from bots.win_rates import reached
from server.book import rating
from server.games import GAMES

from . import distances, test_layers
from .test_layers import ROOT, source_files

SAME = {"ACTIONS", "COLOURS", "FORMAT", "LENGTHS", "MARKS", "TOO_BIG"}
"""Constants that the page must have as Python has them; this test compares them."""

BY_CHANCE = {"BATCH"}

OWN_TABLES = {"server/metrics.py"}
"""Modules of the server with tables of fractions that come from no measurement: bounds of histograms."""


class Constant(NamedTuple):
    """A constant of a module."""

    file: str
    name: str
    value: Any


def python(part: str) -> Iterator[Constant]:
    """The literal constants of a part."""
    for path in source_files(part):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                try:
                    value = ast.literal_eval(node.value)
                except ValueError:
                    continue
                if isinstance(target, ast.Name):
                    yield Constant(path.relative_to(ROOT).as_posix(), target.id, value)


def javascript() -> Iterator[Constant]:
    """The constants of the page."""
    for path in sorted((ROOT / "server" / "web").rglob("*.js")):
        for name, text in re.findall(r"^(?:export )?const ([A-Z]\w*) = (.+?);$", path.read_text(), re.M):
            try:
                value = ast.literal_eval(text.replace("_", "") if text[0].isdigit() else text)
            except (ValueError, SyntaxError):
                continue
            yield Constant(path.relative_to(ROOT).as_posix(), name, value)


def telling(value: Any) -> bool:
    """Is an equal value unlikely to be a coincidence? A list of several things, a text of words, a great
    number."""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        return abs(value) >= 100 or value != int(value)
    return len(value) > (12 if isinstance(value, str) else 1)


def fractions(value: Any) -> int:
    """The number of fractions in a value."""
    if isinstance(value, dict):
        return fractions([*value.values()])
    if isinstance(value, list | tuple):
        return sum(map(fractions, value))
    return int(isinstance(value, float) and value != int(value))


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def copies() -> Iterator[tuple[Constant, Constant]]:
    """Constants with equal name and value in two parts."""
    server, bots, page = [*python("server"), *python("protocol")], [*python("bots")], [*javascript()]
    for left, right in ((server, bots), (server, page), (bots, page)):
        for one in left:
            for other in right:
                if one.name == other.name and telling(one.value) and plain(one.value) == plain(other.value):
                    yield one, other


def test_there_are_constants_to_look_at() -> None:
    assert min(len([*found]) for found in (python("server"), python("bots"), javascript())) > 100


def test_constants_on_both_sides_of_a_wall_are_held_together() -> None:
    found = {one.name: f"{one.file} and {other.file}" for one, other in copies()}
    assert {name: at for name, at in found.items() if name not in SAME | BY_CHANCE} == {}, "a copy by hand"
    assert found.keys() >= SAME, "no longer the same"


def test_the_server_holds_no_table_of_what_was_measured_elsewhere() -> None:
    """A copied table looks like this, even if its source has changed since."""
    tables = {one.file: one.name for one in python("server") if fractions(one.value) > 1}
    assert tables.keys() == OWN_TABLES, tables


def test_ratings_go_by_what_was_measured_of_the_levels() -> None:
    assert distances.FILE.read_text() == distances.text(), "python -m tests.distances writes it"
    assert rating.BOTS.levels == LEVELS
    for own, level in rating.ALIAS.items():
        assert MINDS[own] is MINDS[level]
    for game in GAMES:
        found = rating.levels(game)
        assert [*found] == [*LEVELS]
        assert found["beginner"].mu < found["casual"].mu < found["skilled"].mu < found["expert"].mu


def test_a_distance_is_the_logarithm_of_the_odds_against_one() -> None:
    fair = [distances.distance(reached(seats, 100 / seats, 100)) for seats in (2, 3, 4, 5)]
    assert fair == [0.0] * 4, "a winner by chance alone is no stronger"
    assert distances.distance(reached(4, 50, 100)) == round(log(3), 2), "one win in two against three"
    assert distances.distance(reached(2, 100, 100)) < 5, "winning all games sets no upper bound"


@pytest.mark.parametrize("copied", ["LEVELS: Final = ('beginner', 'casual')", "HEAT = 0.43", "KEPT = 8_192"])
def test_a_copy_is_noticed(copied: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "rating.py").write_text(copied)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "levels.py").write_text(f"import math\n{copied}\nWAITING = 3")
    (tmp_path / "protocol").mkdir()
    monkeypatch.setattr(test_layers, "ROOT", tmp_path)
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert [(one.file, other.file) for one, other in copies()] == [("server/rating.py", "bots/levels.py")]

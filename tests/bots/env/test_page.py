"""docs/environment.md: its programs run, and its tables say what is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bots.commands.parser import main
from bots.env.environment import Setting
from bots.env.recording import COLUMNS
from server.games import GAMES
from server.games.catalogue import texts
from tests.outside import environment

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
PROGRAMS: Final = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE)


OUTSIDE: Final = """
from random import Random
from bots.env.environment import Environment
from tests.bots.env.laws import ALWAYS, SAMPLED

for seats in (2, 3, 4):
    env, random = Environment("gops", seats, {"cards": 13}, seed=seats), Random(seats)
    while not env.over:
        for law in (*ALWAYS, *SAMPLED):
            law(env, random)
        env.step(random.choice(env.actions))
    assert sum(env.rewards()) == 1
print("kept")
"""


def title(program: str) -> str:
    """The section of a program."""
    return str(re.findall(r"(?m)^## (.*)$", PAGE[: PAGE.index(program)])[-1])


@pytest.mark.parametrize("program", PROGRAMS, ids=title)
def test_a_program_of_the_page_runs(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder with what the page's own command writes, of fewer games."""
    monkeypatch.chdir(tmp_path)
    if "recorded" in program:
        command = re.search(r"(?m)^    python -m bots (record .*)$", PAGE)
        assert command is not None
        words = command[1].replace("--games 1000", "--games 1").replace("skilled,", "").split()
        assert main(words) == 0
    exec(compile(program, "docs/environment.md", "exec"), {})
    assert ("print(" in program) == bool(capsys.readouterr().out)


def test_the_tables_of_the_page_make_an_environment_of_a_game_from_outside(tmp_path: Path) -> None:
    """Found by entry points, in a process of its own; the laws hold at each of its questions."""
    tables = next(program for program in PROGRAMS if "VERBS" in program)
    (tmp_path / "gops_tables.py").write_text(tables)
    groups = re.findall(r"(?m)^\[project\.entry-points\.\"(.*)\"\]\ngops = \"(.*)\"$", PAGE)
    points = "".join(f"[{group}]\ngops = {module}\n" for group, module in groups)
    given = environment(tmp_path, f"[stammtisch.games]\ngops = gops\n{points}")
    given["PYTHONPATH"] += os.pathsep + str(ROOT / "tests/packages/goofspiel-1.0")
    done = subprocess.run(
        [sys.executable, "-c", OUTSIDE], env={**os.environ, **given}, capture_output=True, text=True
    )
    assert done.stdout == "kept\n", done.stdout + done.stderr


def test_there_are_programs_for_each_way() -> None:
    assert len(PROGRAMS) >= 8 and PAGE.count("```") == 2 * len(PROGRAMS) + 2


def test_ten_lines_are_enough() -> None:
    assert len([line for line in PROGRAMS[0].splitlines() if line.strip()]) <= 10


def rows(head: str) -> list[list[str]]:
    """The cells of the table that begins with this head."""
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_sizes_are_those_of_the_games() -> None:
    told = []
    for name, engine in GAMES.items():
        least, most = (Setting(name, seats) for seats in (engine.seats[0], engine.seats[-1]))
        title = texts(name, "en")["name"].removeprefix("At the Gates of ")
        widths = f"{least.layout.width:,} to {most.layout.width:,}"
        told.append([title, f"{least.vocabulary.size:,}", widths])
    assert sorted(rows("| game | actions")) == sorted(told)


def test_every_column_of_a_recording_is_there() -> None:
    told = [name for row in rows("| column | what") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(told) == sorted(name for name, *_ in COLUMNS)

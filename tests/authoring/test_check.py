"""`python -m server check`: a new game has no findings, and each mistake is told in a line with its mend."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.admin.findings import ADVICE, FINE, WRONG
from server.authoring import check
from server.authoring.check import MENDS, Effort, findings, line
from server.authoring.laws import ALWAYS, AT_THE_END, SAMPLED
from server.authoring.new_game import write
from server.authoring.projects import NoPackage, opened
from server.games import GAMES, catalogue
from server.games.outside import CONTRACT_NUMBER
from server.games.trial import check_contract

from .packages import NAME, forgotten, new_game

ROOT = Path(__file__).parents[2]
FEW = Effort(games=6, first=0, every=1, browser=False)


@pytest.fixture(autouse=True)
def no_bots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play in a process of their own, which takes a second: the last test has them."""
    monkeypatch.setattr(check, "of_bots", lambda name: iter(()))


def test_a_new_game_has_no_findings(tmp_path: Path) -> None:
    with new_game(tmp_path) as project:
        assert project.games == [NAME] and catalogue.row(NAME)["titles"]["en"] == "Two words"
        told = [*findings(project, FEW)]
        assert {it.state for it in told} == {FINE} and len(told) == 8
    assert NAME not in GAMES


G = f"{NAME}/game.py"
V = f"{NAME}/view.py"
GAME, DE = f"{NAME}/__init__.py", f"{NAME}/texts/de.json"
SHOWN, BOARD, LESSON = f"{NAME}/shown.py", f"{NAME}/web/board.js", f"{NAME}/lessons/first.json"
LATER = CONTRACT_NUMBER + 1

MISTAKES = {
    "is left out: there is no log.drawn, as there is in the other": (DE, '"drew"', '"drawn"'),
    "is left out: cannot import name": (G, "import Literal", "import Nothing as Literal"),
    f"is left out: it is written for contract {LATER}, and this version": (
        *(GAME, "contract = 1", f"contract = {LATER}\nimport no_such_module"),
    ),
    "is left out: AssertionError: cards lost": (G, "[seat].append(card)", "[seat] = [card] * 2"),
    "game: ZeroDivisionError: integer division or modulo by zero (game.py:60, in random game": (
        *(G, "card = game.deck.pop()", "card = 5 // (game.options.turns - 3) and game.deck.pop()"),
    ),
    "game: AssertionError: no end after": (
        *(
            G,
            "game.taken[seat].append(card)",
            "(game.taken[seat], game.deck)[game.options.turns == 3].append(card)",
        ),
    ),
    "log.took has a place seat, which is no number": (DE, "{0:seat} nahm", "{seat} nahm"),
    "laws: NameError: name 'draw' is not defined (shown.py:3)": (SHOWN, '"draw"', "draw"),
    "log.took has other places than": (DE, "{0:seat} nahm", "Jemand nahm"),
    "law imagined_games_fit:": (V, '"deck": len(game.deck)', '"deck": game.deck[-1]'),
    "law nothing_is_taken_back_under_others_eyes:": (G, "game.seal()", "pass"),
    "law hints_come_true:": (V, '{"points": gain(game, seat, choice.noun)}', '{"points": 7}'),
    "law hints_are_plain_and_no_secret:": (V, 'told = {"points"', 'told = {"top": game.deck[-1:], "points"'),
    "law reasons_hold:": (SHOWN, "seen.noun // 6,", "seen.noun // 6 + 1,"),
    "perft: position 0 has": (G, "ROW = 3", "ROW = 2"),
    "web/board.js: it shows things of the kind card": (BOARD, "whyNot(play,", "reason(play,"),
    "shown.py: draw chooses no thing": (SHOWN, 'PLAIN = {"draw"}', "PLAIN = set()"),
    "comes to colours, and not to its last step": (LESSON, '"game.taken.$.#": 2', '"game.taken.$.#": 9'),
}
"""By the text of the finding: a file of the new game, a text in it, and what stands there instead."""


@pytest.mark.parametrize("told", MISTAKES)
def test_a_mistake_is_told_in_a_line_with_its_mend(told: str, tmp_path: Path) -> None:
    file, old, new = MISTAKES[told]
    with new_game(tmp_path, {file: (old, new)}) as project:
        lines = [line(it) for it in findings(project, FEW) if it.state == WRONG]
    found = [it for it in lines if told in it]
    assert len(found) == 1, lines
    assert found[0].startswith(WRONG) and " — " in found[0] and "\n" not in found[0]


def test_numbers_of_a_game_that_is_left_out_are_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with new_game(tmp_path, {G: ("import Literal", "import Nothing as Literal")}) as project:
        assert check.rewrite(project) == 1
    assert "is left out: cannot import name" in capsys.readouterr().err


def test_each_game_of_a_package_has_its_own_numbers_of_sequences(tmp_path: Path) -> None:
    other = "three_words"
    write(NAME, tmp_path)
    (tmp_path / "other").mkdir()
    write(other, tmp_path / "other")
    (tmp_path / "other" / other / other).rename(tmp_path / NAME / other)
    points = tmp_path / NAME / "pyproject.toml"
    row = f'{NAME} = "{NAME}"\n'
    points.write_text(points.read_text().replace(row, f'{row}{other} = "{other}"\n', 1))
    (tmp_path / "scratch").mkdir()
    with forgotten(NAME, other):
        project = opened(str(tmp_path / NAME), tmp_path / "scratch")
        assert project.games == [NAME, other] and check.rewrite(project) == 0
        states = {
            one: [it.state for it in check.of_perft(one, project.perft_file(one))] for one in project.games
        }
    assert states == {NAME: [], other: []}
    names = [f"perft-{one}.json" for one in (NAME, other)]
    assert sorted(file.name for file in (tmp_path / NAME / "tests").glob("perft-*")) == sorted(names)

    (tmp_path / NAME / other / "game.py").write_text("import nothing_of_this_name")
    (tmp_path / "again").mkdir()
    with forgotten(NAME, other):  # a game that is left out doesn't change where the other's numbers are
        project = opened(str(tmp_path / NAME), tmp_path / "again")
        assert project.games == [NAME] and [*check.of_perft(NAME, project.perft_file(NAME))] == []


def test_every_law_has_a_mend() -> None:
    assert {law.__name__ for law in (*ALWAYS, *SAMPLED, *AT_THE_END)} <= MENDS.keys()


def test_what_a_package_lacks_is_said(tmp_path: Path) -> None:
    with new_game(tmp_path) as project:
        (tmp_path / NAME / NAME / "hidden.py").unlink()
        (tmp_path / NAME / NAME / "web/board.js").unlink()
        (tmp_path / NAME / "tests/perft.json").unlink()
        told = [line(it) for it in findings(project, FEW) if it.state in (WRONG, ADVICE)]
    assert [it.split(",")[0] for it in told if it.startswith(WRONG)] == ["WRONG   there is no hidden.py"]
    assert any("perft: there are no stored numbers" in it for it in told)
    assert any("board: there is none" in it for it in told)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "can't be read"),
        ("[project", "can't be read"),
        ("[project]\nname = 'x'\n", "has no game"),
        ('[project.entry-points."stammtisch.lessons"]\nwhist = "cards"\n', "data for whist, which is not"),
        ("[project]\nentry-points = 3\n", "no tables"),
        ('[project.entry-points]\n"stammtisch.games" = 3\n', "no tables"),
        ("#" * (1 << 21), "larger than"),
    ],
)
def test_a_folder_without_a_game_is_refused(text: str | None, why: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(NoPackage, match=why):
        opened(str(tmp_path), tmp_path)


def test_a_game_that_is_installed_elsewhere_is_not_examined_in_its_stead(tmp_path: Path) -> None:
    with new_game(tmp_path), pytest.raises(NoPackage, match="is installed from"):
        (tmp_path / "copy").mkdir()
        (tmp_path / "copy/pyproject.toml").write_text((tmp_path / NAME / "pyproject.toml").read_text())
        opened(str(tmp_path / "copy"), tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_keep_the_contract_of_packages(name: str) -> None:
    check_contract(GAMES[name])


def checked(package: Path) -> subprocess.CompletedProcess[str]:
    """Check a package by the command, with its entry points though it is not installed."""
    return subprocess.run(
        [sys.executable, "-m", "server", "check", package, "--games", "1", "--no-browser"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_bots_are_tried_and_a_module_of_theirs_that_fails_is_told(tmp_path: Path) -> None:
    with new_game(tmp_path, {f"{NAME}/values.py": ("def worth(", "def worthless(")}):
        pass
    done = checked(tmp_path / NAME)
    wrong = [row for row in done.stdout.splitlines() if row.startswith(WRONG)]
    assert done.returncode == 1 and len(wrong) == 1, done.stdout + done.stderr
    assert f"bots: the module of values for {NAME} (" in wrong[0] and "NameError" in wrong[0]


def test_bots_play_a_game_that_is_for_three_or_more(tmp_path: Path) -> None:
    changes = {GAME: ("range(2, 5)", "range(3, 5)"), LESSON: ('"seats": 2', '"seats": 3')}
    with new_game(tmp_path, changes):
        (tmp_path / NAME / "tests/perft.json").unlink()
    done = checked(tmp_path / NAME)
    assert done.returncode == 0 and f"{FINE:<7} bots: they play" in done.stdout, done.stdout + done.stderr


SCHEMAS = ROOT / "docs" / "schemas"


@pytest.mark.parametrize("kind", ["texts", "lesson", "example", "puzzle", "position"])
def test_the_written_schemas_are_those_of_the_code(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "server", "schema", kind], cwd=ROOT, capture_output=True, text=True, check=True
    )
    file = SCHEMAS / f"{kind}.schema.json"
    assert file.read_text("utf-8") == done.stdout, (
        f"python -m server schema {kind} > {file.relative_to(ROOT)}"
    )
    assert json.loads(done.stdout)["$schema"]

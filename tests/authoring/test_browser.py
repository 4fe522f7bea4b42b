"""The board of a package in a browser, as `check` looks at it: a good one, and one with planted faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from server.admin.findings import ADVICE, WRONG
from server.authoring import browser
from server.authoring.check import line
from server.authoring.new_game import write
from server.authoring.projects import opened
from server.games import GAMES
from tests.waiting import LIMIT

from .packages import forgotten

GOOD, FAULTY = "two_words", "three_words"
SIZE = "1366x768"
QUESTIONS = 2

BOX = f".{FAULTY}-frame {{ display: contents; }}", f".{FAULTY}-frame {{ display: flex; }}"
AWAY = f".{FAULTY}-row {{ ", f".{FAULTY}-row {{ translate: -3000px 0; "
SLIP = "const group = useRoving();", 'const group = useRoving(); console.error("a slip of the board");'


class Patient:
    """A browser whose pages may be slow."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def new_page(self, **how: Any) -> Any:
        page = self._browser.new_page(**how)
        page.set_default_timeout(1000 * LIMIT)
        page.add_init_script("window.slowness = 3;")
        return page


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, chromium_program: str) -> Iterator[dict[str, list[str]]]:
    """By game: the findings as lines, all from one server and one browser."""
    folder = tmp_path_factory.mktemp("boards")
    with forgotten(GOOD, FAULTY):
        for name in (GOOD, FAULTY):
            write(name, folder)
            if name == FAULTY:
                web = folder / name / name / "web"
                for file, old, new in (("board.css", *BOX), ("board.css", *AWAY), ("board.js", *SLIP)):
                    text = (web / file).read_text("utf-8")
                    assert text.count(old) == 1
                    (web / file).write_text(text.replace(old, new), "utf-8")
            scratch = folder / f"{name}-scratch"
            scratch.mkdir()
            assert opened(str(folder / name), scratch).games == [name]
        with browser.served() as address, browser.launched(chromium_program) as running:
            yield {
                name: [
                    line(it)
                    for it in browser.looked_at(Patient(running), address, GAMES[name], SIZE, QUESTIONS)
                ]
                for name in (GOOD, FAULTY)
            }


def test_a_browser_that_does_not_start_is_no_fault_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where libraries of the system are missing."""
    pytest.importorskip("playwright")
    monkeypatch.setenv("CHROMIUM", "/bin/false")
    (found,) = browser.findings(GAMES["santiago"])
    assert found.state == ADVICE and "/bin/false doesn't start: " in found.what and found.mend


def test_a_good_board_has_no_findings(told: dict[str, list[str]]) -> None:
    assert told[GOOD] == []


@pytest.mark.parametrize(
    ("what", "mend"),
    [
        (rf"Frame draws the box div\.{FAULTY}-frame around the stage", "give that element display: contents"),
        ("the page complains: a slip of the board", "see web/board.js"),
        (r"unseen: .* is at -\d{4},", browser.MENDS["unseen"]),
    ],
)
def test_each_planted_fault_is_told_in_one_line_with_its_mend(
    what: str, mend: str, told: dict[str, list[str]]
) -> None:
    (row,) = [row for row in told[FAULTY] if re.search(what, row)]
    assert row.startswith(f"{WRONG:<7} board at {SIZE}") and row.endswith(f" — {mend}") and "\n" not in row

"""Each id that a test cites has a statement, and each statement has a citing test."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from server.authoring.engines import texts_of
from tests.games.card_tables import card_file, path_of, table_of
from tests.games.engines import ENGINES
from tests.rules import page_of, quoted, read, statements

HERE = Path(__file__).parent
ID = re.compile(r"([A-Z]{3})-\d+(\.\d+){0,2}")


def on_page(name: str) -> list[str]:
    """The ids on a game's rules page."""
    rules: dict[str, Any] = texts_of(ENGINES[name], "en")["rules"]
    return [rule for length in ("short", "long") for part in rules[length] for rule in part["ids"]]


PREFIXES = {rule[:3]: name for name in ENGINES for rule in on_page(name)}
"""The game by the letters of an id."""


@cache
def cited() -> list[tuple[str, str]]:
    """Every id in a `rule(…)` marker of the tests, with the file and line that cite it."""
    found = []
    for path in sorted({*HERE.rglob("test_*.py")} - {*HERE.glob("packages/**/*.py")}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "rule"):
                where = f"{path.relative_to(HERE)}:{node.lineno}"
                assert node.args and not node.keywords, f"{where} cites nothing"
                for arg in node.args:
                    assert isinstance(arg, ast.Constant), f"{where}: an id is written out"
                    found.append((where, str(arg.value)))
    return found


def test_cited_ids_have_the_shape_of_ids() -> None:
    rows = cited()
    assert rows
    for where, rule in rows:
        found = ID.fullmatch(rule)
        assert found and found[1] in PREFIXES, f"{where} cites {rule!r}"


def test_a_game_s_tests_cite_its_own_rules() -> None:
    for where, rule in cited():
        folder = where.split("/")[1] if where.count("/") == 2 else ""
        if folder in ENGINES:
            assert PREFIXES[rule[:3]] == folder, f"{where} cites {rule}"


@cache
def untestable() -> dict[str, str]:
    """The statements that no test can decide, each with the reason."""
    lines = (HERE / "untestable.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition(" ")[::2] for line in lines]
    found = dict(rows)
    assert len(found) == len(rows), "untestable.txt names a statement twice"
    return found


def test_every_cited_id_has_its_statement() -> None:
    missing = [f"{where} cites {rule}" for where, rule in cited() if rule not in statements()]
    assert missing == []


def test_every_statement_has_a_test_or_a_reason_why_it_has_none() -> None:
    tested = {rule for _, rule in cited()}
    neither = [rule for rule in statements() if rule not in tested | untestable().keys()]
    assert neither == [], 'cite them: @pytest.mark.rule("…"), or give the reason in tests/untestable.txt'


def test_untestable_ids_have_a_statement_a_reason_and_no_test() -> None:
    tested = {rule for _, rule in cited()}
    for rule, reason in untestable().items():
        assert rule in statements(), f"untestable.txt names {rule}, which is not stated"
        assert rule not in tested, f"{rule} is in untestable.txt and has a test"
        assert reason.endswith("."), f"untestable.txt gives no reason for {rule}"


@pytest.mark.parametrize("name", ENGINES)
def test_a_page_states_its_own_game_in_order(name: str) -> None:
    text = page_of(name).read_text(encoding="utf-8")
    ids = [rule for rule, _ in read(text)]
    assert len(ids) == len(re.findall(r"^- \*\*[A-Z]{3}-", text, re.MULTILINE)), "a statement is not read"
    assert ids and all(ID.fullmatch(rule) and PREFIXES[rule[:3]] == name for rule in ids)
    numbers = [tuple(map(int, rule[4:].split("."))) for rule in ids]
    assert numbers == sorted(numbers)
    assert set(on_page(name)) <= set(ids), "the rules page names an id without a statement"


@pytest.mark.parametrize("name", [name for name in ENGINES if card_file(name)])
def test_the_table_of_cards_is_that_of_the_card_file(name: str) -> None:
    written = path_of(name).read_text(encoding="utf-8")
    assert written == table_of(name), f"python -m tests.games.card_tables {name}"


def test_statements_end_where_others_begin() -> None:
    text = """- **AAA-1** [rule] One:

| a |
|---|

- **AAA-2.1** Two
  on two lines.
- **AAA-2.1.3** Three.

No statement.
"""
    assert list(read(text)) == [
        ("AAA-1", "[rule] One:\n| a |\n|---|"),
        ("AAA-2.1", "Two\n  on two lines."),
        ("AAA-2.1.3", "Three."),
    ]


FAILING = """
import pytest

@pytest.mark.rule("SWB-7.1", "MAC-18.2")
def test_failing():
    assert False

@pytest.mark.rule("SWB-7.2")
def test_passing():
    pass
"""


def test_a_failing_test_shows_the_statements_that_it_cites(tmp_path: Path) -> None:
    (tmp_path / "test_cites.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-p", "tests.citing", "--strict-markers", "--color=no", "."]
    config = "[pytest]\nmarkers = rule(*ids): cited\n"
    (tmp_path / "pytest.ini").write_text(config)
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "PYTEST_ADDOPTS": "", "COLUMNS": "110"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert quoted(["SWB-7.1", "MAC-18.2"]) in done.stdout
    assert "| wheat_field | 1/6" in done.stdout and "SWB-7.2" not in done.stdout


@pytest.mark.parametrize("name", ENGINES)
def test_the_rules_page_names_ids_of_the_same_shape(name: str) -> None:
    ids = on_page(name)
    assert ids and all(ID.fullmatch(rule) for rule in ids)
    assert len({rule[:3] for rule in ids}) == 1, "the ids of one game begin with the same letters"


@pytest.mark.parametrize("name", ENGINES)
def test_every_paragraph_of_the_rules_page_has_a_test_that_cites_it(name: str) -> None:
    """By chapter: the number before the dot."""
    tested = {rule.split(".")[0] for _, rule in cited() if PREFIXES.get(rule[:3]) == name}
    for part in texts_of(ENGINES[name], "en")["rules"]["long"]:
        assert {rule.split(".")[0] for rule in part["ids"]} & tested, f"nothing tests '{part['title']}'"

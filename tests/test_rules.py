"""The rules that tests cite: their ids have the right shape, and each test cites what there is to cite."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.games.engines import ENGINES, texts_of

HERE = Path(__file__).parent
ID = re.compile(r"([A-Z]{3})-\d+(\.\d+){0,2}")


def on_page(name: str) -> list[str]:
    """The ids that a game's rules page names."""
    rules: dict[str, Any] = texts_of(ENGINES[name], "en")["rules"]
    return [rule for length in ("short", "long") for part in rules[length] for rule in part["ids"]]


PREFIXES = {rule[:3]: name for name in ENGINES for rule in on_page(name)}
"""The game whose rules an id belongs to, by its letters."""


@cache
def cited() -> list[tuple[str, str]]:
    """Every id in a `rule(…)` marker of the tests, with the file and line that cite it."""
    found = []
    for path in sorted(HERE.rglob("test_*.py")):
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


@pytest.mark.parametrize("name", ENGINES)
def test_the_rules_page_names_ids_of_the_same_shape(name: str) -> None:
    ids = on_page(name)
    assert ids and all(ID.fullmatch(rule) for rule in ids)
    assert len({rule[:3] for rule in ids}) == 1, "the ids of one game begin with the same letters"


@pytest.mark.parametrize("name", ENGINES)
def test_every_paragraph_of_the_rules_page_has_a_test_that_cites_it(name: str) -> None:
    """By the chapter: the number before the dot."""
    tested = {rule.split(".")[0] for _, rule in cited() if PREFIXES.get(rule[:3]) == name}
    for part in texts_of(ENGINES[name], "en")["rules"]["long"]:
        assert {rule.split(".")[0] for rule in part["ids"]} & tested, f"nothing tests '{part['title']}'"

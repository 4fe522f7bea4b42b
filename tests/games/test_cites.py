"""Sentences for people name the statements of the rules that they repeat: `texts/cites.json` of each game."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from server.authoring.engines import texts_of
from server.games import GAMES
from server.games.catalogue import folder
from server.games.lessons import lessons
from server.games.santiago.cards import BOX
from tests.rules import statements

JUDGEMENT = {("machi_koro", "table_of_rolls")}
"""Advice that says nothing of the rules."""


class Cites(msgspec.Struct, forbid_unknown_fields=True):
    """The ids of statements: by key of the advice, by number of the term, and by lesson and step."""

    advice: dict[str, list[str]]
    terms: list[list[str]]
    lessons: dict[str, dict[str, list[str]]]


@cache
def cites(name: str) -> Cites:
    return msgspec.json.decode((folder(name) / "texts" / "cites.json").read_bytes(), type=Cites)


@pytest.mark.parametrize("name", GAMES)
def test_every_advice_and_every_term_names_its_statements(name: str) -> None:
    texts, found = texts_of(GAMES[name], "en"), cites(name)
    assert found.advice.keys() == texts["advice"].keys()
    assert len(found.terms) == len(texts["help"]["terms"])
    silent = {(name, key) for key, ids in found.advice.items() if not ids}
    assert silent <= JUDGEMENT and all(found.terms)


@pytest.mark.parametrize("name", GAMES)
def test_named_statements_exist_in_the_rules_of_the_game(name: str) -> None:
    found = cites(name)
    rows: list[Any] = [*found.advice.values(), *found.terms]
    for lesson, steps in found.lessons.items():
        assert steps.keys() <= {step.name for step in lessons(name)[lesson].steps}
        rows += steps.values()
    named = {rule for ids in rows for rule in ids}
    assert named <= statements().keys()
    letters = texts_of(GAMES[name], "en")["rules"]["long"][0]["ids"][0][:3]
    assert {rule[:3] for rule in named} == {letters}


@pytest.mark.rule("SAN-2.3", "SAN-6.26", "SAN-6.27")
def test_two_cubans_wear_each_flower_as_the_lawyer_s_lesson_says() -> None:
    worn: list[str] = [cuban.flower for cuban in BOX.cubans]
    assert {worn.count(flower.id) for flower in BOX.flowers} == {2}
    assert len(BOX.buildings) == 3 * len(BOX.flowers)

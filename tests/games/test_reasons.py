"""Why not: at some hundred questions of random games everything that is shown has a reason, or is offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from server import page
from server.games import GAMES
from server.games.catalogue import LANGUAGES

from .engines import ENGINES, texts_of
from .reasons import plain, some_reasons_hold, told
from .test_texts import PLACE
from .walks import Walk, draw_deal

QUESTIONS = 200
THINGS = 8
ASKED = re.compile(r'\bwhy(?:Not|At)?\((?:play, )?(?:seat, )?"(\w+)"')
"""How a board asks why a thing can't be chosen, by the name of its kind."""
EVERY = 3
"""Of so many questions one is looked at, so that as many games are."""


@pytest.mark.parametrize("name", ENGINES)
def test_everything_shown_has_a_true_reason_or_is_offered(name: str) -> None:
    looked = found = number = 0
    while looked < QUESTIONS:
        walk = Walk(draw_deal(name, number))
        while walk.asks and looked < QUESTIONS:
            if not walk.for_laws.randrange(EVERY):
                found += some_reasons_hold(walk.question(), THINGS)
                looked += 1
            walk.choose(*walk.pick())
        number += 1
    assert found > QUESTIONS


@pytest.mark.parametrize("name", ENGINES)
def test_whatever_can_be_chosen_is_a_thing_on_the_board_or_a_plain_answer(name: str) -> None:
    verbs = {key.partition(".")[0] for key in texts_of(ENGINES[name], "en")["choices"]}
    about = {verb for thing in ENGINES[name].things.values() for verb in thing.verbs}
    assert about | plain(name) == verbs and not about & plain(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_board_asks_why_of_every_kind_of_thing(name: str) -> None:
    """And of no other: what a board has no words for is asked of nothing."""
    folder = Path(page.__file__).parent / "web" / "games" / name
    words = " ".join(file.read_text() for file in folder.glob("*.js"))
    asked = {*ASKED.findall(words), *(["neighbour"] if "whyAt(" in words else [])}
    assert asked == ENGINES[name].things.keys()


def has_names(texts: Mapping[str, Any], group: str) -> bool:
    return group in ("number", "seats", *texts["names"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ENGINES)
def test_every_reason_has_words(name: str, language: str) -> None:
    texts = texts_of(ENGINES[name], language)
    _, true = told(name)
    keys = {"another", *(key for reasons in true.values() for key in reasons)}
    assert {key.partition(".")[0] for key in texts["why"]} == keys
    for words in texts["why"].values():
        assert all(group == "seat" or has_names(texts, group) for _, group in PLACE.findall(words) if group)


@pytest.mark.parametrize("name", ENGINES)
def test_every_kind_of_thing_has_a_group_of_names(name: str) -> None:
    english, german = (texts_of(ENGINES[name], language) for language in LANGUAGES)
    assert english["things"] == german["things"]
    assert english["things"].keys() == ENGINES[name].things.keys()
    assert all(has_names(english, group) for group in english["things"].values())

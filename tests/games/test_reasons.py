"""Why not: at some hundred questions of random games everything that is shown has a reason, or is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from server.games.catalogue import LANGUAGES

from .engines import ENGINES, texts_of
from .reasons import some_reasons_hold, told
from .test_texts import PLACE
from .walks import Walk, draw_deal

QUESTIONS = 200
THINGS = 8
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

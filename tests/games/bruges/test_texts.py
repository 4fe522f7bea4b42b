"""The texts of Bruges."""

from __future__ import annotations

import pytest

from server.authoring.engines import texts_of
from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.bruges.hints import ACTIONS
from server.games.catalogue import LANGUAGES, catalogue

SOFT_HYPHEN = "\N{SOFT HYPHEN}"


def test_the_game_is_called_as_it_is_known_in_each_language() -> None:
    row = next(game for game in catalogue() if game["name"] == "bruges")
    assert row["titles"] == {"en": "Bruges", "de": "Brügge"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_narrow_cards_may_break_are_the_names(language: str) -> None:
    texts = texts_of(bruges, language)
    ids = [*(row.id for row in BOX.persons), *(row.id for row in BOX.pets)]
    names = dict(zip(ids, texts["names"]["cards"], strict=True))
    broken = texts["page"]["broken"]
    assert broken and all(text.replace(SOFT_HYPHEN, "") == names[card] for card, text in broken.items())


@pytest.mark.rule("BRU-18.22")
@pytest.mark.parametrize(("language", "condition"), [("de", "; tust du das, "), ("en", "; if you do, ")])
def test_what_comes_only_for_a_marker_says_so(language: str, condition: str) -> None:
    """Without a marker to discard, the player gets neither guilders nor cards."""
    texts = texts_of(bruges, language)["help"]["cards"]
    for_a_marker = [
        number
        for number, row in enumerate(BOX.persons)
        if row.effect["type"] in ("return_threat_and_guilders", "return_threat_and_draw")
    ]
    assert for_a_marker and all(condition in texts[number] for number in for_a_marker)


@pytest.mark.rule("BRU-9.19", "BRU-16.5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_action_promises_a_number_that_persons_and_the_bourse_change(language: str) -> None:
    choices = texts_of(bruges, language)["choices"]
    plain = {verb: text for verb, text in choices.items() if verb.partition("_")[0] in ACTIONS}
    assert len(plain) == 2 * len(ACTIONS)
    assert not any(sign.isdigit() for text in plain.values() for sign in text)

"""Tips and advice use the same words as the texts of the choices."""

from __future__ import annotations

import json

import pytest

from server.games.catalogue import choice_text, texts

OTHERWISE = {"bruges": "Arbeiter", "santiago": "Beanspruch"}
"""Words that the German texts of a game must not use, because the choices have others: Handlanger, "in Besitz
nehmen"."""


@pytest.mark.parametrize("game", OTHERWISE)
def test_one_thing_has_one_name(game: str) -> None:
    assert OTHERWISE[game] not in json.dumps(texts(game, "de"), ensure_ascii=False)


def test_what_one_gets_in_a_trade_is_not_said_to_be_given_away() -> None:
    """In German one "tauscht ein" the thing given; the choice names the thing received."""
    assert choice_text(texts("loyang", "de"), (), "trade", 2) == "Rübe ertauschen"
    assert choice_text(texts("loyang", "en"), (), "trade", 2) == "Trade for Turnip"

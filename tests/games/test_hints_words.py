"""What tips and advice say is said in the words that the game's choices have for it."""

from __future__ import annotations

import json

import pytest

from bots.wording import choice_text
from server.games.catalogue import texts

OTHERWISE = {"bruges": "Arbeiter", "santiago": "Beanspruch"}
"""What the German choices of a game call otherwise: Handlanger; to take possession."""


@pytest.mark.parametrize("game", OTHERWISE)
def test_one_thing_has_one_name(game: str) -> None:
    assert OTHERWISE[game] not in json.dumps(texts(game, "de"), ensure_ascii=False)


def test_what_one_gets_in_a_trade_is_not_said_to_be_given_away() -> None:
    """In German one "tauscht ein" what one gives; the choice names what one gets."""
    assert choice_text(texts("loyang", "de"), (), "trade", 2) == "Rübe ertauschen"
    assert choice_text(texts("loyang", "en"), (), "trade", 2) == "Trade for Turnip"

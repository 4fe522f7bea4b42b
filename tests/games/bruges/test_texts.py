"""The words of Brügge for its table."""

from __future__ import annotations

import pytest

from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.catalogue import LANGUAGES
from tests.games.engines import texts_of

SOFT_HYPHEN = "\N{SOFT HYPHEN}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_narrow_cards_may_break_are_the_names(language: str) -> None:
    texts = texts_of(bruges, language)
    ids = [*(row.id for row in BOX.persons), *(row.id for row in BOX.pets)]
    names = dict(zip(ids, texts["names"]["cards"], strict=True))
    broken = texts["page"]["broken"]
    assert broken and all(text.replace(SOFT_HYPHEN, "") == names[card] for card, text in broken.items())

"""The laws that every game keeps, on random games. `stammtisch check .` tries these, and more of them."""

from pathlib import Path

import meadow
import pytest

from server.authoring import perft, texts
from server.authoring.laws import examine

POSITIONS = perft.stored(Path(__file__).with_name("perft.json"))


@pytest.mark.parametrize("number", range(20))
def test_a_random_game_keeps_every_law(number):
    assert examine("meadow", number)


def test_the_texts_have_words_for_everything():
    assert [*texts.violations(meadow)] == []


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_the_number_of_sequences_is_unchanged(position):
    meant = "after a deliberate change of a rule: stammtisch check . --write-perft"
    assert perft.changed("meadow", position) == [], meant

"""The mind that chooses at random: the weakest opponent, and the baseline for all others."""

from __future__ import annotations

from random import Random

from server.games.kernel import Choice

from ..document import Document


class Whim:
    """Chooses among all options with equal probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        rows = document["mine"]["ask"]["options"]
        number = self._random.randrange(sum(len(row) - 1 or 1 for row in rows))
        for verb, *nouns in rows:
            if number < (len(nouns) or 1):
                return Choice(verb, nouns[number] if nouns else -1)
            number -= len(nouns) or 1
        raise AssertionError("no option has this number")


MIND = Whim

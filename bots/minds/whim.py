"""The mind that chooses at random: the weakest opponent, and the baseline for all others."""

from __future__ import annotations

from random import Random

from server.games.kernel import Choice

from ..document import Document, options


class Whim:
    """Chooses among all options with equal probability."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        return self._random.choice(options(document))


MIND = Whim

"""The mind that chooses at random: the weakest opponent, and the measure for all others."""

from __future__ import annotations

from random import Random

from server.games.kernel import Choice

from ..document import Document, options


class Whim:
    """Every option is as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        return self._random.choice(options(document))


MIND = Whim

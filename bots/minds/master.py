"""The strongest mind: it looks at every option as the learnt one does, and searches among the best of them.

Where a choice is clear it takes little time, else as long as it may. Without weights, or with none that are
better with so many seats, it searches by the hand-made values.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice

from ..document import Document, options
from ..learning.judging import Judging
from ..learning.net import Net
from ..learning.tree import Search
from .learnt import Learnt

TRIES: Final = 600
"""Of a choice, at most: where there is no clock, a seed decides what is chosen."""

SECONDS: Final = 0.2
"""For a choice, where there is a clock."""


class Master(Judging):
    """Search on the game's net. `tries`: of a choice, at most."""

    quick = Learnt
    """What answers where this one can't in time."""

    def __init__(
        self,
        seed: int,
        games: Games = GAMES,
        nets: Callable[[str], Net | None] | None = None,
        tries: int = TRIES,
    ) -> None:
        super().__init__(seed, games, nets)
        self._tries = tries

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        until = inf if deadline == inf else min(deadline, monotonic() + SECONDS)
        search = self._searched(document, until)
        return search.chosen if search else self.by_hand.choose(document, deadline)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """What each option is worth, the best first: the share of the win, where the second is true."""
        search = self._searched(document, deadline)
        if search is None:
            return self.by_hand.worths(document, deadline), False
        return search.worths(), self.judge(document).net is not None

    def _searched(self, document: Document, until: float) -> Search | None:
        """The question, searched; None where the first place is taken."""
        question = self.judged(document, until)
        if question is None:
            return None
        seen = document["public"]["game"], document["mine"]["game"]
        looked = dict(zip(question.offers, question.worth, strict=True))
        idle = {question.offers[number] for number in question.idle}
        search = Search(self.judge(document), seen, question.seat, looked, idle)
        search.run(self.random, self._tries, until)

        def is_vain(choice: Choice) -> bool:
            return question.is_vain(choice) or question.puts_off(choice, search.following(choice))

        while search.others and is_vain(search.chosen):
            search.leave()
        return search


MIND = Master

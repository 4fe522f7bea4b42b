"""The strongest mind: evaluates every option as the trained mind does, then searches among the best ones.

A clear choice takes little time, any other the whole budget. Without weights, or with a net that is not
stronger with this number of seats, the search uses the hand-made values.
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
from ..search.net import Net
from ..search.tree import TreeSearch
from .learnt import Learnt
from .net_mind import NetMind

MAX_TRIES: Final = 600
"""Limit of tries for one choice; without a clock, the seed alone determines the choice."""

CHOICE_TIME_S: Final = 0.2
"""Time budget of one choice if there is a deadline (seconds)."""


class Master(NetMind):
    """Tree search with the game's net. `tries`: the limit for one choice."""

    quick = Learnt
    """The fallback when this mind misses its deadline."""

    def __init__(
        self,
        seed: int,
        games: Games = GAMES,
        nets: Callable[[str], Net | None] | None = None,
        tries: int = MAX_TRIES,
    ) -> None:
        super().__init__(seed, games, nets)
        self._tries = tries

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        until = inf if deadline == inf else min(deadline, monotonic() + CHOICE_TIME_S)
        search = self._searched(document, until)
        return search.chosen if search else self.by_hand.choose(document, deadline)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """The value of each option, the best first; a share of the win if the second result is true."""
        search = self._searched(document, deadline)
        if search is None:
            return self.by_hand.worths(document, deadline), False
        return search.worths(), self.judge(document).net is not None

    def _searched(self, document: Document, until: float) -> TreeSearch | None:
        """The finished search for the question; None when the first place is decided."""
        question = self.judged(document, until)
        if question is None:
            return None
        seen = document["public"]["game"], document["mine"]["game"]
        looked = dict(zip(question.offers, question.worth, strict=True))
        idle = {question.offers[number] for number in question.idle}
        search = TreeSearch(self.judge(document), seen, question.seat, looked, idle)
        search.run(self.random, self._tries, until)

        def is_vain(choice: Choice) -> bool:
            return question.is_vain(choice) or question.puts_off(choice, search.following(choice))

        while search.others and is_vain(search.chosen):
            search.leave()
        return search


MIND = Master

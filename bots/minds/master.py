"""The strongest mind: it looks at every option as the learnt one does, and searches among the best of them.

Where a choice is clear it takes little time, else as long as it may. Without weights, or with none that are
better with so many seats, it searches by the hand-made values.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from time import monotonic
from typing import Final

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice

from ..document import Document, options
from ..learning.judge import PLAYING, Judge, Question, trained
from ..learning.net import Net
from ..learning.tree import Search
from .greedy import Greedy
from .learnt import Learnt

TRIES: Final = 600
"""Of a choice, at most: where there is no clock, a seed decides what is chosen."""

SECONDS: Final = 0.2
"""For a choice, where there is a clock."""


class Master:
    """Search on the game's net. `nets`: where it is had from, by the name of the game."""

    quick = Learnt
    """What answers where this one can't in time."""

    def __init__(
        self,
        seed: int,
        games: Games = GAMES,
        nets: Callable[[str], Net | None] | None = None,
        tries: int = TRIES,
    ) -> None:
        self._random = Random(seed)
        self._games = games
        self._nets = nets or trained
        self._tries = tries
        self._judges: dict[tuple[str, int], Judge] = {}
        self._by_hand = Greedy(seed, games)

    def reseed(self, seed: int) -> None:
        """Go on as if made anew with this seed."""
        self._random.seed(seed)
        self._by_hand.reseed(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        until = inf if deadline == inf else min(deadline, monotonic() + SECONDS)
        search = self._searched(document, until)
        return search.chosen if search else self._by_hand.choose(document, deadline)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """What each option is worth, the best first: the share of the win, where the second is true."""
        search = self._searched(document, deadline)
        if search is None:
            return self._by_hand.worths(document, deadline), False
        return search.worths(), self._judge(document).net is not None

    def _searched(self, document: Document, until: float) -> Search | None:
        """The question, searched; None where the first place is taken."""
        judge = self._judge(document)
        seen, seat = (document["public"]["game"], document["mine"]["game"]), document["mine"]["seat"]
        question = Question(judge, seat, options(document))
        positions = question.look(*seen, self._random, PLAYING, until)
        if question.decided:
            return None
        question.judged(judge.values(positions, [seat] * len(positions)))
        question.beware()
        looked = dict(zip(question.offers, question.worth, strict=True))
        search = Search(judge, seen, seat, looked, {question.offers[number] for number in question.idle})
        search.run(self._random, self._tries, until)
        while search.others and question.is_vain(search.chosen):
            search.leave()
        return search

    def _judge(self, document: Document) -> Judge:
        name, seats = document["public"]["table"]["game"], document["public"]["table"]["seats"]
        if (name, seats) not in self._judges:
            net = self._nets(name)
            self._judges[name, seats] = Judge(self._games[name], net if net and net.suits(seats) else None)
        return self._judges[name, seats]


MIND = Master

"""The mind that has learnt: every option is carried out in imagined games, and a net tells how they end.

A game that has no weights, or none that are better with so many seats, and one whose first place is taken
though it goes on, are played by the hand-made values. What a position is worth to it, `Judge.worth` in
`bots/learning/judge.py` tells others, too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice

from ..document import Document, options
from ..learning.judge import PLAYING, Judge, Question, trained
from ..learning.net import Net
from .greedy import Greedy


class Learnt:
    """One step ahead by the game's net. `nets`: where it is had from, by the name of the game."""

    def __init__(
        self, seed: int, games: Games = GAMES, nets: Callable[[str], Net | None] | None = None
    ) -> None:
        self._random = Random(seed)
        self._games = games
        self._nets = nets or trained
        self._judges: dict[str, Judge] = {}
        self._by_hand = Greedy(seed, games)

    def reseed(self, seed: int) -> None:
        """Go on as if made anew with this seed."""
        self._random.seed(seed)
        self._by_hand.reseed(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        question = self._judged(document, deadline)
        if question is None:
            return self._by_hand.choose(document, deadline)
        return question.best(self._random)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """What each option is worth: the share of the win, where the second is true, else in the unit of the
        hand-made values."""
        question = self._judged(document, deadline)
        if question is None:
            return self._by_hand.worths(document, deadline), False
        return dict(zip(question.offers, question.worth, strict=True)), True

    def _judged(self, document: Document, deadline: float) -> Question | None:
        """The question with what its options are worth to the net; None where that can't tell."""
        name = document["public"]["table"]["game"]
        if name not in self._judges:
            self._judges[name] = Judge(self._games[name], self._nets(name))
        judge = self._judges[name]
        public, private, seat = document["public"]["game"], document["mine"]["game"], document["mine"]["seat"]
        if judge.net is None or not judge.net.suits(document["public"]["table"]["seats"]):
            return None
        question = Question(judge, seat, options(document))
        positions = question.look(public, private, self._random, PLAYING, deadline)
        if question.decided:
            return None
        question.judged(judge.values(positions, [seat] * len(positions)))
        question.beware()
        return question


MIND = Learnt

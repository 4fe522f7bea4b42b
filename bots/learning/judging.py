"""What minds have in common that judge by a game's net, and by the hand-made values where that can't tell."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from server.games import GAMES
from server.games.engine import Games

from ..document import Document, options
from ..looking import undoing
from ..minds.greedy import Greedy
from .judge import PLAYING, Judge, Question, trained
from .net import Net


class Judging:
    """`nets`: where nets are had from, by the name of the game."""

    def __init__(
        self, seed: int, games: Games = GAMES, nets: Callable[[str], Net | None] | None = None
    ) -> None:
        self.random = Random(seed)
        self.by_hand = Greedy(seed, games)
        self._games = games
        self._nets = nets or trained
        self._judges: dict[tuple[str, int], Judge] = {}

    def reseed(self, seed: int) -> None:
        """Go on as if made anew with this seed."""
        self.random.seed(seed)
        self.by_hand.reseed(seed)

    def judge(self, document: Document) -> Judge:
        """Who judges at this table: without a net where there is none, or none that is better with so many
        seats."""
        name, seats = document["public"]["table"]["game"], document["public"]["table"]["seats"]
        if (name, seats) not in self._judges:
            net = self._nets(name)
            self._judges[name, seats] = Judge(self._games[name], net if net and net.suits(seats) else None)
        return self._judges[name, seats]

    def judged(self, document: Document, until: float) -> Question | None:
        """The question with what its options are worth; None where the first place is taken."""
        judge, seat = self.judge(document), document["mine"]["seat"]
        question = Question(judge, seat, options(document))
        public, private = document["public"]["game"], document["mine"]["game"]
        positions = question.look(public, private, self.random, PLAYING, until)
        if question.decided:
            return None
        question.idle |= undoing(judge.tools, document, question.offers)
        question.judged(judge.values(positions, [seat] * len(positions)))
        question.beware()
        return question

"""Base of the minds that evaluate positions by a game's net, with the hand-made values as the fallback."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from server.games import GAMES
from server.games.engine import Games

from ..document import Document, options
from ..search.evaluator import PLAYING, Evaluator, Question, trained
from ..search.lookahead import undoing
from ..search.net import Net
from .greedy import Greedy


class NetMind:
    """`nets`: loads a net by the name of the game."""

    def __init__(
        self, seed: int, games: Games = GAMES, nets: Callable[[str], Net | None] | None = None
    ) -> None:
        self.random = Random(seed)
        self.by_hand = Greedy(seed, games)
        self._games = games
        self._nets = nets or trained
        self._judges: dict[tuple[str, int], Evaluator] = {}

    def reseed(self, seed: int) -> None:
        """Continue as a new mind with this seed would."""
        self.random.seed(seed)
        self.by_hand.reseed(seed)

    def judge(self, document: Document) -> Evaluator:
        """The evaluator for this table: without a net if there is none, or if it is not stronger with this
        number of seats."""
        name, seats = document["public"]["table"]["game"], document["public"]["table"]["seats"]
        if (name, seats) not in self._judges:
            net = self._nets(name)
            self._judges[name, seats] = Evaluator(
                self._games[name], net if net and net.suits(seats) else None
            )
        return self._judges[name, seats]

    def judged(self, document: Document, until: float) -> Question | None:
        """The question with the values of its options; None when the first place is decided."""
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

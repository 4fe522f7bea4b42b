"""The mind that has learnt: every option is carried out in imagined games, and a net tells how they end.

Until a game has weights of its own, it plays by the hand-made values.
"""

from __future__ import annotations

from random import Random
from time import monotonic

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice

from ..document import Document, options
from ..learning.judge import Judge, Question, trained
from .greedy import Greedy

POSITIONS = 240
"""Positions judged after which no further game is imagined."""

WORLDS = 16
"""Imagined games at most, where something hidden or luck matters."""


class Learnt:
    """One step ahead by the game's net."""

    def __init__(self, seed: int, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._games = games
        self._judges: dict[str, Judge] = {}
        self._untaught = Greedy(seed, games)

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        name = document["public"]["table"]["game"]
        if name not in self._judges:
            self._judges[name] = Judge(self._games[name], trained(name))
        judge = self._judges[name]
        if judge.net is None:
            return self._untaught.choose(document, deadline)
        public, private, seat = document["public"]["game"], document["mine"]["game"], document["mine"]["seat"]
        question = Question(judge, seat, offers)
        while True:
            positions = question.look_into(judge.seen_by(public, private, seat, self._random))
            question.judged(judge.values(positions, [seat] * len(positions)))
            luck = question.look.chance or question.look.later or private
            if not luck or question.worlds >= WORLDS or question.look.positions >= POSITIONS:
                break
            if monotonic() >= deadline:
                break
        return question.best(self._random)


MIND = Learnt

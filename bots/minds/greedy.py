"""The mind that looks one step ahead: try every option in an imagined game, take the best position.

What is not known is imagined: whole games that fit what the seat sees. Where an option goes on with
another question to the same seat (give one card, then take one), that is looked through too, up to the
end of the seat's own turn. Where chance or something hidden comes into play, several imagined games
are tried, every option in each of them, so that good luck helps all options alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any

from server.games import GAMES
from server.games.copying import copier
from server.games.engine import Engine, Games
from server.games.kernel import OPEN, Ask, Choice, choose, settle

from ..document import Document, options
from ..values import Reach, Value, reach_of, value_of

DEPTH = 3
"""Own questions in a row that are looked through, the one asked included."""

EVALUATIONS = 200
"""Positions judged after which no further game is imagined."""

WORLDS = 24
"""Imagined games at most."""

FEW = 4
"""Imagined games where luck comes only after the seat's own questions."""

BREADTH = 300
"""Positions judged below one option, after which its further questions are not looked through."""

Tools = tuple[Value, Callable[[Any], Any], Reach]
"""A game's value function, its clone, and how far to look ahead."""


def tools(engine: Engine) -> Tools:
    """Built once for a game, since the clone is derived from its annotations."""
    clone = copier(engine.state)
    assert clone is not None, "a game has lists of its own"
    return value_of(engine), clone, reach_of(engine, DEPTH)


class Greedy:
    """One step ahead by the game's value function."""

    def __init__(self, seed: int, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._games = games
        self._tools: dict[str, Tools] = {}

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        engine = self._games[document["public"]["table"]["game"]]
        seat = document["mine"]["seat"]
        totals = dict.fromkeys(offers, 0.0)
        if engine.name not in self._tools:
            self._tools[engine.name] = tools(engine)
        look = Lookahead(self._tools[engine.name], seat)
        for world in range(WORLDS):
            game = engine.imagine(
                document["public"]["game"], document["mine"]["game"], seat, self._random.getrandbits(64)
            )
            judged = look.judge(game, offers)
            for offer, value in judged.items():
                totals[offer] += value
            needed = WORLDS if look.chance or document["mine"]["game"] else FEW if look.later else 1
            if world + 1 >= needed or look.evaluations >= EVALUATIONS or monotonic() >= deadline:
                break
        best = max(totals.values())
        return self._random.choice([offer for offer in offers if totals[offer] == best])


class Lookahead:
    """Judges options of one seat in imagined games.

    `chance`: did luck decide what the seat is asked next? `later`: did luck come after all its questions?
    """

    def __init__(self, tools: Tools, seat: int) -> None:
        self.evaluations = 0
        self.chance = self.later = False
        self._seat = seat
        self._value, self._clone, self._reach = tools

    def judge(self, world: Any, offers: Sequence[Choice]) -> dict[Choice, float]:
        """What each option is worth in this world."""
        ask = self._asked(settle(world))
        assert ask is not None, "an imagined game asks what the real one asks"
        judged = {}
        for offer in offers:
            limit = self.evaluations + BREADTH
            judged[offer] = self._after(world, ask, offer, self._reach.depth - 1, limit)
        return judged

    def _asked(self, asks: Sequence[Ask]) -> Ask | None:
        return next((ask for ask in asks if ask.seat == self._seat), None)

    def _after(self, game: Any, ask: Ask, choice: Choice, depth: int, limit: int) -> float:
        """The value once this choice is made, with the best of the own choices that follow at once."""
        child = self._clone(game)
        asks = choose(child, ask, choice)
        following = self._asked(asks)
        if child.sealed != OPEN:
            self._luck(following)
        if following and following.prompt in self._reach.pauses:
            following = None
        elif following and following.prompt == "end_turn":
            # A seat that has passed is not asked whether its turn is over. Judge all options at that moment.
            choose(child, following, following.options[0])
            self.later = self.later or child.sealed != OPEN
            following = None
        if following is None or depth == 0 or self.evaluations >= limit:
            self.evaluations += 1
            return self._value(child, self._seat)
        return max(self._after(child, following, option, depth - 1, limit) for option in following.options)

    def _luck(self, following: Ask | None) -> None:
        if following is None:
            self.later = True
        else:
            self.chance = True


MIND = Greedy

"""The mind that looks one step ahead: try every option in an imagined game, take the best position.

What is not known is imagined: whole games that fit what the seat sees. Where chance or something hidden
comes into play, several imagined games are tried, every option in each of them, so that good luck helps
all options alike. How far it is looked ahead, `looking.py` says.
"""

from __future__ import annotations

from math import inf
from random import Random
from time import monotonic

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice

from ..document import Document, options
from ..looking import Lookahead, Tools, set_back, tools
from ..values import Value, value_of

EVALUATIONS = 200
"""Positions judged after which no further game is imagined."""

WORLDS = 24
"""Imagined games at most."""

FEW = 4
"""Imagined games where luck comes only after the seat's own questions."""


class Greedy:
    """One step ahead by the game's value function."""

    def __init__(self, seed: int, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._games = games
        self._tools: dict[str, tuple[Tools, Value]] = {}

    def reseed(self, seed: int) -> None:
        """Go on as if made anew with this seed."""
        self._random.seed(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        worths = self.worths(document, deadline)
        highest = max(worths.values())
        return self._random.choice([offer for offer in offers if worths[offer] == highest])

    def worths(self, document: Document, deadline: float, most: int = WORLDS) -> dict[Choice, float]:
        """What each option is worth to the seat, in the unit of the game's values; `most`: imagined games."""
        engine = self._games[document["public"]["table"]["game"]]
        seat, offers = document["mine"]["seat"], options(document)
        totals = [0.0] * len(offers)
        if engine.name not in self._tools:
            self._tools[engine.name] = tools(engine), value_of(engine)
        for_looking, value = self._tools[engine.name]
        look = Lookahead(for_looking, seat)
        for world in range(1, most + 1):
            game = engine.imagine(
                document["public"]["game"], document["mine"]["game"], seat, self._random.getrandbits(64)
            )
            best = [-inf] * len(offers)
            for number, position in look.behind(game, offers):
                best[number] = max(best[number], value(position, seat))
            totals = [total + worth for total, worth in zip(totals, best, strict=True)]
            needed = WORLDS if look.chance or document["mine"]["game"] else FEW if look.later else 1
            if world >= needed or look.positions >= EVALUATIONS or monotonic() >= deadline:
                break
        set_back(totals, look.idle)
        return {offer: total / world for offer, total in zip(offers, totals, strict=True)}


MIND = Greedy

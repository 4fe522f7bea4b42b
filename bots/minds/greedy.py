"""The mind that looks one step ahead: try every option in an imagined game, take the best position.

What is not known is imagined: whole games that fit what the seat sees. Where chance or something hidden
comes into play, several imagined games are tried, every option in each of them, so that good luck helps
all options alike. How far it is looked ahead, `looking.py` says.
"""

from __future__ import annotations

from math import inf
from random import Random
from time import monotonic
from typing import Any

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Ask, Choice

from ..document import Document, options
from ..looking import Lookahead, Tools, is_vain, set_back, set_vain_back, tools
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
        look, first = Lookahead(for_looking, seat), None
        for world in range(1, most + 1):
            game = engine.imagine(
                document["public"]["game"], document["mine"]["game"], seat, self._random.getrandbits(64)
            )
            first = for_looking.clone(game) if world == 1 else first
            best = [-inf] * len(offers)
            for number, position in look.behind(game, offers):
                best[number] = max(best[number], value(position, seat))
            totals = [total + worth for total, worth in zip(totals, best, strict=True)]
            needed = WORLDS if look.chance or document["mine"]["game"] else FEW if look.later else 1
            if world >= needed or look.positions >= EVALUATIONS or monotonic() >= deadline:
                break
        found = [total / world for total in totals]
        set_back(found, look.idle)

        def preferred(game: Any, ask: Ask) -> Choice:
            return best_by_hand(for_looking, value, game, ask)

        def vain(choice: Choice) -> bool:
            return is_vain(for_looking, first, seat, choice, preferred)

        set_vain_back(found, offers, look.idle, vain)
        return dict(zip(offers, found, strict=True))


def best_by_hand(tools: Tools, value: Value, game: Any, ask: Ask) -> Choice:
    """What the hand-made values would choose in this one game."""
    look, best = Lookahead(tools, ask.seat), [-inf] * len(ask.options)
    for number, position in look.behind(game, ask.options):
        best[number] = max(best[number], value(position, ask.seat))
    set_back(best, look.idle)
    return ask.options[max(range(len(best)), key=best.__getitem__)]


MIND = Greedy

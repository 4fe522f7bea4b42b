"""The greedy mind: tries every option in an imagined game, and takes the best position.

Hidden information is imagined: whole games that fit what the seat sees. If chance or hidden information
matters, every option is tried in several imagined games, so that luck affects all options alike.
`search/lookahead.py` defines how far it looks ahead.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum
from random import Random
from time import monotonic
from typing import Any

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Ask, Choice

from ..document import Document, options
from ..search.lookahead import (
    MAX_POSITIONS,
    Imagined,
    Judged,
    Lookahead,
    Tools,
    best_of,
    bests,
    imagined,
    is_vain,
    set_back,
    set_vain_back,
    tools,
    undoing,
)
from ..values import Value, value_of

MAX_EVALUATIONS = 200
"""Evaluated positions after which no further game is imagined. In each game, the options share as many."""

MAX_WORLDS = 24
"""Maximum number of imagined games."""

MIN_WORLDS = 2
"""Number of imagined games if luck comes only after the seat's own questions, or the best option is clear. At
some hundred questions of each game, the choices from two games are as good as those from four, to a
thousandth of a point; in Bruges and Loyang as good as those from up to 24, in Loyang in a fifth of the
time."""


class Greedy:
    """One step of lookahead with the game's value function."""

    def __init__(self, seed: int, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._games = games
        self._tools: dict[str, tuple[Tools, Value]] = {}

    def reseed(self, seed: int) -> None:
        """Continue as a new mind with this seed would."""
        self._random.seed(seed)

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        worths = self.worths(document, deadline)
        highest = max(worths.values())
        return self._random.choice([offer for offer in offers if worths[offer] == highest])

    def worths(self, document: Document, deadline: float, most: int = MAX_WORLDS) -> dict[Choice, float]:
        """The value of each option for the seat, in the unit of the game's values; `most`: the maximum number
        of imagined games."""
        engine = self._games[document["public"]["table"]["game"]]
        seat, offers, hidden = document["mine"]["seat"], options(document), document["mine"]["game"]
        if engine.name not in self._tools:
            self._tools[engine.name] = tools(engine), value_of(engine)
        for_looking, value = self._tools[engine.name]
        look, rows = looking(for_looking, seat, offers), list[list[float]]()
        first: Imagined | None = None
        while True:
            world = imagined(engine, document["public"]["game"], hidden, seat, self._random.getrandbits(64))
            first = first or world
            rows.append(bests(offers, by_hand(value, look, world, offers)))
            needed = MAX_WORLDS if look.chance or hidden else MIN_WORLDS if look.later else 1
            enough = len(rows) >= min(needed, most) or (len(rows) >= MIN_WORLDS and clear(rows, look.lucky))
            if enough or look.positions >= MAX_EVALUATIONS or monotonic() >= deadline:
                break
        found = [fsum(worths) / len(rows) for worths in zip(*rows, strict=True)]
        look.idle |= undoing(for_looking, document, offers)
        set_back(found, look.idle)

        def preferred(game: Any, ask: Ask) -> Choice:
            look = looking(for_looking, seat, ask.options)
            return best_of(ask.options, by_hand(value, look, lambda: game, ask.options), look)

        def vain(choice: Choice) -> bool:
            return is_vain(for_looking, first(), seat, choice, preferred)

        set_vain_back(found, offers, look.idle, vain)
        return dict(zip(offers, found, strict=True))


def looking(tools: Tools, seat: int, offers: Sequence[Choice]) -> Lookahead:
    """A lookahead in which these options share the evaluations of one game."""
    return Lookahead(tools, seat, breadth=min(MAX_POSITIONS, MAX_EVALUATIONS // len(offers)))


def by_hand(value: Value, look: Lookahead, world: Imagined, offers: Sequence[Choice]) -> Judged:
    """All positions behind these options, evaluated by the hand-made values."""
    return look.judged(world, offers, lambda position: value(position, look.seat))


def clear(rows: Sequence[Sequence[float]], lucky: Collection[int]) -> bool:
    """Do these imagined games show clearly which option is best? They do if it leads each other option by at
    least the spread of that lead between games, or if the unknown changes nothing. Two options that were
    equal in every game are not clear if one of them is `lucky`: the games drawn may be unrepresentative."""
    totals = [*map(fsum, zip(*rows, strict=True))]
    leader = totals.index(max(totals))
    for other in range(len(totals)):
        leads = [row[leader] - row[other] for row in rows]
        if min(leads) < max(leads) - min(leads):
            return False
        if other != leader and not any(leads) and (other in lucky or leader in lucky):
            return False
    return True


MIND = Greedy

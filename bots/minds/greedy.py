"""The mind that looks one step ahead: try every option in an imagined game, take the best position.

What is not known is imagined: whole games that fit what the seat sees. Where chance or something hidden
comes into play, several imagined games are tried, every option in each of them, so that good luck helps
all options alike. How far it is looked ahead, `looking.py` says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from time import monotonic
from typing import Any

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Ask, Choice

from ..document import Document, options
from ..looking import (
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

EVALUATIONS = 200
"""Positions judged after which no further game is imagined."""

WORLDS = 24
"""Imagined games at most."""

FEW = 2
"""Imagined games where luck comes only after the seat's own questions, or which option is best is clear.
At some hundred questions of each game, what two choose is worth the same as what four do, to a thousandth of
a point; in Bruges and Loyang the same as with up to 24, in Loyang in a fifth of the time."""


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
        seat, offers, hidden = document["mine"]["seat"], options(document), document["mine"]["game"]
        if engine.name not in self._tools:
            self._tools[engine.name] = tools(engine), value_of(engine)
        for_looking, value = self._tools[engine.name]
        look, rows = Lookahead(for_looking, seat), list[list[float]]()
        first: Imagined | None = None
        while True:
            world = imagined(engine, document["public"]["game"], hidden, seat, self._random.getrandbits(64))
            first = first or world
            rows.append(bests(offers, by_hand(value, look, world, offers)))
            needed = WORLDS if look.chance or hidden else FEW if look.later else 1
            enough = len(rows) >= min(needed, most) or (len(rows) >= FEW and clear(rows, look.lucky))
            if enough or look.positions >= EVALUATIONS or monotonic() >= deadline:
                break
        found = [sum(worths) / len(rows) for worths in zip(*rows, strict=True)]
        look.idle |= undoing(for_looking, document, offers)
        set_back(found, look.idle)

        def preferred(game: Any, ask: Ask) -> Choice:
            look = Lookahead(for_looking, seat)
            return best_of(ask.options, by_hand(value, look, lambda: game, ask.options), look)

        def vain(choice: Choice) -> bool:
            return is_vain(for_looking, first(), seat, choice, preferred)

        set_vain_back(found, offers, look.idle, vain)
        return dict(zip(offers, found, strict=True))


def by_hand(value: Value, look: Lookahead, world: Imagined, offers: Sequence[Choice]) -> Judged:
    """Every position behind these options, judged by the hand-made values."""
    return look.judged(world, offers, lambda position: value(position, look.seat))


def clear(rows: Sequence[Sequence[float]], lucky: Collection[int]) -> bool:
    """Do these imagined games leave no doubt which option is best? Where it leads each other one by more than
    that lead varies from game to game; so, too, where what is unknown changes nothing. Of two options, one of
    them `lucky`, that have come to the same each time nobody knows: they had bad luck."""
    totals = [*map(sum, zip(*rows, strict=True))]
    leader = totals.index(max(totals))
    for other in range(len(totals)):
        leads = [row[leader] - row[other] for row in rows]
        if min(leads) < max(leads) - min(leads):
            return False
        if other != leader and not any(leads) and (other in lucky or leader in lucky):
            return False
    return True


MIND = Greedy

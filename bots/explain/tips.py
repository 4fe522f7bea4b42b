"""Tips: the choice of the strongest level, the second best, and the reasons (`reasons.py`).

A tip depends only on one seat's document, and the same document gives the same tip: the random seed is
derived from it.

A net may value a choice that only costs as highly as a useful one. Among choices that are shown as about
equal, a tip prefers one with a positive reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Any, Final

from server.games import GAMES
from server.games.engine import Engine, Games
from server.games.kernel import Choice

from ..document import Document
from ..learning.chances import chance, chances
from ..minds.learnt import Learnt
from ..minds.master import MAX_TRIES, Master
from ..search.evaluator import Evaluator, trained
from ..search.net import Net
from .reasons import BY_HAND, Adviser, Changed, Ranked, main_changes, seed_of

USUAL: Final = "expert"
"""The default level: it needs no clock."""

TEACHING: Final = ("master", "expert", BY_HAND)
"""The levels that give tips, the strongest first; the last is the fallback if none is offered."""


class TipAdviser(Adviser):
    """Gives tips by nets, where there are any. `nets`: loads the weights by the name of a game; `tries`: the
    search budget of *master* without a clock."""

    usual = USUAL

    def __init__(
        self, games: Games = GAMES, nets: Callable[[str], Net | None] = trained, tries: int = MAX_TRIES
    ) -> None:
        super().__init__(games)
        self._nets = nets
        self._levels: dict[str, Learnt | Master] = {
            BY_HAND: Learnt(0, games, lambda game: None),
            "expert": Learnt(0, games, nets),
            "master": Master(0, games, nets, tries),
        }
        self._judges: dict[str, Evaluator] = {}

    def ranked(self, document: Document, deadline: float, level: str = "", salt: int = 0) -> Ranked:
        mind = self._levels[level or self.usual]
        mind.reseed(seed_of(document) + salt)
        worths, shared = mind.worths(document, deadline)
        offers = sorted(worths, key=lambda offer: -worths[offer])
        found = [worths[offer] for offer in offers]
        return Ranked(offers, self._chances(document, found) if shared else found, shared)

    def _chances(self, document: Document, shares: Sequence[float]) -> list[float]:
        """The chance of winning for each of these shares."""
        table = document["public"]["table"]
        power = self._power(table["game"])
        return [chance(min(1.0, max(0.0, share)), table["seats"], power) for share in shares]

    def _power(self, game: str) -> float:
        net = self._nets(game)
        return net.power if net else 1.0

    def why(self, document: Document, best: Choice, other: Choice, deadline: float) -> list[Changed]:
        """What one choice changes compared with another."""
        table = document["public"]["table"]
        shared = self.shared(self._games[table["game"]], table["seats"])
        return main_changes(*self._changes(document, [best, other], shared, deadline))

    def reasons(self, document: Document, offers: Sequence[Choice]) -> list[list[Changed]]:
        """What the first of these choices changes in the position; then for each other choice, what the first
        changes compared with it."""
        table = document["public"]["table"]
        shared = self.shared(self._games[table["game"]], table["seats"])
        first, *others = self._changes(document, offers, shared, inf)
        return [main_changes(first, {}), *(main_changes(first, other) for other in others)]

    def prepares(
        self, document: Document, best: Choice, deadline: float
    ) -> tuple[list[Choice], list[Changed]]:
        """If a choice is no good by itself: the own choices that it prepares, and what all of it changes."""
        table = document["public"]["table"]
        shared = self.shared(self._games[table["game"]], table["seats"])
        prepared = self._prepared(document, best, shared, deadline)
        return prepared.choices, main_changes(prepared.change, {})

    def shared(self, engine: Engine, seats: int) -> bool:
        """Are chances of winning available for this game with this number of seats?"""
        net = self._nets(engine.name)
        return net is not None and net.suits(seats)

    def standing(self, engine: Engine, game: Any) -> list[float]:
        """The standing of each seat in an open game: its chance of winning, or its hand-made value."""
        seats = range(len(engine.scores(game)))
        shared = self.shared(engine, len(seats))
        found = [self.worths(engine, [game], seat, shared)[0] for seat in seats]
        return chances(found, self._power(engine.name)) if shared else found

    def worths(self, engine: Engine, games: Sequence[Any], seat: int, shared: bool) -> list[float]:
        if not shared:
            return super().worths(engine, games, seat, shared)
        if engine.name not in self._judges:
            self._judges[engine.name] = Evaluator(engine, self._nets(engine.name))
        return self._judges[engine.name].worth(games, seat)


def strongest(minds: Collection[str]) -> str:
    """The level that gives tips if people may ask for these minds."""
    return next((level for level in TEACHING if level in minds), TEACHING[-1])

"""The bots of tables without a server: a mind and a pace for each seat. Sans-I/O."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple

from bots.document import Document, options
from bots.explain.reasons import Adviser, TipContent
from bots.filler.failures import tell, tell_unmade
from bots.filler.lesson_script import of_lesson
from bots.filler.pace import Pace, Pause
from bots.mind import Mind, ask
from bots.minds.soft import BY_HAND
from bots.minds.whim import Whim
from server.games.kernel import Choice

LEVELS: Final = tuple(BY_HAND)
"""The levels that play here, weakest first."""

Seat = tuple[str, int]


class Planned(NamedTuple):
    """The answer to a question is due at this time."""

    number: int
    at: float


class Bots:
    """The bots of all tables of one hub. `draw(bits)` gives the seed of a mind."""

    def __init__(self, draw: Callable[[int], int], pause: Pause) -> None:
        self._draw, self._pause = draw, pause
        self._minds: dict[Seat, tuple[str, Mind]] = {}
        self._paces: dict[Seat, Pace] = {}
        self._planned: dict[Seat, Planned] = {}
        self._failures: list[tuple[str, str]] = []
        self._adviser = Adviser()
        self._tipless: set[tuple[str, int, int]] = set()

    def due(self, seat: Seat, document: Document, number: int, now: float) -> float:
        """When the question is to be answered, in ms by the clock of `now`."""
        planned = self._planned.get(seat)
        if planned is None or planned.number != number:
            pace = self._paces.setdefault(seat, Pace())
            pace.seen(document["public"], seat[1])
            planned = self._planned[seat] = Planned(number, now + 1000 * pace.seconds(self._pause))
        return planned.at

    def hurry(self, table: str, document: Document, now: float) -> None:
        """The person hurries the bots of a table."""
        for seat, pace in self._paces.items():
            if seat[0] == table and pace.hurry(document["public"]) and seat in self._planned:
                at = now + 1000 * pace.seconds(self._pause)
                self._planned[seat] = self._planned[seat]._replace(at=at)

    def choose(self, seat: Seat, level: str, document: Document) -> Choice:
        """The choice of the lesson's script, else of the level. If both fail, the choice is a random option,
        as a server's bots choose then: the game goes on, and `failures` names the level."""
        game = document["public"]["table"]["game"]
        mind = self._mind(seat, level, game)
        try:
            return of_lesson(document) or ask(mind, document, inf)
        except Exception as why:
            tell(type(mind).__name__, game, why)
            self._failures.append((level, game))
            offers = options(document)
            return offers[self._draw(32) % len(offers)]

    def _mind(self, seat: Seat, level: str, game: str) -> Mind:
        """The mind of a seat. One that can't be made is replaced by one that chooses at random."""
        known = self._minds.get(seat)
        if known is not None and known[0] == level:
            return known[1]
        try:
            mind = BY_HAND.get(level, BY_HAND["skilled"])(self._draw(64))
        except Exception:
            tell_unmade(level)
            self._failures.append((level, game))
            mind = Whim(self._draw(64))
        self._minds[seat] = level, mind
        return mind

    def advise(self, question: tuple[str, int, int], document: Document) -> TipContent | None:
        """The tip for a question of the person. None if that fails, and from then on."""
        try:
            return None if question in self._tipless else self._adviser.advice(document, inf)
        except Exception as why:
            tell("the adviser", document["public"]["table"]["game"], why)
            self._tipless.add(question)
            return None

    def failures(self) -> list[tuple[str, str]]:
        """The level and the game of each failure since the last call."""
        found, self._failures = self._failures, []
        return found

    def forget(self, table: str) -> None:
        """Nothing of a table is needed any more."""
        for known in (self._minds, self._paces, self._planned):
            for seat in [seat for seat in known if seat[0] == table]:
                del known[seat]

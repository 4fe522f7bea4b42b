"""Riddles: "what is best here?", with the answer of the strongest level.

One is a question with an answer that is clearly better than all others, and that a player who looks one step
ahead does not find. They are looked for in the logs of finished games, and asked by positions that somebody
writes (`server/games/positions.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Final, NamedTuple

from server.games.kernel import Choice, settle
from server.games.positions import laid_out, read

from .analysis import Watched, questions
from .document import Document, about_table, document_of, options
from .teaching import Ranked, Teacher

PLAIN: Final = "skilled"
"""The level that must not find the answer."""

SHARES: Final = 0.1
"""By so much chance of winning the answer is better than the next best; where a game tells of none, by
`POINTS` of its hand-made values."""
POINTS: Final = 1.5


class Riddle(NamedTuple):
    """A question, the options by their worth, and what a plain player chooses."""

    version: int
    """Of the log; 0 for a written position."""
    seat: int
    document: Document
    ranked: Ranked
    plain: Choice

    @property
    def lead(self) -> float:
        """By how much the answer is better than the next best."""
        return self.ranked.worths[0] - self.ranked.worths[1]

    def is_one(self) -> bool:
        """Is there one clear answer, and does a plain player miss it?"""
        least = SHARES if self.ranked.shared else POINTS
        return self.lead >= least and self.plain != self.ranked.offers[0]


def in_log(data: bytes, teacher: Teacher, level: str, watched: Watched = iter) -> Iterator[Riddle]:
    """The riddles in the bytes of a log, by their versions; its entries pass through `watched`, to be
    counted. Raises BadLog."""
    for version, document in questions(data, watched):
        if len(options(document)) > 2:
            riddle = _asked(version, document, teacher, level)
            if riddle.is_one():
                yield riddle


def in_text(text: str, teacher: Teacher, level: str) -> list[Riddle]:
    """What is best at the first questions of a written position, clear or not. Raises BadPosition."""
    it = laid_out(read(text))
    game: Any = it.game
    asks = settle(game)
    about = about_table(it.engine, game.options, [PLAIN] * it.seats)
    documents = [document_of(it.engine, game, asks, ask.seat, about) for ask in asks]
    return [_asked(0, one, teacher, level) for one in documents if len(options(one)) > 1]


def _asked(version: int, document: Document, teacher: Teacher, level: str) -> Riddle:
    plain = teacher.ranked(document, inf, PLAIN).offers[0]
    ranked = teacher.ranked(document, inf, level)
    return Riddle(version, document["mine"]["seat"], document, ranked, plain)

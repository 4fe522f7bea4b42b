"""Riddles: "what is best here?", with the answer of the strongest level.

A riddle is a question with one answer that is clearly better than all others, and that a player with one step
of lookahead misses. Riddles are found in logs of finished games, or asked about written positions
(`server/games/positions.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Final, NamedTuple

from server.games.kernel import Choice, settle
from server.games.positions import laid_out, read

from ..document import Document, about_table, document_of, options
from ..showing import Show, unseen
from .analysis import questions
from .reasons import Ranked
from .tips import TipAdviser

PLAIN: Final = "skilled"
"""The level that must miss the answer."""

MIN_WIN_CHANCE_AHEAD: Final = 0.1
"""The minimum lead of the answer over the next best, in chance of winning; for a game without chances,
`MIN_POINTS_AHEAD` in its hand-made values applies."""
MIN_POINTS_AHEAD: Final = 1.5


class Riddle(NamedTuple):
    """A question, its options by value, and the choice of a plain player."""

    version: int
    """Version of the log; 0 for a written position."""
    seat: int
    document: Document
    ranked: Ranked
    plain: Choice

    def is_one(self) -> bool:
        """Is there one clear answer that a plain player misses?"""
        least = MIN_WIN_CHANCE_AHEAD if self.ranked.shared else MIN_POINTS_AHEAD
        return self.ranked.lead >= least and self.plain != self.ranked.offers[0]


def in_log(data: bytes, teacher: TipAdviser, level: str, show: Show = unseen) -> Iterator[Riddle]:
    """The riddles in the bytes of a log, by version; `show` shows how many of its entries are done.
    Raises BadLog."""
    for version, document in questions(data, show):
        if len(options(document)) > 2:
            riddle = _asked(version, document, teacher, level)
            if riddle.is_one():
                yield riddle


def in_text(text: str, teacher: TipAdviser, level: str) -> list[Riddle]:
    """The best choices for the first questions of a written position, clear or not. Raises BadPosition."""
    it = laid_out(read(text))
    game: Any = it.game
    asks = settle(game)
    about = about_table(it.engine, game.options, [PLAIN] * it.seats)
    documents = [document_of(it.engine, game, asks, ask.seat, about) for ask in asks]
    return [_asked(0, one, teacher, level) for one in documents if len(options(one)) > 1]


def _asked(version: int, document: Document, teacher: TipAdviser, level: str) -> Riddle:
    plain = teacher.ranked(document, inf, PLAIN).offers[0]
    ranked = teacher.ranked(document, inf, level)
    return Riddle(version, document["mine"]["seat"], document, ranked, plain)

"""Analysis of a finished game from its log: the standing of each seat over time, and the most costly
decisions.

A decision is evaluated by *expert* from the document that the seat had, and from nothing else; also in games
whose tips come from *master*, since its search would take too long for all decisions of a game. The standing
of the seats is computed from the full game state, since it is open after the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from protocol.frames import Act, Undo
from server.games.engine import Engine
from server.games.kernel import Choice
from server.table.document import face, private, public
from server.table.log import play, read
from server.table.table import Table

from ..document import Document, options
from ..features import features_of
from ..showing import Show, unseen
from .reasons import Changed
from .tips import TipAdviser

MAX_COSTLY_DECISIONS: Final = 3
"""Reported decisions of a seat."""

MIN_WIN_CHANCE_LOST: Final = 0.005
"""Minimum loss in chance of winning of a costly decision: smaller differences may depend on which games were
imagined. For a game without chances, `MIN_POINTS_LOST` in its hand-made values applies."""
MIN_POINTS_LOST: Final = 0.2


class Decision(NamedTuple):
    """A choice, and the best alternative. `cost`: in chance of winning, or in the unit of the game's
    hand-made values."""

    version: int
    seat: int
    chosen: Choice
    best: Choice
    cost: float
    document: Document


class Costly(NamedTuple):
    """One of a seat's most costly decisions; `why`: what the best choice changes compared with the chosen
    one. `then` and `together` as in a tip: if the best choice is no good by itself, what it prepares."""

    decision: Decision
    why: list[Changed]
    then: list[Choice]
    together: list[Changed]


class AnalysedMoment(NamedTuple):
    """The standing of the seats at a version, before the first place was decided."""

    version: int
    standing: list[float]


class Analysis(NamedTuple):
    """The result for a log. `shared`: in chances of winning, since the game has weights."""

    engine: Engine
    names: list[str]
    shared: bool
    moments: list[AnalysedMoment]
    decisions: list[Decision]
    costly: list[list[Costly]]
    """By seat, the most costly first, without those below the minimum loss."""


def told_apart(names: list[str]) -> list[str]:
    """The names of the seats, with the seat's number where several have the same name, as bots of one level
    do."""
    return [f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]


def analysed(data: bytes, teacher: TipAdviser, show: Show = unseen) -> Analysis:
    """Analyse the log in the bytes of a file; `show` shows how many of its entries are done. Raises
    BadLog, a ValueError."""
    entries = read(data)
    tables = play(entries)
    table = next(tables)
    moments: list[AnalysedMoment] = []
    decisions: list[Decision] = []
    for entry in show(entries[1:], len(entries) - 1):
        what = entry.what
        made = _decision(table, what, teacher) if type(what) is Act else None
        table = next(tables)
        if type(what) is Undo:
            _take_back(decisions, what.seat)
        decisions += [made] if made else []
        if table.match is not None and isinstance(what, Act | Undo) and not _is_won(table):
            standing = teacher.standing(table.engine, table.match.game)
            moments.append(AnalysedMoment(table.version, standing))
    rows = table.state.seats
    shared = teacher.shared(table.engine, len(rows))
    worthy = [one for one in decisions if one.cost >= (MIN_WIN_CHANCE_LOST if shared else MIN_POINTS_LOST)]
    return Analysis(
        table.engine,
        told_apart([row.name or row.mind for row in rows]),
        shared,
        moments,
        decisions,
        [_costly(worthy, seat, teacher) for seat in range(len(rows))],
    )


def _is_won(table: Table) -> bool:
    """Is the first place decided? Then values are far outside the usual scale."""
    won = table.match is not None and features_of(table.engine).decided(table.match.game)
    return table.state.phase != "playing" or won


def seen_by(table: Table, seat: int) -> Document:
    """The document of a seat at a table, as received over the wire."""
    seen: Any = unpacked(packed({"public": public(table, face(table)), "mine": private(table, seat)}))
    document: Document = seen
    return document


def questions(data: bytes, show: Show = unseen) -> Iterator[tuple[int, Document]]:
    """The answered questions of a log: the version and the document of the asked seat. Raises BadLog, a
    ValueError."""
    entries = read(data)
    tables = play(entries)
    table = next(tables)
    for entry in show(entries[1:], len(entries) - 1):
        if type(entry.what) is Act:
            yield table.version, seen_by(table, entry.what.seat)
        table = next(tables)


def _decision(table: Table, what: Act, teacher: TipAdviser) -> Decision:
    """The evaluation of a choice before it is made. Every choice is recorded, since each may be undone; one
    without an alternative costs nothing."""
    document = seen_by(table, what.seat)
    chosen = Choice(what.verb, what.noun)
    if len(options(document)) < 2:
        return Decision(table.version, what.seat, chosen, chosen, 0.0, document)
    ranked = teacher.ranked(document, inf)
    if ranked.shared != teacher.shared(table.engine, len(table.state.seats)):
        return Decision(table.version, what.seat, chosen, chosen, 0.0, document)  # in another unit
    cost = ranked.worths[0] - ranked.worths[ranked.offers.index(chosen)]
    return Decision(table.version, what.seat, chosen, ranked.offers[0], cost, document)


def _take_back(decisions: list[Decision], seat: int) -> None:
    """Remove the seat's last decision (undo)."""
    last = next((n for n in reversed(range(len(decisions))) if decisions[n].seat == seat), None)
    if last is not None:
        del decisions[last]


def _costly(decisions: Sequence[Decision], seat: int, teacher: TipAdviser) -> list[Costly]:
    own = [one for one in decisions if one.seat == seat]
    own.sort(key=lambda one: -one.cost)
    return [_explained(one, teacher) for one in own[:MAX_COSTLY_DECISIONS]]


def _explained(one: Decision, teacher: TipAdviser) -> Costly:
    why = teacher.why(one.document, one.best, one.chosen, inf)
    return Costly(one, why, *teacher.prepares(one.document, one.best, inf))

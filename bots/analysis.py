"""A game that was played, looked at again from its log: how every seat stood, and which decisions cost most.

A decision is judged by what *expert* makes of the document that the seat had, and nothing else; also where
tips come from *master*, whose search would take too long for all decisions of a game. How the seats stood is
told from the game as it was, since all of it is open then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from protocol.frames import Act, Undo
from server.games.engine import Engine
from server.games.kernel import Choice
from server.table.document import face, private, public
from server.table.entries import Entry
from server.table.log import play, read
from server.table.table import Table

from .document import Document, options
from .learning.features import features_of
from .teaching import Changed, Teacher

Watched = Callable[[Sequence[Entry]], Iterable[Entry]]

COSTLY: Final = 3
"""Decisions of a seat that are told."""

SHARE: Final = 0.005
"""A costly decision is worse than the best by at least so much chance of winning: less may come of which
games were imagined. Where a game tells of no chances, by `POINTS` of its hand-made values."""
POINTS: Final = 0.2


class Decision(NamedTuple):
    """A choice, and what the best would have been. `cost`: in chance of winning, or in the unit of the game's
    hand-made values."""

    version: int
    seat: int
    chosen: Choice
    best: Choice
    cost: float
    document: Document


class Costly(NamedTuple):
    """One of a seat's most costly decisions; `why`: what the best changes of what was chosen. `then` and
    `together` as in a tip: where the best is no good for itself, what it prepares."""

    decision: Decision
    why: list[Changed]
    then: list[Choice]
    together: list[Changed]


class Moment(NamedTuple):
    """How the seats stood at a version, as long as nobody had won."""

    version: int
    standing: list[float]


class Analysis(NamedTuple):
    """What a log came to. `shared`: by chances of winning, since the game has weights."""

    engine: Engine
    names: list[str]
    shared: bool
    moments: list[Moment]
    decisions: list[Decision]
    costly: list[list[Costly]]
    """By seat, the most costly first; none that cost next to nothing."""


def told_apart(names: list[str]) -> list[str]:
    """Of several seats with one name, as three bots of a level, each has the number of its seat besides."""
    return [f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]


def analysed(data: bytes, teacher: Teacher, watched: Watched = iter) -> Analysis:
    """Look at the log in the bytes of a file; its entries pass through `watched`, to be counted. Raises
    BadLog, which is a ValueError."""
    entries = read(data)
    tables = play(entries)
    table = next(tables)
    moments: list[Moment] = []
    decisions: list[Decision] = []
    for entry in watched(entries[1:]):
        what = entry.what
        made = _decision(table, what, teacher) if type(what) is Act else None
        table = next(tables)
        if type(what) is Undo:
            _take_back(decisions, what.seat)
        decisions += [made] if made else []
        if table.match is not None and isinstance(what, Act | Undo) and not _is_won(table):
            standing = teacher.standing(table.engine, table.match.game)
            moments.append(Moment(table.version, standing))
    rows = table.state.seats
    shared = teacher.shared(table.engine, len(rows))
    worthy = [one for one in decisions if one.cost >= (SHARE if shared else POINTS)]
    return Analysis(
        table.engine,
        told_apart([row.name or row.mind for row in rows]),
        shared,
        moments,
        decisions,
        [_costly(worthy, seat, teacher) for seat in range(len(rows))],
    )


def _is_won(table: Table) -> bool:
    """Is the first place taken? What a position is worth then stands out of all scale."""
    won = table.match is not None and features_of(table.engine).decided(table.match.game)
    return table.state.phase != "playing" or won


def seen_by(table: Table, seat: int) -> Document:
    """What a seat of a table has before it, as the wire brings it."""
    seen: Any = unpacked(packed({"public": public(table, face(table)), "mine": private(table, seat)}))
    document: Document = seen
    return document


def questions(data: bytes, watched: Watched = iter) -> Iterator[tuple[int, Document]]:
    """The questions that were answered in the bytes of a log: the version and the document of who was asked.
    Raises BadLog, which is a ValueError."""
    entries = read(data)
    tables = play(entries)
    table = next(tables)
    for entry in watched(entries[1:]):
        if type(entry.what) is Act:
            yield table.version, seen_by(table, entry.what.seat)
        table = next(tables)


def _decision(table: Table, what: Act, teacher: Teacher) -> Decision:
    """What a seat is about to choose. Every one is noted, since each may be taken back; one without another
    option has cost nothing."""
    document = seen_by(table, what.seat)
    chosen = Choice(what.verb, what.noun)
    if len(options(document)) < 2:
        return Decision(table.version, what.seat, chosen, chosen, 0.0, document)
    ranked = teacher.ranked(document, inf)
    if ranked.shared != teacher.shared(table.engine, len(table.state.seats)):
        return Decision(table.version, what.seat, chosen, chosen, 0.0, document)  # told in another unit
    cost = ranked.worths[0] - ranked.worths[ranked.offers.index(chosen)]
    return Decision(table.version, what.seat, chosen, ranked.offers[0], cost, document)


def _take_back(decisions: list[Decision], seat: int) -> None:
    """The seat's last decision does not count."""
    last = next((n for n in reversed(range(len(decisions))) if decisions[n].seat == seat), None)
    if last is not None:
        del decisions[last]


def _costly(decisions: Sequence[Decision], seat: int, teacher: Teacher) -> list[Costly]:
    own = [one for one in decisions if one.seat == seat]
    own.sort(key=lambda one: -one.cost)
    return [_explained(one, teacher) for one in own[:COSTLY]]


def _explained(one: Decision, teacher: Teacher) -> Costly:
    why = teacher.why(one.document, one.best, one.chosen, inf)
    return Costly(one, why, *teacher.prepares(one.document, one.best, inf))

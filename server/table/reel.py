"""A finished game as a reel (replay): every document of every seat, the first in full, the others as patches.
Sans-I/O.

A reel reveals everything in the log, hands and secret included, so only finished games have one. It begins
with the first version that has a game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Raw

from protocol.codec import packed
from protocol.frames import WATCH
from server.games.catalogue import checked, engine_of
from server.games.engine import Engine, OptionsRefused
from server.games.unplayable import Named

from . import log, origins
from .entries import Entry, Made
from .log import BadLog, OtherRules
from .table import Table
from .viewers import Viewers

SECRET: Final = re.compile("[0-9a-fA-F]{64}")


class NotOver(BadLog):
    """The game of this log is not over; its players must not see all of it."""


def reel(entries: list[Entry], exact: bool = True) -> bytes:
    """The reel of a game, packed. Raises BadLog.

    `exact`: every recorded check value must match, and the dealing too; used for logs from untrusted sources.
    """
    if exact:
        possible(entries[0])
    taken = Taken()
    for table in log.in_full(entries, exact):
        _add(taken, table)
    if table.state.phase != "over":
        raise NotOver("not-over")
    return taken.packed(table)


def _add(taken: Taken, table: Table) -> None:
    """Add one version. Raises BadLog."""
    try:
        taken.add(table)
    except Exception as wrong:  # a log may contain anything
        raise BadLog("unshowable", version=table.version, why=wrong) from wrong


class Taken:
    """The part of a reel that was recorded so far."""

    def __init__(self) -> None:
        self.viewers: Viewers | None = None
        self.begins = 0
        self.first: tuple[bytes, list[bytes]] = (b"", [])
        self.deltas: list[tuple[int, Raw, list[Raw]]] = []

    def add(self, table: Table) -> None:
        """Record the table at its present version, which must be the next one."""
        if self.viewers is not None:
            delta = self.viewers.advance(table)
            mine = [Raw(delta.mine[seat]) for seat in _eyes(table)]
            self.deltas.append((table.state.at, Raw(delta.public), mine))
        elif table.match is not None:
            self.viewers = Viewers(table, every=sys.maxsize)
            for seat in _eyes(table):
                self.viewers.hint(table, seat)
            self.begins = table.version
            documents = self.viewers.mine
            self.first = packed(self.viewers.public), [packed(documents[seat]) for seat in _eyes(table)]

    def packed(self, table: Table) -> bytes:
        """The whole reel, as described in "Reels" of the protocol."""
        assert self.viewers is not None
        public, mine = self.first
        whole: dict[str, Any] = {
            "table": table.state.id,
            "version": self.begins,
            "words": self.viewers.words,
            "public": Raw(public),
            "mine": [Raw(part) for part in mine],
            "deltas": self.deltas,
        }
        return packed(whole)


def _eyes(table: Table) -> Iterable[int]:
    """The viewers in a reel: watchers first, then the seats."""
    return range(WATCH, len(table.state.seats))


def possible(first: Entry) -> None:
    """Raise BadLog for a table that no server would have made."""
    made = first.what
    assert type(made) is Made
    engine = engine_of(made.game, made.rules, made.digest)
    if engine is None:
        raise OtherRules("other-rules", game=made.game)
    try:
        _makeable(engine, made)
    except (BadLog, origins.BadOrigin) as wrong:
        raise BadLog("no-table", why=wrong) from wrong


def _makeable(engine: Engine, made: Made) -> None:
    """The checks of `possible`, for a known engine. Raises BadLog, BadOrigin."""
    if not SECRET.fullmatch(made.secret):
        raise BadLog("secret")
    if made.seats not in engine.seats:
        raise BadLog("seats", game=Named(engine.name), least=engine.seats[0], most=engine.seats[-1])
    try:
        checked(engine, made.options, made.seats)
    except OptionsRefused as wrong:
        raise BadLog("options", seats=made.seats) from wrong
    origins.possible(engine, made)

"""The log of a table: reading it from a file's bytes and replaying it from its first entry. Sans-I/O.

All replays use this code: a hub that loads a table or reads its history, the tool for a downloaded finished
game, and the check of a log against the commitments that were shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Raw

from protocol.frames import Reveal, Sit
from server.games.catalogue import engine_of
from server.games.unplayable import Unplayable

from . import dealing, resizing
from .entries import Entry, Made, Resized, decode_entry
from .log_texts import TEXTS
from .table import Table

FORMAT = "stammtisch log 1"


class BadLog(Unplayable):
    """The data is no log of a table, or the log is wrong; the message says why."""

    texts = TEXTS


class OtherRules(BadLog):
    """The table was made with rules or cards of its game that this version does not have."""


def written(entries: Sequence[bytes]) -> bytes:
    """Stored entries as a file."""
    return msgspec.msgpack.encode([FORMAT, *map(Raw, entries)])


def read(data: bytes) -> list[Entry]:
    """The entries in the bytes of a file. Raises BadLog."""
    try:
        form, *raw = msgspec.msgpack.decode(data, type=list[Raw])
        if msgspec.msgpack.decode(form) != FORMAT:
            raise BadLog("format", form=FORMAT)
        entries = [decode_entry(entry) for entry in raw]
    except BadLog:
        raise
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise BadLog("no-log") from wrong
    if not entries or type(entries[0].what) is not Made:
        raise BadLog("no-making")
    return entries


def play(entries: Iterable[Entry], exact: bool = True) -> Iterator[Table]:
    """Yield the table at each version, starting with that of the first entry. It is the same object each
    time.

    `exact`: every state must have the recorded check value. Raises BadLog if an entry can't be applied or
    gives another state, OtherRules if the rules or cards of the game are not available here.
    """
    later = iter(entries)
    table = _made(next(later))
    yield table
    yield from play_on(table, later, exact)


def play_on(table: Table, entries: Iterable[Entry], exact: bool = True) -> Iterator[Table]:
    """Like `play`, for a table in the middle of its log and the entries after its version."""
    for entry in entries:
        version = table.version + 1
        try:
            table.apply(entry)
            check = table.check() if exact else entry.check
        except Exception as wrong:  # a log may contain anything
            raise BadLog("unplayable", version=version, why=wrong.__cause__ or wrong) from wrong
        if check != entry.check:
            raise BadLog("state", version=version)
        yield table


def in_full(entries: Sequence[Entry], exact: bool) -> Iterator[Table]:
    """Like `play`, for a whole log; with `exact` it also checks that the parts of the random source came in
    order."""
    for table in play(entries, exact):
        yield table
        if exact and table.version < len(entries):
            in_order(table, entries[table.version])


def in_order(table: Table, entry: Entry) -> None:
    """Raise BadLog if a part of the random source was promised or revealed at the wrong time or breaks its
    promise, or if no server would have changed the number of seats so.

    `entry` is the next one after the table's version.
    """
    what, phase, version = entry.what, table.state.phase, table.version + 1
    if type(what) is Sit and phase != "open":
        raise BadLog("late-seat", version=version, seat=what.seat)
    if type(what) is Reveal and phase != "starting":
        raise BadLog("late-part", version=version, seat=what.seat)
    if type(what) is Reveal and not _is_kept(table, what):
        raise BadLog("other-part", version=version, seat=what.seat)
    if type(what) is Resized and not resizing.is_possible(table, what):
        raise BadLog("resized", version=version, seats=what.seats)


def _is_kept(table: Table, what: Reveal) -> bool:
    """Is there such a seat, and has it promised this part?"""
    rows = table.state.seats
    return 0 <= what.seat < len(rows) and dealing.keeps(rows[what.seat], what.luck)


def replayed(entries: Iterable[bytes], exact: bool = False) -> Table:
    """The table at the end of stored entries that begin with its creation. Raises like `play`."""
    return deque(play(map(decode_entry, entries), exact), maxlen=1)[0]


def is_playable(first: Entry) -> bool:
    """Does this version have the rules and cards that this entry made a table with?"""
    made = first.what
    return type(made) is Made and engine_of(made.game, made.rules, made.digest) is not None


def _made(first: Entry) -> Table:
    made = first.what
    if type(made) is not Made:
        raise BadLog("no-making")
    engine = engine_of(made.game, made.rules, made.digest)
    if engine is None:
        raise OtherRules("other-rules", game=made.game)
    try:
        return Table.make(engine, first)
    except Exception as wrong:
        raise BadLog("no-table", why=wrong) from wrong

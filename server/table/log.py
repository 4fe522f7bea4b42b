"""The log of a table: read from a file's bytes, and played again from its first entry. Sans-I/O.

Everybody who plays a log does it here: a hub that looks back or loads a table, whoever downloaded a finished
game, and who holds what was told against it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Raw

from protocol.frames import Reveal, Sit
from server.games.catalogue import engine_of
from server.games.unplayable import Unplayable

from . import dealing
from .entries import Entry, Made, decode_entry
from .log_texts import TEXTS
from .table import Table

FORMAT = "stammtisch log 1"


class BadLog(Unplayable):
    """This is no log of a table, or not a true one; the sentence says what is wrong."""

    texts = TEXTS


class OtherRules(BadLog):
    """The table was made with other rules or cards of its game than are here."""


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
    """The table at each version, the same one again and again; at least one, that of the first entry.

    `exact`: every state must be the one that was recorded. Raises BadLog where something can't be played or
    comes out otherwise, OtherRules where none of it can be played here.
    """
    later = iter(entries)
    table = _made(next(later))
    yield table
    yield from play_on(table, later, exact)


def play_on(table: Table, entries: Iterable[Entry], exact: bool = True) -> Iterator[Table]:
    """The same from a table in the middle of its log, with the entries after its version."""
    for entry in entries:
        try:
            table.apply(entry)
        except Exception as wrong:  # a log may hold anything
            why = wrong.__cause__ or wrong
            raise BadLog("unplayable", version=table.version + 1, why=why) from wrong
        if exact and table.check() != entry.check:
            raise BadLog("state", version=table.version)
        yield table


def in_full(entries: Sequence[Entry], exact: bool) -> Iterator[Table]:
    """The same of a whole log; with `exact` every part of the chance must also have come in its turn."""
    for table in play(entries, exact):
        yield table
        if exact and table.version < len(entries):
            in_order(table, entries[table.version])


def in_order(table: Table, entry: Entry) -> None:
    """Raise BadLog where a part of the chance was promised or told when it must not be, or is another.

    `entry` is the one that follows on the table's version.
    """
    what, phase, version = entry.what, table.state.phase, table.version + 1
    if type(what) is Sit and phase != "open":
        raise BadLog("late-seat", version=version, seat=what.seat)
    if type(what) is Reveal and phase != "starting":
        raise BadLog("late-part", version=version, seat=what.seat)
    if type(what) is Reveal and not dealing.keeps(table.state.seats[what.seat], what.luck):
        raise BadLog("other-part", version=version, seat=what.seat)


def replayed(entries: Iterable[bytes], exact: bool = False) -> Table:
    """The table at the end of stored entries, the first of them its making. Raises as `play`."""
    return deque(play(map(decode_entry, entries), exact), maxlen=1)[0]


def is_playable(first: Entry) -> bool:
    """Are the rules and cards here with which this entry has made a table?"""
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

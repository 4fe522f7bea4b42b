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

from . import dealing
from .entries import Entry, Made, decode_entry
from .table import Table

FORMAT = "stammtisch log 1"


class BadLog(ValueError):
    """This is no log of a table, or not a true one; the message says what is wrong."""


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
            raise BadLog(f"it is not a {FORMAT}")
        entries = [decode_entry(entry) for entry in raw]
    except BadLog:
        raise
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise BadLog("it is no log of a game, or not a whole one") from wrong
    if not entries or type(entries[0].what) is not Made:
        raise BadLog("it does not begin with the making of a table")
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
            raise BadLog(f"version {table.version + 1} can't be played: {why}") from wrong
        if exact and table.check() != entry.check:
            raise BadLog(f"version {table.version}: the state is another than was recorded")
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
        raise BadLog(f"version {version}: seat {what.seat} was taken after the start")
    if type(what) is Reveal and phase != "starting":
        raise BadLog(f"version {version}: seat {what.seat} told its part of the chance out of turn")
    if type(what) is Reveal and not dealing.keeps(table.state.seats[what.seat], what.luck):
        raise BadLog(f"version {version}: seat {what.seat} told another part than it has promised")


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
        raise BadLog("it does not begin with the making of a table")
    engine = engine_of(made.game, made.rules, made.digest)
    if engine is None:
        raise OtherRules(f"the table was made with other rules or cards of {made.game!r} than are here")
    try:
        return Table.make(engine, first)
    except Exception as wrong:
        raise BadLog(f"such a table can't be made: {wrong}") from wrong

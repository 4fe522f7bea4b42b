"""Export tables from one Redis to a file, and import them into another. The versions stay the same.

The file begins with one line that identifies it. Records follow, each with its length in front. The last
record has their count and the hash of everything before it, so that a truncated file is detected. The file
contains every hand and every deck: only its owner may read it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, NamedTuple

import msgspec
from msgspec import Meta, msgpack

from server.games.catalogue import engine_of
from server.moderation.orders import LOCK, SILENCE
from server.store.migration import KeptBook, KeptGroup, Mover, StoredMark, StoredTable
from server.table import origins
from server.table.entries import Made, decode_entry, decode_state

BEGIN: Final = b"stammtisch export 1\n"

TABLE, ONCE, BOOK, GROUP, REPORT = "table", "once", "book", "group", "report"
ADMIN_RECORDS, TIME, END = "house", "time", "end"
"""The kinds of records."""


class KeptReport(NamedTuple):
    """A report to the operator."""

    name: str
    report: bytes


class KeptAdminRecords(NamedTuple):
    """The operator's orders and the audit log; `end` as in `Rows`."""

    orders: dict[str, bytes]
    rows: list[bytes]
    end: bytes = b""


class KeptTime(NamedTuple):
    """Cluster time in ms; the tables' deadlines refer to it."""

    at: Annotated[int, Meta(ge=1, le=2**53)]


KEPT: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    TABLE: StoredTable,
    ONCE: StoredMark,
    BOOK: KeptBook,
    GROUP: KeptGroup,
    REPORT: KeptReport,
    ADMIN_RECORDS: KeptAdminRecords,
    TIME: KeptTime,
}
"""The types of a record's values, by its kind."""

LASTING: Final = (f"{SILENCE} ", f"{LOCK} ")
"""Prefixes of orders that apply wherever the tables are."""


REPORTED: Final = tuple[int, str, str, str, str, str, str, str, list[tuple[int, str, str, str]]]
"""The fields of a report, see `live/reporting.py`."""


class BadFile(Exception):
    """The file can't be used; the message is one line with the reason."""


class Moved(NamedTuple):
    """The result of an export or import."""

    tables: int
    missing: list[str]
    """Requested tables that were not found."""
    others: list[str] = []
    """Tables that were not written, since different ones with their names exist."""
    unbounded: list[str] = []
    """Tables that were not written, since their games hold numbers out of bounds."""


class Writer:
    """Writes records to a temporary file, which gets its final name when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._hash = sha256()
        self._records = 0

    def __enter__(self) -> Writer:
        file = os.open(self._part, os.O_CREAT | os.O_WRONLY, 0o600)
        self._file: BinaryIO = os.fdopen(file, "wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(file), self._part.stat()):
                raise FileNotFoundError
        except OSError as wrong:
            self._file.close()
            raise BadFile(f"Another export writes to {self._path} just now.") from wrong
        os.ftruncate(file, 0)  # a killed export may have left a part
        self._put(BEGIN)
        return self

    def record(self, kind: str, *values: Any) -> None:
        data = msgpack.encode([kind, *values])
        self._put(len(data).to_bytes(4, "big") + data)
        self._records += 1

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            self.record(END, self._records, self._hash.digest())
            self._file.flush()
            os.fsync(self._file.fileno())
        if kind is None:
            self._part.rename(self._path)
        else:
            self._part.unlink()
        self._file.close()  # another export may write from here on


def records(path: Path) -> Iterator[list[Any]]:
    """The records of a file. Raises BadFile, for a wrong hash only at the end, and OSError."""
    hash_, count = sha256(BEGIN), 0
    with path.open("rb") as file:
        if file.read(len(BEGIN)) != BEGIN:
            raise BadFile(f"{path} is no export of tables.")
        while size := file.read(4):
            data = file.read(int.from_bytes(size, "big"))
            try:
                kind, *values = _record(data)
            except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
                raise BadFile(f"{path} is damaged after {count} records.") from wrong
            if kind == END:
                if values != [count, hash_.digest()] or file.read(1):
                    raise BadFile(f"{path} is damaged: its hash is another.")
                return
            hash_.update(size + data)
            count += 1
            yield [kind, *values]
    raise BadFile(f"{path} ends in the middle, after {count} records.")


def _record(data: bytes) -> list[Any]:
    """A record: its kind and its values. Raises MsgspecError, ValueError, RecursionError."""
    kind, *values = msgpack.decode(data, type=list[Any])
    kept = KEPT.get(msgspec.convert(kind, str))
    if kept is not None:
        values = msgspec.convert(values, kept)
        _look_into(values)
    return [kind, *values]


def _look_into(values: Any) -> None:
    """Check the data that all hubs or the operator read at once, since the file may come from anyone. With
    one invalid summary no hub could start; with one invalid order or report, none could be listed. Raises
    MsgspecError."""
    match values:
        case StoredTable(summary=summary) if summary:
            msgpack.decode(summary, type=dict[str, Any])
        case KeptAdminRecords(orders=orders):
            for until in orders.values():
                msgpack.decode(until, type=int)
        case KeptReport(report=report):
            msgpack.decode(report, type=REPORTED)


async def take_out(mover: Mover, path: Path, only: Collection[str] = ()) -> Moved:
    """Export all tables, or those named."""
    names = list(only) if only else [table async for table in mover.tables()]
    written, missing = set(), []
    with Writer(path) as writer:
        for table in names:
            kept = await mover.read(table)
            if kept is None:
                missing.append(table)
            else:
                writer.record(TABLE, *kept)
                written.add(table)
        async for one in mover.remembered():
            if one.value in written:
                writer.record(ONCE, *one)
        if (time := await mover.cluster_time()) is not None:
            writer.record(TIME, time)
        if not only:
            await _take_out_rest(mover, writer)
    return Moved(len(written), missing if only else [])  # unnamed ones have expired meanwhile


async def _take_out_rest(mover: Mover, writer: Writer) -> None:
    """Export what belongs to no table: people's books and groups, their reports, and the operator's silence
    and lock orders with the audit log. Drain orders and queries are left out."""
    async for book in mover.books():
        writer.record(BOOK, *book)
    async for group in mover.groups():
        writer.record(GROUP, *group)
    for name, report in (await mover.admin_records.reports()).items():
        writer.record(REPORT, name, report)
    orders = {
        key: value for key, value in (await mover.admin_records.orders()).items() if key.startswith(LASTING)
    }
    writer.record(ADMIN_RECORDS, orders, *await mover.admin_records.rows())


def check(path: Path) -> None:
    """Read a file to its end. Raises BadFile if it is not complete, and OSError."""
    for _ in records(path):
        pass


async def put_in(mover: Mover, path: Path, only: Collection[str] = ()) -> Moved:
    """Import all tables of a file, or those named. Writes nothing if the file is not complete. Can be
    repeated safely. Raises BadFile, OSError."""
    check(path)
    found, others, unbounded, count = set(), [], [], 0
    for kind, *values in records(path):
        if kind == TABLE:
            kept = StoredTable(*values)
            if only and kept.table not in only:
                continue
            found.add(kept.table)
            if not is_bounded(kept):
                unbounded.append(kept.table)
            elif await mover.write(kept):
                count += 1
            else:
                others.append(kept.table)
        elif kind == TIME:
            await mover.begin_cluster_time(*values)
        elif kind == ONCE and (one := StoredMark(*values)).value in found:
            await mover.remember(one)
        elif not only:
            await _put_in_rest(mover, kind, values)
    return Moved(count, sorted(set(only) - found), others, unbounded)


def is_bounded(kept: StoredTable) -> bool:
    """Are the numbers of a table's games within bounds? True if the game is not installed here."""
    try:
        made = decode_entry(kept.entries[0]).what if kept.entries else None
        engine = engine_of(made.game, made.rules, made.digest) if type(made) is Made else None
        if engine is None:
            return True  # no hub here can play it
        assert type(made) is Made
        match = decode_state(kept.snapshot).match if kept.snapshot else None
        for game in (made.origin.game if made.origin else b"", *((match.game, match.base) if match else ())):
            if game:
                origins.brought(engine, game)
    except origins.BadOrigin:
        return False
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return True  # nor this one
    return True


async def _put_in_rest(mover: Mover, kind: str, values: list[Any]) -> None:
    """Import what belongs to no table, unless it exists already."""
    if kind == BOOK:
        await mover.write_book(KeptBook(*values))
    elif kind == GROUP:
        await mover.write_group(KeptGroup(*values))
    elif kind == REPORT:
        await mover.admin_records.keep_report(*values)
    elif kind == ADMIN_RECORDS:
        orders, *log = values
        await mover.admin_records.settle({it: orders[it] for it in orders if it.startswith(LASTING)}, *log)

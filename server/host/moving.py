"""Tables in a file: written from one Redis, read into another. Versions stay as they are.

The file is one line that says what it is, then records, each with its length in front. The last one counts
them and has the hash of all that stands before it, so that a file that was cut off is known as such. It
holds every hand and every deck: it is its owner's alone.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
from msgspec import msgpack

from server.hub.orders import LOCK, SILENCE
from server.store.moving import Kept, KeptBook, KeptGroup, Mover, Remembered

BEGIN: Final = b"stammtisch export 1\n"

TABLE, ONCE, BOOK, GROUP, REPORT, HOUSE, END = "table", "once", "book", "group", "report", "house", "end"
"""The kinds of records."""


class KeptReport(NamedTuple):
    """What somebody has told the host."""

    name: str
    report: bytes


class KeptHouse(NamedTuple):
    """What the host has ordered, and the log of that; its end as `Rows` has it."""

    orders: dict[str, bytes]
    rows: list[bytes]
    end: bytes = b""


KEPT: Final[Mapping[str, type[tuple[Any, ...]]]] = {
    TABLE: Kept,
    ONCE: Remembered,
    BOOK: KeptBook,
    GROUP: KeptGroup,
    REPORT: KeptReport,
    HOUSE: KeptHouse,
}
"""What the values of a record are, by its kind."""

LASTING: Final = (f"{SILENCE} ", f"{LOCK} ")
"""How the orders begin that hold wherever the tables are."""


REPORTED: Final = tuple[int, str, str, str, str, str, str, str, list[tuple[int, str, str, str]]]
"""What a report holds, see `hub/reporting.py`."""


class BadFile(Exception):
    """The file can't be used; the message is one line that says why."""


class Moved(NamedTuple):
    """What became of it."""

    tables: int
    missing: list[str]
    """Tables that were asked for, and are not there."""
    others: list[str] = []
    """Tables that were not written, since others of their name are there."""


class Writer:
    """Writes records; the file has its name only once it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._hash = sha256()
        self._records = 0

    def __enter__(self) -> Writer:
        file = os.open(self._part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        self._file: BinaryIO = os.fdopen(file, "wb")
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
        self._file.close()
        if kind is None:
            self._part.rename(self._path)
        else:
            self._part.unlink()


def records(path: Path) -> Iterator[list[Any]]:
    """The records of a file. Raises BadFile, at the latest at its end; OSError."""
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
    """Is what all hubs read at once, or the host, what it should be? A file may be anybody's: with one table
    that the lobby can't name no hub would start, with one order or report none could be looked at any more.
    Raises MsgspecError."""
    match values:
        case Kept(summary=summary) if summary:
            msgpack.decode(summary, type=dict[str, Any])
        case KeptHouse(orders=orders):
            for until in orders.values():
                msgpack.decode(until, type=int)
        case KeptReport(report=report):
            msgpack.decode(report, type=REPORTED)


async def take_out(mover: Mover, path: Path, only: Collection[str] = ()) -> Moved:
    """Write all tables to a file, or those that are named."""
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
        if not only:
            await _take_out_rest(mover, writer)
    return Moved(len(written), missing if only else [])  # else they have expired meanwhile


async def _take_out_rest(mover: Mover, writer: Writer) -> None:
    """What belongs to no table: books and groups of people, what they have reported, and whom the host has
    silenced or locked out, with the log of that. Where hubs are to drain or what they are asked stays."""
    async for book in mover.books():
        writer.record(BOOK, *book)
    async for group in mover.groups():
        writer.record(GROUP, *group)
    for name, report in (await mover.house.reports()).items():
        writer.record(REPORT, name, report)
    orders = {key: value for key, value in (await mover.house.orders()).items() if key.startswith(LASTING)}
    writer.record(HOUSE, orders, *await mover.house.rows())


def check(path: Path) -> None:
    """Read a file to its end. Raises BadFile where it is not whole; OSError."""
    for _ in records(path):
        pass


async def put_in(mover: Mover, path: Path, only: Collection[str] = ()) -> Moved:
    """Read tables from a file: all, or those that are named. Nothing is written of a file that is not whole.
    Doing it again does no harm. Raises BadFile, OSError."""
    check(path)
    found, others, count = set(), [], 0
    for kind, *values in records(path):
        if kind == TABLE:
            kept = Kept(*values)
            if only and kept.table not in only:
                continue
            found.add(kept.table)
            if await mover.write(kept):
                count += 1
            else:
                others.append(kept.table)
        elif kind == ONCE and (one := Remembered(*values)).value in found:
            await mover.remember(one)
        elif not only:
            await _put_in_rest(mover, kind, values)
    return Moved(count, sorted(set(only) - found), others)


async def _put_in_rest(mover: Mover, kind: str, values: list[Any]) -> None:
    """Write what belongs to no table, where it is not there yet."""
    if kind == BOOK:
        await mover.write_book(KeptBook(*values))
    elif kind == GROUP:
        await mover.write_group(KeptGroup(*values))
    elif kind == REPORT:
        await mover.house.keep_report(*values)
    elif kind == HOUSE:
        orders, *log = values
        await mover.house.settle({it: orders[it] for it in orders if it.startswith(LASTING)}, *log)

"""What is true: every table as its log on the engine's disk says, version by version, for every seat.

It sees the engines' writes as they happen, plays every entry by itself, and keeps what each seat may know at
each version. What clients hold is compared with that, and what was acknowledged is looked for there.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from bots.load.judge.truth import difference
from protocol.codec import packed, unpacked
from protocol.document import Document
from protocol.frames import WATCH, Said
from server.games import GAMES
from server.table.document import face, private, public
from server.table.entries import Entry, Made, Unrevealed, decode_entry
from server.table.log import play
from server.table.table import Table

from .engine.keyspace import Effect

_canonical = msgspec.msgpack.Encoder(order="sorted").encode


class Broken(AssertionError):
    """Something is not as it must be."""


Place = tuple[int, int]
"""Which engine has written something, and the length of its journal then."""

Kept = Callable[[Place], bool]
"""Can it be lost no more?"""


class Version(NamedTuple):
    """One version of a table."""

    place: Place
    """Where it was written first. When its slot moves to another engine, it is safe at both."""
    public: int
    mine: dict[int, int]
    """By seat; sums of the canonical bytes."""
    people: dict[int, tuple[str, ...]]
    """By seat: who may look from there."""


class TrueTable:
    """One table, from its log alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: list[bytes] = []
        self.versions: list[Version] = []
        self.by: dict[tuple[str, int], int] = {}
        """By person and id of a change: the version that it made."""
        self.late = False
        """Has the game begun without something that was promised?"""
        self.table: Table

    def append(self, data: bytes, place: Place) -> None:
        """One more entry has been written."""
        entry = decode_entry(data)
        if self.entries:
            self.table.apply(entry)
        else:
            if type(entry.what) is not Made:
                raise Broken(f"table {self.name} begins with {type(entry.what).__name__}")
            self.table = Table.make(GAMES[entry.what.game], entry)
        if self.table.check() != entry.check:
            raise Broken(f"table {self.name}, version {self.table.version}: its log says another state")
        self.late = self.late or (type(entry.what) is Unrevealed and bool(entry.what.seats))
        self.entries.append(data)
        self._once(entry)
        self.versions.append(_version(self.table, place))

    def _once(self, entry: Entry) -> None:
        change = getattr(entry.what, "id", 0)
        if change and entry.by:
            if (entry.by, change) in self.by:
                what = f"{type(entry.what).__name__} {change} of {entry.by}"
                raise Broken(f"table {self.name}: {what} has happened twice, at {len(self.entries)}")
            self.by[entry.by, change] = len(self.entries)

    def cut(self, place: Place) -> None:
        """What this engine has written after this place is gone."""
        versions = zip(self.entries, self.versions, strict=True)
        kept = [data for data, at in versions if not _after(at.place, place)]
        if len(kept) < len(self.entries):
            places = [version.place for version in self.versions]
            self.entries, self.versions, self.by = [], [], {}
            for data, at in zip(kept, places, strict=False):
                self.append(data, at)

    def document(self, version: int, seat: int) -> Document:
        """What a seat may know of a version."""
        for table in play(map(decode_entry, self.entries[:version])):
            last = table
        found: Document = unpacked(packed({"public": public(last, face(last)), "mine": private(last, seat)}))
        return found


def _after(at: Place, place: Place) -> bool:
    return at[0] == place[0] and at[1] > place[1]


def _version(table: Table, place: Place) -> Version:
    seats = range(len(table.state.seats))
    return Version(
        place,
        total(public(table, face(table))),
        {seat: total(private(table, seat)) for seat in (*seats, WATCH)},
        {seat: tuple({row.person, row.bot}) for seat, row in enumerate(table.state.seats)},
    )


def total(part: Any) -> int:
    """A sum that two parts of documents share if they say the same."""
    return zlib.crc32(_canonical(part))


class Truth:
    """All tables."""

    def __init__(self) -> None:
        self.tables: dict[str, TrueTable] = {}
        self.places: Counter[int] = Counter()
        """By engine: the length of its journal."""
        self.lines: dict[tuple[str, str, str, int], Place] = {}
        """What was said, by table, person, text and time; the place at which it was written."""

    def stored(self, engine: int, effect: Effect) -> None:
        """An engine has written something down."""
        self.places[engine] += 1
        place = engine, self.places[engine]
        if effect[0] == b"RPUSH" and effect[1].endswith(b":log"):
            name = effect[1][3:-5].decode()
            table = self.tables.get(name)
            if table is None:
                table = self.tables[name] = TrueTable(name)
            for data in effect[2:]:
                table.append(data, place)
        elif effect[0] == b"RPUSH" and effect[1].endswith(b":chat"):
            for data in effect[2:]:
                _, person, _, _, text, at, *_ = unpacked(data)
                self.lines[effect[1][3:-6].decode(), person, text, at] = place

    def back_to(self, engine: int, count: int) -> None:
        """So much of what an engine has written is left."""
        self.places[engine] = count
        place = engine, count
        self.lines = {line: at for line, at in self.lines.items() if not _after(at, place)}
        for table in list(self.tables.values()):
            table.cut(place)
            if not table.entries:
                del self.tables[table.name]

    # -- what must hold ------------------------------------------------------------------------------

    def holds(self, who: str, person: str, seen: Any, kept: Kept) -> None:
        """What somebody sees of a table is stored, theirs to see, and true. Raises Broken."""
        table = self.tables.get(seen.table)
        has = len(table.versions) if table is not None else 0
        if table is None or not 0 < seen.version <= has:
            raise Broken(f"{who} sees version {seen.version} of table {seen.table}, which has {has}")
        version = table.versions[seen.version - 1]
        if not kept(version.place):
            raise Broken(f"{who} sees version {seen.version} of table {seen.table} before it is stored")
        if seen.seat != WATCH and person not in version.people.get(seen.seat, ()):
            raise Broken(f"{who} sees table {seen.table} from seat {seen.seat}, which is another's")
        document = seen.document
        if (total(document["public"]), total(document["mine"])) != (version.public, version.mine[seen.seat]):
            may = table.document(seen.version, seen.seat)
            where = f"table {seen.table}, version {seen.version}, seat {seen.seat}"
            raise Broken(f"{who}, {where}: {difference('', document, may)}")

    def acknowledged(self, who: str, person: str, table: str, change: int, kept: Kept) -> None:
        """What somebody was told is done lies on the disk. Raises Broken."""
        found = self.tables.get(table)
        version = found.by.get((person, change)) if found is not None else None
        if found is None or version is None or not kept(found.versions[version - 1].place):
            raise Broken(f"{who} was told that {change} at table {table} is done, but it is not stored")

    def said(self, who: str, line: Said, kept: Kept) -> None:
        """A line that somebody was told lies on the disk. Raises Broken."""
        place = self.lines.get((line.table, line.person, line.text, line.at))
        if place is None or not kept(place):
            raise Broken(f"{who} was told at table {line.table} that {line.text} before it is stored")

    def late(self) -> bool:
        """Has a game begun without something that was promised? Whoever has promised it may complain."""
        return any(table.late for table in self.tables.values())

    def versions(self) -> int:
        """Of all tables together."""
        return sum(len(table.versions) for table in self.tables.values())

    def over(self) -> int:
        """Tables whose game is over."""
        return sum(table.table.state.phase == "over" for table in self.tables.values())

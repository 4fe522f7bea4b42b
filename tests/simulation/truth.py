"""The true state: every table according to its log on the engine's disk, for each version and seat.

It receives the engines' writes as they happen, applies every entry independently, and records what each seat
may know at each version. Clients' documents are compared with that, and acknowledged changes are looked up
there.
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
from protocol.frames import WATCH, Said, Say
from server.games import GAMES
from server.table.document import face, private, public
from server.table.entries import Entry, Made, Unrevealed, decode_entry
from server.table.log import play
from server.table.table import Table

from .engine.keyspace import Effect

_canonical = msgspec.msgpack.Encoder(order="sorted").encode


class Broken(AssertionError):
    """A violation of an invariant."""


Place = tuple[int, int]
"""The engine that has written something, and the length of its journal after that."""

Kept = Callable[[Place], bool]
"""Is a write at this place safe from loss?"""


Watch = Callable[[Table, Entry, list[int], list[int]], None]
"""Called with a table that an entry has just changed: the asked seats and the clocks are those before it."""


class Version(NamedTuple):
    """One version of a table."""

    place: Place
    """Where it was written first. When its slot moves to another engine, it is safe at both."""
    public: int
    mine: dict[int, int]
    """By seat; checksums of the canonical bytes."""
    people: dict[int, tuple[str, ...]]
    """By seat: the people who may see that seat's view."""


class Line(NamedTuple):
    """A chat line."""

    place: Place
    """Where it was written."""
    text: str
    at: int


class TrueTable:
    """One table, computed from its log alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: list[bytes] = []
        self.versions: list[Version] = []
        self.by: dict[tuple[str, int], int] = {}
        """By person and id of a change: the version that it made."""
        self.late = False
        """Has the game started without a client's random contribution?"""
        self.table: Table

    def append(self, data: bytes, place: Place, watch: Watch | None = None) -> None:
        """Append an entry that was written; `watch` is called with it."""
        entry = decode_entry(data)
        asked, left = list[int](), list[int]()
        if self.entries:
            asked, left = self.table.asked(), self.table.state.left
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
        if watch is not None:
            watch(self.table, entry, asked, left)

    def _once(self, entry: Entry) -> None:
        change = getattr(entry.what, "id", 0)
        if change and entry.by:
            if (entry.by, change) in self.by:
                what = f"{type(entry.what).__name__} {change} of {entry.by}"
                raise Broken(f"table {self.name}: {what} has happened twice, at {len(self.entries)}")
            self.by[entry.by, change] = len(self.entries)

    def cut(self, place: Place) -> None:
        """Remove everything that this engine has written after this place."""
        versions = zip(self.entries, self.versions, strict=True)
        kept = [data for data, at in versions if not _after(at.place, place)]
        if len(kept) < len(self.entries):
            places = [version.place for version in self.versions]
            self.entries, self.versions, self.by = [], [], {}
            for data, at in zip(kept, places, strict=False):
                self.append(data, at)

    def document(self, version: int, seat: int) -> Document:
        """The document of a seat at a version."""
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
    """A checksum of a part of a document's canonical bytes."""
    return zlib.crc32(_canonical(part))


class Truth:
    """All tables. `watch` is called with every entry once it is applied."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.tables: dict[str, TrueTable] = {}
        self.places: Counter[int] = Counter()
        """By engine: the length of its journal."""
        self.lines: dict[tuple[str, str, int], Line] = {}
        """Chat lines by table, person and id, also those that were removed above the limit."""

    def stored(self, engine: int, effect: Effect) -> None:
        """An engine has written an effect."""
        self.places[engine] += 1
        place = engine, self.places[engine]
        if effect[0] == b"RPUSH" and effect[1].endswith(b":log"):
            name = effect[1][3:-5].decode()
            table = self.tables.get(name)
            if table is None:
                table = self.tables[name] = TrueTable(name)
            for data in effect[2:]:
                table.append(data, place, self._watch)
        elif effect[0] == b"RPUSH" and effect[1].endswith(b":chat"):
            for data in effect[2:]:
                self._say(effect[1][3:-6].decode(), data, place)

    def _say(self, table: str, data: bytes, place: Place) -> None:
        _, person, change, _, text, at, *_ = unpacked(data)
        if (table, person, change) in self.lines:
            raise Broken(f"table {table}: {person} has said {change} twice: {text}")
        self.lines[table, person, change] = Line(place, text, at)

    def back_to(self, engine: int, count: int) -> None:
        """Only `count` effects of an engine are left."""
        self.places[engine] = count
        place = engine, count
        self.lines = {line: at for line, at in self.lines.items() if not _after(at.place, place)}
        for table in list(self.tables.values()):
            table.cut(place)
            if not table.entries:
                del self.tables[table.name]

    # -- invariants --------------------------------------------------------------------------------

    def holds(self, who: str, person: str, seen: Any, kept: Kept) -> None:
        """A client's view of a table is stored, permitted and true. Raises Broken."""
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
        """An acknowledged change is on the disk. Raises Broken."""
        found = self.tables.get(table)
        version = found.by.get((person, change)) if found is not None else None
        if found is None or version is None or not kept(found.versions[version - 1].place):
            raise Broken(f"{who} was told that {change} at table {table} is done, but it is not stored")

    def said(self, who: str, line: Said, kept: Kept) -> None:
        """A broadcast chat line is on the disk. Raises Broken."""
        of = (line.table, line.person, line.text, line.at)
        stored = (
            it.place for (table, person, _), it in self.lines.items() if (table, person, it.text, it.at) == of
        )
        if not any(map(kept, stored)):
            raise Broken(f"{who} was told at table {line.table} that {line.text} before it is stored")

    def spoken(self, who: str, person: str, line: Say, kept: Kept) -> None:
        """An acknowledged chat line is on the disk, or was until the table had too many. Raises Broken."""
        stored = self.lines.get((line.table, person, line.id))
        if stored is None or stored.text != line.text or not kept(stored.place):
            raise Broken(f"{who} was told that {line.text} at table {line.table} is kept, but it is not")

    def late(self) -> bool:
        """Has a game started without a promised random contribution? Its client may then log a warning."""
        return any(table.late for table in self.tables.values())

    def versions(self) -> int:
        """The number of versions of all tables."""
        return sum(len(table.versions) for table in self.tables.values())

    def over(self) -> int:
        """Tables whose game is over."""
        return sum(table.table.state.phase == "over" for table in self.tables.values())

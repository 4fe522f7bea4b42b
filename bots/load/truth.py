"""Was every seat told exactly what it may know? Held against the engine, version by version, after the game.

The log of a finished game has the secret in it, so the whole game can be played again here, and at each
version there is no doubt what each seat and each watcher may see. What they were told is patched together
anew from the frames that they took over, and has to be that, to the last byte of its canonical form.

This is the only part of the bots that knows the server's tables, since it judges them; nothing that plays
imports it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from protocol.codec import check_value, from_server, packed, unpacked
from protocol.frames import Diff, Full, Joined
from server import replay
from server.document import face, private, public
from server.entries import Entry, Made
from server.games.catalogue import engine_of
from server.past import replayed
from server.rights import Refusal
from server.table import Fault, Table

from ..mirror import Mirror
from .trace import Trace

_canonical = msgspec.msgpack.Encoder(order="sorted").encode

SHOWN: Final = 60
"""Characters of a value in a message."""

NOTHING: Final = object()


class OtherRules(Exception):
    """The server plays by other rules or cards than are here, so nothing can be said."""


class Verified(NamedTuple):
    """What came of it: documents that were compared, and the first difference of each place that has one."""

    documents: int
    wrong: list[str]


class Told:
    """One place of a trace: its frames, and the document that they make."""

    def __init__(self, place: int, seat: int, table: str) -> None:
        self.seat = seat
        self.name = f"seat {seat}" if seat >= 0 else f"watcher {place}"
        self.mirror = Mirror(table, seat)
        self.frames: deque[Any] = deque()

    def advance(self, version: int) -> bool:
        """Take over what leads to this version; False where nothing does. Raises ValueError if it can't."""
        reached = False
        while self.frames:
            frame = self.frames[0]
            if isinstance(frame, Joined):
                self.mirror.words = frame.words
            elif frame.version > version:
                break
            elif not self.mirror.receive(frame):
                raise ValueError(f"version {frame.version} does not follow {self.mirror.version}")
            else:
                reached = frame.version == version
            self.frames.popleft()
        return reached


def verify(trace: Trace, log: Path) -> Verified:
    """Hold a trace against the game's log. Raises replay.BadLog, or OtherRules."""
    entries = replay.read(log)
    _same_rules(entries[0])
    about = trace.about
    told = [Told(place, seat, about.table) for place, seat in enumerate(about.seats)]
    for place, data in trace.frames():
        frame = from_server(data)
        if isinstance(frame, Joined | Full | Diff):
            told[place].frames.append(frame)
    documents, wrong, name = 0, {}, f"{about.game} {about.table}"
    for table in _played(entries):
        truth = Truth(table)
        for place, one in enumerate(told):
            if place in wrong:
                continue
            try:
                if one.advance(table.version):
                    documents += 1
                    truth.hold(one)
            except ValueError as difference:
                wrong[place] = f"{name}, {one.name}, version {table.version}: {difference}"
    last = len(entries)
    for place, (one, final) in enumerate(zip(told, about.finals, strict=True)):
        document, has = one.mirror.document, one.mirror.version
        if place in wrong:
            continue
        if one.frames:
            wrong[place] = f"{name}, {one.name}: told of versions that there are not"
        elif final is not None and has != last:
            wrong[place] = f"{name}, {one.name}: told nothing after version {has}, but there are {last}"
        elif final is not None and final != (check_value(document["public"]), check_value(document["mine"])):
            wrong[place] = f"{name}, {one.name}: in the end it held another document"
    return Verified(documents, list(wrong.values()))


def _same_rules(first: Entry) -> None:
    made = first.what
    assert isinstance(made, Made)
    if engine_of(made.game, made.rules, made.digest) is None:
        raise OtherRules(made.game)


def _played(entries: list[Entry]) -> Iterator[Table]:
    """The table at each version, the same one again and again. Raises replay.BadLog."""
    table = replayed([msgspec.msgpack.encode(entries[0])])
    yield table
    for entry in entries[1:]:
        try:
            table.apply(entry)
        except (Fault, Refusal) as wrong:
            raise replay.BadLog(f"version {table.version + 1} can't be played: {wrong}") from wrong
        if table.check() != entry.check:
            raise replay.BadLog(f"version {table.version}: the state is another than was recorded")
        yield table


class Truth:
    """What may be known of a table at one version. Parts are computed when they are first asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._parts: dict[int | None, tuple[Any, bytes]] = {}

    def _part(self, seat: int | None) -> tuple[Any, bytes]:
        """The part for a seat, for None the public one: as it is, and its canonical bytes."""
        if seat not in self._parts:
            table = self._table
            view = public(table, face(table)) if seat is None else private(table, seat)
            plain = unpacked(packed(view))
            self._parts[seat] = plain, _canonical(plain)
        return self._parts[seat]

    def hold(self, told: Told) -> None:
        """Raises ValueError with the first path at which somebody was told something else."""
        for part, seat in (("public", None), ("mine", told.seat)):
            plain, canonical = self._part(seat)
            has = told.mirror.document[part]
            if _canonical(has) != canonical:
                raise ValueError(difference(part, has, plain))


def difference(path: str, has: Any, may: Any) -> str:
    """Where two pieces of plain data that are not the same differ first, in words."""
    if type(has) is type(may) is dict:
        for key in sorted(has.keys() | may.keys()):
            if found := _at(f"{path}.{key}", has.get(key, NOTHING), may.get(key, NOTHING)):
                return found
    if type(has) is type(may) is list:
        for n in range(max(len(has), len(may))):
            inner = (one[n] if n < len(one) else NOTHING for one in (has, may))
            if found := _at(f"{path}[{n}]", *inner):
                return found
    return f"{path}: it was told {_shown(has)}, but may know {_shown(may)}"


def _at(path: str, has: Any, may: Any) -> str:
    if has is NOTHING or may is NOTHING or _canonical(has) != _canonical(may):
        return difference(path, has, may)
    return ""


def _shown(value: Any) -> str:
    text = "nothing" if value is NOTHING else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

"""Verifies that every seat received exactly what it may know: compares with the engine, version by version.

The log of a finished game contains the secret, so the whole game can be replayed here, and what each seat and
watcher may see at each version is certain. Their documents are patched together again from the frames they
accepted, and must equal that view in every byte of its canonical form.

This is the only module of the bots that imports the server's tables, since it judges them; no playing module
imports it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from protocol.codec import check_value, from_server, packed, unpacked
from protocol.frames import Diff, Full, Joined
from protocol.mirror import Mirror
from server.table.document import face, private, public
from server.table.log import OtherRules as OtherRules
from server.table.log import play, read
from server.table.table import Table

from .trace import Trace, TraceOwner

_canonical = msgspec.msgpack.Encoder(order="sorted").encode

MAX_VALUE_CHARS: Final = 60
"""Characters of a value in a message."""

NOTHING: Final = object()


class Verified(NamedTuple):
    """The number of compared documents, and the first difference of each place that has one."""

    documents: int
    wrong: list[str]


class Told:
    """One place of a trace: its frames, and the document made from them."""

    def __init__(self, place: int, about: TraceOwner, words: Sequence[str] = ()) -> None:
        self.place = place
        self.seat = about.seats[place]
        self.name = f"seat {self.seat}" if self.seat >= 0 else f"watcher {place}"
        self.mirror = Mirror(about.table, self.seat, words=words)
        self.frames: deque[Joined | Full | Diff] = deque()
        self.until = -1
        """The version of its last frame."""
        self.final = about.finals[place]
        """As in the trace; None also if the place continues from an earlier version in another object."""

    def add(self, frame: Joined | Full | Diff) -> None:
        self.frames.append(frame)
        if not isinstance(frame, Joined):
            self.until = frame.version

    def advance(self, version: int) -> Iterator[None]:
        """Apply the frames of this version and yield after each: a whole document may follow the diff that
        has led there. Raises ValueError if a frame can't be applied."""
        while self.frames:
            frame = self.frames[0]
            if isinstance(frame, Joined):
                self.mirror.words = frame.words
            elif frame.version > version:
                break
            elif frame.version < version or not self.mirror.receive(frame):
                raise ValueError(f"version {frame.version} does not follow {self.mirror.version}")
            else:
                yield
            self.frames.popleft()

    def end(self, last: int) -> None:
        """Check the end of a game with `last` versions. Raises ValueError if this place ended differently."""
        document, has = self.mirror.document, self.mirror.version
        if self.frames:
            raise ValueError("told of versions that there are not")
        if self.final is not None and has != last:
            raise ValueError(f"told nothing after version {has}, but there are {last}")
        if self.final is not None and self.final != (
            check_value(document["public"]),
            check_value(document["mine"]),
        ):
            raise ValueError("in the end it held another document")


def told_by(trace: Trace) -> list[Told]:
    """What each place received.

    A place that gets a whole document of an earlier version, as from a hub a little behind its previous one,
    appears a second time, with all frames from then on.
    """
    now = [Told(place, trace.about) for place in range(len(trace.about.seats))]
    every, words = list(now), [list[str]() for _ in now]
    for place, data in trace.frames():
        frame = from_server(data)
        if isinstance(frame, Joined):
            words[place] = frame.words
        elif isinstance(frame, Full) and frame.version < now[place].until:
            now[place].final = None
            now[place] = Told(place, trace.about, words[place])
            every.append(now[place])
        if isinstance(frame, Joined | Full | Diff):
            now[place].add(frame)
    return every


def verify(trace: Trace, log: Path) -> Verified:
    """Compare a trace with the game's log. Raises BadLog; OtherRules if no comparison is possible because
    the server has other rules or cards."""
    entries = read(log.read_bytes())
    told = told_by(trace)
    documents, wrong, name = 0, {}, f"{trace.about.game} {trace.about.table}"
    for table in play(entries):
        truth = Truth(table)
        for one in told:
            if one.place in wrong:
                continue
            try:
                for _ in one.advance(table.version):
                    documents += 1
                    truth.hold(one)
            except ValueError as difference:
                wrong[one.place] = f"{name}, {one.name}, version {table.version}: {difference}"
    for one in told:
        try:
            one.end(len(entries))
        except ValueError as difference:
            wrong.setdefault(one.place, f"{name}, {one.name}: {difference}")
    return Verified(documents, list(wrong.values()))


class Truth:
    """What may be known of a table at one version. Parts are computed on first use."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._parts: dict[int | None, tuple[Any, bytes]] = {}

    def _part(self, seat: int | None) -> tuple[Any, bytes]:
        """The part for a seat (None: the public one), as plain data and as canonical bytes."""
        if seat not in self._parts:
            table = self._table
            view = public(table, face(table)) if seat is None else private(table, seat)
            plain = unpacked(packed(view))
            self._parts[seat] = plain, _canonical(plain)
        return self._parts[seat]

    def hold(self, told: Told) -> None:
        """Raises ValueError with the first path at which a place received something else."""
        document = told.mirror.document
        for part, has, seat in (("public", document["public"], None), ("mine", document["mine"], told.seat)):
            plain, canonical = self._part(seat)
            if _canonical(has) != canonical:
                raise ValueError(difference(part, has, plain))


def difference(path: str, has: Any, may: Any) -> str:
    """The first difference between two unequal pieces of plain data, as text."""
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
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"

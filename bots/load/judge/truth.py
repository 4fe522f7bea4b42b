"""Was every seat told exactly what it may know? Held against the engine, version by version, after the game.

The log of a finished game has the secret in it, so the whole game can be played again here, and at each
version there is no doubt what each seat and each watcher may see. What they were told is patched together
anew from the frames that they took over, and has to be that, to the last byte of its canonical form.

This is the only part of the bots that knows the server's tables, since it judges them; nothing that plays
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
from server.table.document import face, private, public
from server.table.log import OtherRules as OtherRules
from server.table.log import play, read
from server.table.table import Table

from ...mirror import Mirror
from .trace import About, Trace

_canonical = msgspec.msgpack.Encoder(order="sorted").encode

SHOWN: Final = 60
"""Characters of a value in a message."""

NOTHING: Final = object()


class Verified(NamedTuple):
    """What came of it: documents that were compared, and the first difference of each place that has one."""

    documents: int
    wrong: list[str]


class Told:
    """One place of a trace: its frames, and the document that they make."""

    def __init__(self, place: int, about: About, words: Sequence[str] = ()) -> None:
        self.place = place
        self.seat = about.seats[place]
        self.name = f"seat {self.seat}" if self.seat >= 0 else f"watcher {place}"
        self.mirror = Mirror(about.table, self.seat)
        self.mirror.words = list(words)
        self.frames: deque[Joined | Full | Diff] = deque()
        self.until = -1
        """The version that the last of all its frames tells of."""
        self.final = about.finals[place]
        """As in the trace; None also where the place has gone on from an earlier version."""

    def add(self, frame: Joined | Full | Diff) -> None:
        """One more frame."""
        self.frames.append(frame)
        if not isinstance(frame, Joined):
            self.until = frame.version

    def advance(self, version: int) -> Iterator[None]:
        """Take over what tells of this version, and stop after each frame that does: a whole document may
        come on top of the diff that has led there. Raises ValueError where a frame can't be taken over."""
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
        """The game has as many versions as `last`. Raises ValueError where it ended differently here."""
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
    """What each place was told.

    One that gets a whole document of an earlier version, as from a hub that is a little behind the one it
    was at before, stands there once more, with all from then on.
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
    """Hold a trace against the game's log. Raises BadLog; OtherRules, where nothing can be said
    because the server plays by other rules or cards than are here."""
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
        document = told.mirror.document
        for part, has, seat in (("public", document["public"], None), ("mine", document["mine"], told.seat)):
            plain, canonical = self._part(seat)
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

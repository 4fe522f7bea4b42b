"""Whole games played without a server: the frames of each seat and of a watcher, and the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from bots.load.judge.trace import Trace
from protocol.codec import check_value, encode, from_server, packed, unpacked
from protocol.frames import WATCH, Act, Diff, Joined, Sit, Start
from protocol.mirror import Mirror
from server.games import GAMES
from server.games.catalogue import digest
from server.table.entries import Entry, Made
from server.table.entries import encode as encode_entry
from server.table.log import FORMAT
from server.table.rights import Who, decide
from server.table.table import Table
from server.table.viewers import Viewers

TABLE = "told-table-1"


class Told(NamedTuple):
    """A frame and the place that received it; places are the seats and then a watcher."""

    place: int
    frame: Any


class Played(NamedTuple):
    """A whole game: its log as a download, and all frames in order."""

    game: str
    seats: list[int]
    log: bytes
    told: list[Told]

    def log_in(self, folder: Path) -> Path:
        """The log as a file."""
        path = folder / "game.log"
        path.write_bytes(self.log)
        return path

    def trace(self, told: list[Told] | None = None) -> Trace:
        """The trace that a load run keeps of it; or of other frames, as if the seats had received those."""
        told = self.told if told is None else told
        trace = Trace(TABLE, self.game)
        trace.about.seats = self.seats
        mirrors = [Mirror(TABLE, seat) for seat in self.seats]
        for place, frame in told:
            if isinstance(frame, Joined):
                mirrors[place].words = frame.words
            elif not mirrors[place].receive(frame):
                continue
            trace.add(place, encode(frame))
        for mirror in mirrors:
            document = mirror.document
            trace.about.finals.append((check_value(document["public"]), check_value(document["mine"])))
        return trace


def play(game: str, seats: int = 2, seed: int = 3, **options: Any) -> Played:
    """A game of guests with random choices; a watcher joins at the start."""
    random, places = Random(seed), [*range(seats), WATCH]
    guests = [Who(f"guest-{seat}", f"Guest {seat}") for seat in range(seats)]
    rules = GAMES[game].rules
    made = Made(1, TABLE, game, rules, digest(game), seats, options, False, [], [], False, "5a" * 32)
    entries = [Entry(0, guests[0].person, guests[0].name, "", made)]
    table = Table.make(GAMES[game], entries[0])

    def apply(who: Who, frame: Any) -> None:
        entry = decide(table, who, frame, len(entries))
        table.apply(entry)
        entries.append(replace(entry, check=table.check()))

    for seat, who in enumerate(guests):
        apply(who, Sit(2 + seat, TABLE, seat, f"luck{seat}"))
    viewers = Viewers(table, 16)
    told = list(_whole(table, viewers, places))
    apply(guests[0], Start(99, TABLE))
    told += _diffs(table, viewers, places)
    for who, frame in _moves(table, guests, random):
        apply(who, frame)
        told += _diffs(table, viewers, places)
    log = msgspec.msgpack.encode([FORMAT, *(Raw(encode_entry(entry)) for entry in entries)])
    return Played(game, places, log, told)


def _moves(table: Table, guests: list[Who], random: Random) -> Iterator[tuple[Who, Any]]:
    number = 1000
    while table.state.phase == "playing":
        assert table.match is not None
        ask = random.choice(table.match.asks)
        number += 1
        asked = table.match.state.numbers[ask.seat]
        yield guests[ask.seat], Act(number, TABLE, ask.seat, asked, *random.choice(ask.options))


def _whole(table: Table, viewers: Viewers, places: list[int]) -> Iterator[Told]:
    for place, seat in enumerate(places):
        yield Told(place, Joined(TABLE, seat, table.version, place, viewers.words))
        yield Told(place, from_server(viewers.full(table, seat)))


def _diffs(table: Table, viewers: Viewers, places: list[int]) -> Iterator[Told]:
    step = viewers.advance(table)
    for place, seat in enumerate(places):
        check = step.checks.get(seat) if step.due else None
        yield Told(place, Diff(place, step.version, Raw(step.public), Raw(step.mine[seat]), check))


def doctored(told: Told, public: Any = None, mine: Any = None) -> Told:
    """The same frame with added keys at the root of either part, and without a check value that would reveal
    it."""
    frame = told.frame

    def more(patch: Raw, wanted: Any) -> Raw:
        if wanted is None:
            return patch
        node = unpacked(patch) or [[]]
        node[0] = [*node[0], *wanted]
        return Raw(packed(node))

    return Told(
        told.place, Diff(frame.channel, frame.version, more(frame.public, public), more(frame.mine, mine))
    )

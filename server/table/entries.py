"""The stored data of a table: the entries of its log, and the state in a snapshot.

The log is the source of truth; the snapshot makes loading fast. An entry is a change requested by a frame or
made by the table (`Made`, `TimedOut`, …), with its time and a check value of the resulting state. Replaying
the entries reproduces every state. Names and order of the fields here are a storage format.

The first entry contains the secret. No entry leaves the server before its game is over.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.frames import (
    Act,
    Agree,
    Back,
    Close,
    Frame,
    Leave,
    OfTable,
    Remove,
    Reveal,
    Sit,
    Start,
    Take,
    Teach,
    Tip,
    Undo,
    Want,
)

SHOWN_LOG_LINES = 40
"""Log lines in a document."""

REMEMBERED_IDS = 24
"""Ids of one person's last changes that a table stores, to recognise repeats."""

MAX_PAUSE_MS = 10**12

MAX_SEATS = 16
"""Seats of a table, whatever its game."""


class GameOrigin(Struct, frozen=True, array_like=True):
    """Where a game begins, if not with its setup: at this version of another table or of an uploaded log
    (`table` is ""), or at a position written as text (`version` is 0 as well)."""

    table: str
    version: int
    knows: int
    """The seat, or WATCH, whose knowledge is kept while all hidden parts were dealt again; AUTO: nothing was
    dealt again."""
    game: bytes
    """The packed game, secrets included; its random source is that of the table which begins with it."""


class Made(OfTable, frozen=True):
    """The table was made. `secret` is hex; `kept` the people (with their names) of a rematch, by seat."""

    game: str
    rules: int
    digest: str
    seats: int
    options: dict[str, Any]
    public: bool
    wants: list[str]
    clock: list[int]
    auto: bool
    secret: str
    kept: list[tuple[str, str]] = []
    stand_in: str = ""
    """The mind of stand-ins. Older logs have none."""
    lesson: str = ""
    """The guided game that is played here. Then `secret` is public, and alone decides the dealing. Older logs
    have none."""
    tips: str = "bots"
    tips_each: int = 10
    """As in `Make`. Older logs have no tips."""
    origin: GameOrigin | None = None
    """Older logs have none."""
    group: str = ""
    """The group that plays here, as the hash of its link. Older logs have none."""
    hands_after: int = 0
    """Moves after which everybody may see all hands of the moment; 0: never. Older logs have none."""


class OfItself(Frame, frozen=True, kw_only=True):
    """Base of the changes that the table itself makes. No client requests them, so they have no id."""

    one: int = 1
    """Stored in the place of the id of clients' changes. It has no meaning."""
    table: str


class Unrevealed(OfItself, frozen=True, kw_only=True):
    """The game begins without waiting longer for the parts that these seats have promised: the promises
    themselves become their parts of the random source."""

    seats: list[int]


class Offered(OfTable, frozen=True):
    """The host wants to give a seat of the running game to a bot (`mind`) or to a guest."""

    seat: int
    mind: str
    person: str
    name: str


class Handed(OfTable, frozen=True):
    """A seat went to a bot (`mind`) or to a guest."""

    seat: int
    mind: str
    person: str
    name: str
    seals: bool = False
    """Earlier choices can't be undone, because a new person sees what the seat sees. Older logs have no such
    rule."""


class Agreed(OfTable, frozen=True):
    """A player has agreed to the offer for a seat that no person plays; others have still to agree."""

    seat: int


class Resized(OfTable, frozen=True):
    """The number of seats was changed before the start. `options` are all options of the game from then on,
    as in `Made`. Older versions don't know this."""

    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    options: dict[str, Any]


class Rematched(OfTable, frozen=True):
    """The same people meet again at another table."""

    next: str


class TimedOut(OfItself, frozen=True, kw_only=True):
    """Bots stand in for these seats: their time has run out, or their people have been away too long."""

    seats: list[int]
    why: str


class Vacated(OfItself, frozen=True, kw_only=True):
    """The bot processes of these seats are gone: others may take them."""

    seats: list[int]


class Abandoned(OfItself, frozen=True, kw_only=True):
    """No person has been here for a long time, so the table is closed."""


class Paused(OfItself, frozen=True, kw_only=True):
    """The table could not be changed for a while, because its part of the store was away or slow. So `ms` of
    cluster time since the last entry don't count. Older versions don't know this."""

    ms: Annotated[int, Meta(ge=0, le=MAX_PAUSE_MS)]


class Renamed(OfItself, frozen=True, kw_only=True):
    """A person of this table, with a seat, an offer or as its host, has another name from here on. Older
    versions don't know this."""

    person: str
    name: str


class Hosted(OfItself, frozen=True, kw_only=True):
    """The host has left: this player is the host from here on. Older versions don't know this."""

    person: str
    name: str


Own = Unrevealed | TimedOut | Vacated | Abandoned | Paused | Renamed | Hosted
"""Changes that the table itself makes, without a request."""

Seating = (
    Sit | Want | Remove | Resized | Start | Reveal | Unrevealed | Back | Leave | Offered | Agree | Agreed
    | Handed | Close | Rematched | Take | TimedOut | Vacated | Abandoned | Paused | Renamed | Hosted | Tip
    | Teach
)  # fmt: skip
"""Changes of the seats or of the table itself, but not of the game."""

What = Made | Act | Undo | Seating


class Entry(Struct, frozen=True, array_like=True):
    """One change: when (ms by the wall clock), by which person ("" for the table itself), and through which
    hub."""

    at: int
    by: str
    name: str
    hub: str
    what: What
    check: int = 0
    """CRC-32 of the resulting state, see `Table.check`."""
    house: int = 0
    """The same moment in cluster time (ms), which stops while the cluster is away. Older logs have none."""


class Offer(Struct, frozen=True, array_like=True):
    """An offer to hand a seat to a bot (`mind`) or to a guest, if the people concerned agree."""

    number: int
    """The version that made the offer."""
    mind: str
    person: str
    name: str
    since: int
    """When the offer was made, or when the seat's person last acted since (ms of cluster time)."""
    agreed: list[str] = []
    """The players of other seats who have agreed."""


class Tipped(Struct, frozen=True, array_like=True):
    """A tip: the number of its question, and its content as soon as a bot has sent it."""

    ask: int
    taught: Teach | None = None


class SeatRow(Struct, array_like=True):
    """A seat and its owner."""

    kind: str = "open"
    """open; person; bot; kept (reserved for `person`, who has not come yet)."""
    person: str = ""
    name: str = ""
    mind: str = ""
    """The bot that plays (kind bot) or is wanted (kind open)."""
    stand_in: str = ""
    """The mind that stands in for the person at the moment."""
    bot: str = ""
    """The bot process that plays for the bot or the stand-in; "" while one is wanted."""
    luck: str = ""
    """Its part of the random source, once revealed."""
    done: int = 0
    """The id of this seat's last change."""
    promise: str = ""
    """The hash of that part, given before any part is revealed; "" if none was given."""
    offer: Offer | None = None
    tips: int = 0
    """How many tips its person has requested."""
    tip: Tipped | None = None
    """The last of them, until its question is answered."""
    late: bool = False
    """Does a bot stand in only because time ran out? Then the person may well be present."""


class Chosen(Struct, frozen=True, array_like=True):
    """A choice since the last point to which an undo can go back."""

    seat: int
    verb: str
    noun: int
    fixed: bool = False
    """It sealed its own lane: it can't be undone, but an undo of another seat repeats it."""
    auto: bool = False
    """The only option, chosen by the table: undone together with the choice before."""
    stands: bool = False
    """It can't be undone while other seats have a question and its own has none (`Game.stands`)."""


class MatchState(Struct, array_like=True):
    """The game in progress and the choices that can be undone."""

    game: bytes
    base: bytes
    """The game at the last point to which an undo can go back; b"" if nothing can be undone."""
    since: list[Chosen] = []
    numbers: dict[int, int] = {}
    """By seat with an open question: the version that put it."""
    undo: dict[int, int] = {}
    """By seat that can undo a choice: the number to name in doing so."""


GONE = "gone"
"""Replaces a log line about a choice that was undone."""


class TableState(Struct, array_like=True):
    """The whole state of a table, secrets included."""

    id: str
    version: int
    made: Made
    at: int
    """Time of the last entry, in ms; never decreases."""
    created: int
    host: str
    host_name: str
    phase: str
    seats: list[SeatRow]
    seen: dict[str, list[int]]
    """By person: ids of the last changes."""
    lines: int
    ring: list[list[Any]]
    left: list[int]
    """By seat: ms on its clock; empty without clocks."""
    match: MatchState | None = None
    next: str = ""
    """The table of the rematch."""
    started: int = 0
    """When the game was started (ms of cluster time); play begins once all promises are kept."""
    former: dict[str, list[int]] = {}
    """By person: seats of the running game that this person has had."""
    acts: list[list[int]] = []
    """The acts that can still be undone: seat, number of the first log line, count of lines."""
    house: int = 0
    """Cluster time of the last entry, in ms; never decreases. 0 in older states."""
    resized: Resized | None = None
    """The last change of the number of seats."""

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game, as plain data."""
        return self.resized.options if self.resized is not None else self.made.options

    @property
    def as_made(self) -> Made:
        """The first entry of a table that is made as this one is now."""
        seats = len(self.seats)
        return replace(self.made, seats=seats, options=self.options, wants=self.made.wants[:seats])

    def line(self, key: str, *nouns: int) -> None:
        """Write a log line into the ring."""
        line = [key, *nouns]
        if self.lines < SHOWN_LOG_LINES:
            self.ring.append(line)
        else:
            self.ring[self.lines % SHOWN_LOG_LINES] = line
        self.lines += 1

    def acted(self, seat: int, lines: int) -> None:
        """Note that the next `lines` log lines belong to this seat's act."""
        self.acts = [*self.acts, [seat, self.lines, lines]][-SHOWN_LOG_LINES:]

    def forget(self, seat: int) -> None:
        """Blank the log lines of the seat's last act. Their places stay, so that line numbers hold."""
        last = next((n for n in reversed(range(len(self.acts))) if self.acts[n][0] == seat), None)
        if last is None:
            return
        _, first, count = self.acts.pop(last)
        for number in range(max(first, self.lines - len(self.ring)), first + count):
            self.ring[number % SHOWN_LOG_LINES] = [GONE]


encode = msgspec.msgpack.Encoder().encode
decode_entry = msgspec.msgpack.Decoder(Entry).decode
decode_state = msgspec.msgpack.Decoder(TableState).decode

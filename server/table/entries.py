"""What is stored of a table: the entries of its log, and the state that a snapshot holds.

The log proves, the snapshot runs. An entry is a change that a frame asked for, or one of the table's
own (`Made`, `TimedOut`, …), with its time and a check value of the state it made; replaying the
entries gives every state again. Names and order of the fields here are a storage format.

The secret stands in the first entry. No entry leaves the server before its game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

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

RING = 40
"""Lines of the log that a document holds."""

REMEMBERED = 24
"""Changes of one person whose ids a table still knows, to recognise repeats."""


class Origin(Struct, frozen=True, array_like=True):
    """Where a game begins, if not with its setup: at this version of another table, or of a log that somebody
    has brought (the table is ""), or at a position that they have written (the version is 0, too)."""

    table: str
    version: int
    knows: int
    """Whose knowledge the rest was dealt anew for: a seat, or WATCH; with AUTO all is as it was there."""
    game: bytes
    """The packed game, secrets included; its chance is that of the table which begins with it."""


class Made(OfTable, frozen=True):
    """The table exists. `secret` is hex; `kept` the people (and minds) of a rematch, by seat."""

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
    """The mind of stand-ins. Logs from before one could choose it say nothing of it."""
    lesson: str = ""
    """The guided game that this is: then `secret` is known to everybody, and alone decides what is dealt.
    Logs from before there were any say nothing of it."""
    tips: str = "bots"
    tips_each: int = 10
    """As in `Make`. Logs from before there were tips say nothing of them."""
    origin: Origin | None = None
    """Logs from before a game could go on elsewhere say nothing of it."""
    group: str = ""
    """The group that plays here, by the hash of its link. Logs from before there were groups say nothing of
    one."""


class OfItself(Frame, frozen=True, kw_only=True):
    """Base of the changes that a table makes by itself. Nobody has asked for them, so they have no id."""

    one: int = 1
    """Stored where clients' changes have their id. It says nothing."""
    table: str


class Unrevealed(OfItself, frozen=True, kw_only=True):
    """The game begins without waiting longer for what these seats have promised: the promises themselves
    are their parts of the random source."""

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
    """What was chosen before can't be taken back: somebody new sees what the seat sees. Logs from before
    there was such a rule say nothing of it."""


class Rematched(OfTable, frozen=True):
    """The same people meet again at another table."""

    next: str


class TimedOut(OfItself, frozen=True, kw_only=True):
    """A bot is to stand in for these seats: their time is up, or their people have been away too long."""

    seats: list[int]
    why: str


class Vacated(OfItself, frozen=True, kw_only=True):
    """The bots of these seats are gone: other bot processes may take them."""

    seats: list[int]


class Abandoned(OfItself, frozen=True, kw_only=True):
    """Nobody has been here for long: the table ends by itself."""


Own = Unrevealed | TimedOut | Vacated | Abandoned
"""What the table does by itself, asked for by nobody."""

Seating = (
    Sit | Want | Remove | Start | Reveal | Unrevealed | Back | Leave | Offered | Agree | Handed
    | Close | Rematched | Take | TimedOut | Vacated | Abandoned | Tip | Teach
)  # fmt: skip
"""What changes who plays, or the table itself, but not the game."""

What = Made | Act | Undo | Seating


class Entry(Struct, frozen=True, array_like=True):
    """One change: at what time (ms), by whom (a person, or "" for the table itself), through which hub."""

    at: int
    by: str
    name: str
    hub: str
    what: What
    check: int = 0
    """CRC-32 of the state it made, see `Table.check`."""


class Offer(Struct, frozen=True, array_like=True):
    """A seat is to go to a bot (`mind`) or to a guest, if the one who must agree does."""

    number: int
    """The version that put it."""
    mind: str
    person: str
    name: str
    since: int
    """When it was put, or when the seat's person has acted since (ms)."""


class Tipped(Struct, frozen=True, array_like=True):
    """A tip: the number of the question that it was asked for, and what it says once it is there."""

    ask: int
    taught: Teach | None = None


class SeatRow(Struct, array_like=True):
    """A seat and who has it."""

    kind: str = "open"
    """open; person; bot; kept (for `person`, who has not come yet)."""
    person: str = ""
    name: str = ""
    mind: str = ""
    """The bot that plays (kind bot) or is wanted (kind open)."""
    stand_in: str = ""
    """The mind that stands in for the person just now."""
    bot: str = ""
    """Who plays for the bot or the stand-in: a bot process that took the seat, or "" while one is wanted."""
    luck: str = ""
    """Its part of the random source, once that is told."""
    done: int = 0
    """The id of the last change of this seat that was carried out."""
    promise: str = ""
    """The hash of that part, given before anybody's is told; "" where none was."""
    offer: Offer | None = None
    tips: int = 0
    """How many its person has asked for."""
    tip: Tipped | None = None
    """The last of them, until its question is answered."""
    late: bool = False
    """Does somebody stand in because time was up, and for nothing else? Then the person may well be here."""


class Chosen(Struct, frozen=True, array_like=True):
    """A choice since the last point that nothing can be taken back behind."""

    seat: int
    verb: str
    noun: int
    fixed: bool = False
    """It sealed its own lane: it can't be taken back, but others' undo repeats it."""
    auto: bool = False
    """The only option, chosen by the table: taken back together with the choice before."""


class MatchState(Struct, array_like=True):
    """The game in progress and what can be taken back of it."""

    game: bytes
    base: bytes
    """The game at the last point that nothing can be taken back behind, or b"" where nothing can."""
    since: list[Chosen] = []
    numbers: dict[int, int] = {}
    """By asked seat: the version that put its question."""
    undo: dict[int, int] = {}
    """By seat that can take something back: the number to name in doing so."""


GONE = "gone"
"""In the place of a line that told of a choice taken back."""


class TableState(Struct, array_like=True):
    """Everything of a table, secrets included."""

    id: str
    version: int
    made: Made
    at: int
    """Time of the last entry, in ms; never falls."""
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
    """When the game was started (ms); it begins once all promises are kept."""
    former: dict[str, list[int]] = {}
    """By person: seats of the running game that this person has had."""
    acts: list[list[int]] = []
    """The acts that may still be taken back: seat, number of the first line that tells of it, how many."""

    def line(self, key: str, *nouns: int) -> None:
        """Write a line of the log into the ring."""
        line = [key, *nouns]
        if self.lines < RING:
            self.ring.append(line)
        else:
            self.ring[self.lines % RING] = line
        self.lines += 1

    def acted(self, seat: int, lines: int) -> None:
        """Note that the next lines of the log will tell of this seat's act."""
        self.acts = [*self.acts, [seat, self.lines, lines]][-RING:]

    def forget(self, seat: int) -> None:
        """The lines that told of the seat's last act go; their places stay, so that numbers of lines hold."""
        last = next((n for n in reversed(range(len(self.acts))) if self.acts[n][0] == seat), None)
        if last is None:
            return
        _, first, count = self.acts.pop(last)
        for number in range(max(first, self.lines - len(self.ring)), first + count):
            self.ring[number % RING] = [GONE]


encode = msgspec.msgpack.Encoder().encode
decode_entry = msgspec.msgpack.Decoder(Entry).decode
decode_state = msgspec.msgpack.Decoder(TableState).decode

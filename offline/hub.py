"""The frames of one page: greeting, lobby, tables. Sans-I/O: the caller has the clock and the store.

Theory of operation. `take` handles a frame, and `act` lets the table act by itself. Either returns a change
to store, or None. After `stored` or `failed`, `told` has the frames for the page. So nothing is told before
it is stored, and one change is carried out at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, get_args

from msgspec.structs import replace

from bots.explain.reasons import TipContent
from protocol.codec import BadFrame, BadValue, encode, from_client, packed, unpacked
from protocol.frames import (
    PROTOCOL_VERSION,
    Act,
    Because,
    Browse,
    Changes,
    Done,
    Frame,
    Gone,
    Hand,
    Hello,
    History,
    Hurry,
    Join,
    Make,
    Part,
    Ping,
    Pong,
    Refused,
    Rematch,
    Stored,
    Take,
    Undo,
    Want,
    Welcome,
    Why,
)
from server.games import GAMES
from server.games.catalogue import checked, digest
from server.games.engine import OptionsRefused
from server.hub.lobby import LobbyList
from server.moderation.text_cleaning import name as cleaned
from server.table import log, tokens
from server.table.beginnings import Beginning
from server.table.dealing import unkept
from server.table.document import face, private, public, summary
from server.table.entries import Entry, GameOrigin, Made, Rematched, Unrevealed, decode_entry, decode_state
from server.table.entries import encode as encode_entry
from server.table.making import STAND_IN, again, as_taught, begins_so, creation_and_origin, uploaded_origin
from server.table.questions import entry_for_author, reasons
from server.table.refusal import Refusal
from server.table.rights import Decided, Given, Repeat, Who, decide
from server.table.table import Fault, Table

from .table import Change, OpenTable

PLACE: Final = "offline"
"""The name of this hub in the logs of its tables."""

BOTS: Final = Who(tokens.person("the bots of a table without a server"), "Bots", True)

REVEAL_MS: Final = 30_000
"""How long a start waits for the page to reveal its part of the seed. Nobody else waits, and a phone may
stand still for some seconds."""

MAX_CHANGES_READ: Final = 1_000
MAX_UPLOADS: Final = 8
MAX_ID: Final = 2**53 - 1


class Hub:
    """All tables of one browser, and the one connection of its page."""

    def __init__(self, minds: Sequence[str], first_id: int) -> None:
        """`minds`: the bots that play here. `first_id`: drawn anew for each hub; the bots' changes
        have the ids that follow."""
        self._minds = minds
        self._packed: dict[str, bytes] = {}
        """By table, as it is stored."""
        self._open: dict[str, OpenTable] = {}
        self._lobby = LobbyList(lambda game: [*minds])
        self._out: list[bytes] = []
        self._waiting: tuple[OpenTable | None, Change, Frame | None] | None = None
        """The change that is being stored, and the frame that asked for it."""
        self._rematches: list[tuple[Table, Entry]] = []
        self._uploads: dict[str, Beginning] = {}
        self._browsing = False
        self._channel = 0
        self._next_id = first_id
        self.person = self.name = ""
        self._hurried: list[str] = []

    # -- the store ---------------------------------------------------------------------------------

    def opened(self, states: Sequence[bytes]) -> None:
        """The stored tables, at the start."""
        for state in states:
            it = decode_state(state)
            self._packed[it.id] = state
            if it.phase in ("open", "starting", "playing") and it.made.game in GAMES:
                self._list(it.id)

    def reads(self, data: bytes) -> str:
        """The table whose log `take` needs for this frame; "" if it needs none."""
        try:
            frame = from_client(data)
        except (BadFrame, BadValue):
            return ""
        if isinstance(frame, History | Changes):
            return frame.table
        return frame.origin[0] if isinstance(frame, Make) and frame.origin and frame.origin[1] else ""

    def stored(self) -> None:
        """The change is stored."""
        assert self._waiting is not None
        (open_table, change, frame), self._waiting = self._waiting, None
        self._packed[change.table] = change.state
        if open_table is not None:
            self._out += open_table.stored(self.person)
            if open_table.table.rearranged:
                self._list(change.table)
        else:
            self._list(change.table)
        if frame is not None and not (isinstance(frame, Act | Undo) and self._sees(open_table, frame.seat)):
            self._send(Done(getattr(frame, "id", 0), change.table, change.version))

    def failed(self) -> None:
        """The change could not be stored: it is refused, and the page sends it again later."""
        assert self._waiting is not None
        (open_table, _, frame), self._waiting = self._waiting, None
        self._rematches.clear()
        if open_table is not None:
            open_table.failed()
        if frame is not None:
            self._refuse(frame, Refusal("storing"))

    def told(self) -> list[bytes]:
        """The frames for the page since the last call."""
        frames, self._out = self._out, []
        return frames

    # -- frames ------------------------------------------------------------------------------------

    def take(self, data: bytes, now: int, entries: Sequence[bytes] = ()) -> Change | None:
        """Handle a frame of the page. `entries`: the log of the table that `reads` has named."""
        assert self._waiting is None
        try:
            frame: Any = from_client(data)
        except BadValue as wrong:
            self._send(Refused(wrong.id, wrong.table, wrong.code, wrong.reason))
            return None
        if not self.person and not isinstance(frame, Hello):
            self._refuse(frame, Refusal("hello-first"))
            return None
        try:
            return self._handled(frame, now, entries)
        except Repeat:
            self._send(Done(frame.id, frame.table, self._table(frame.table).table.version))
        except (Refusal, OptionsRefused) as why:
            self._refuse(frame, why if isinstance(why, Refusal) else Refusal("options", str(why)))
        except (Fault, log.BadLog):
            self._refuse(frame, Refusal("fault"))
        return None

    def _handled(self, frame: Any, now: int, entries: Sequence[bytes]) -> Change | None:
        match frame:
            case Hello():
                self._greet(frame, now)
            case Ping():
                self._send(Pong(frame.n, now, now))
            case Browse():
                self._browsing = frame.on
                if frame.on:
                    self._send(self._lobby.for_browsers(frame.after))
            case Join():
                self._join(frame)
            case Part():
                if frame.table in self._open:
                    self._open[frame.table].part(frame.seat)
            case History():
                self._look_back(frame, entries)
            case Changes():
                self._own_changes(frame, entries)
            case Why():
                found = reasons(self._table(frame.table).table, self.person, frame)
                self._send(Because(frame.id, frame.table, found))
            case Hurry():
                self._hurried.append(frame.table)
                self._send(Done(frame.id, frame.table, self._table(frame.table).table.version))
            case Make():
                return self._make(frame, now, entries)
            case _ if isinstance(frame, get_args(Decided)):
                return self._decided(frame, Who(self.person, self.name), now)
            case _:
                raise Refusal("silenced", "Nobody else is here.")
        return None

    def _greet(self, frame: Hello, now: int) -> None:
        """A greeting begins another connection, which joins its tables again."""
        for open_table in self._open.values():
            open_table.part()
        name = cleaned(frame.name)
        if not name:
            raise Refusal("too-long")
        self.person, self.name = tokens.person(frame.token), name
        self._send(Welcome(self.person, now, PROTOCOL_VERSION, now))

    def _join(self, frame: Join) -> None:
        try:
            open_table = self._table(frame.table)
        except Refusal as why:
            code: Any = why.code
            self._send(Gone(frame.table, code))
            return
        self._channel += 1
        self._out += open_table.join(frame, self.person, self.name, self._channel)

    def _look_back(self, frame: History, entries: Sequence[bytes]) -> None:
        open_table = self._table(frame.table)
        open_table.may_look_back(frame, self.person)
        if len(entries) < frame.version:
            raise Refusal("unknown-version")
        past = log.replayed(entries[: frame.version])
        self._send(open_table.look_back(past, frame, self.person))

    def _own_changes(self, frame: Changes, entries: Sequence[bytes]) -> None:
        part = entries[frame.after : frame.after + MAX_CHANGES_READ]
        until = frame.after + len(part)
        found = enumerate(map(decode_entry, part), frame.after + 1)
        rows = [[version, *entry_for_author(entry)] for version, entry in found if entry.by == self.person]
        self._send(Stored(frame.id, frame.table, until, until < len(entries), rows))

    # -- changes -----------------------------------------------------------------------------------

    def _decided(self, frame: Any, who: Who, now: int) -> Change:
        """Decide and apply a change of a table. Raises Refusal, Repeat, Fault."""
        if isinstance(frame, Want | Hand) and frame.mind and frame.mind not in self._minds:
            raise Refusal("unknown-mind")
        given = Given(next=new_name()) if isinstance(frame, Rematch) else Given()
        open_table = self._table(frame.table)
        entry = decide(open_table.table, who, frame, now, PLACE, given, now)
        if isinstance(entry.what, Rematched):  # the new table first, as every hub does
            return self._new(
                replace(entry, what=again(open_table.table, entry.what)), None, open_table, entry
            )
        return self._prepared(open_table, entry, frame if who is not BOTS else None)

    def _prepared(self, open_table: OpenTable, entry: Entry, frame: Frame | None) -> Change:
        change = open_table.prepare(entry)
        self._waiting = open_table, change, frame
        return change

    def _make(self, frame: Make, now: int, entries: Sequence[bytes]) -> Change | None:
        engine = GAMES.get(frame.game)
        if engine is None:
            raise Refusal("unknown-game")
        if len(frame.wants) > frame.seats:
            raise Refusal("options", "There are more minds than seats.")
        if any(mind and mind not in self._minds for mind in (*frame.wants, frame.stand_in)):
            raise Refusal("unknown-mind")
        if frame.group:
            raise Refusal("unknown-group")
        name = made_name(self.person, frame.id)
        if name in self._packed:  # the page sends it again
            self._send(Done(frame.id, name, 1))
            return None
        taught, secret = as_taught(frame)
        taught, origin = self._origin(taught, secret, entries)
        options = checked(engine, taught.options, taught.seats) if origin is None else taught.options
        made = Made(
            frame.id,
            name,
            taught.game,
            engine.rules,
            digest(taught.game),
            taught.seats,
            options,
            False,
            list(taught.wants),
            [],  # nobody waits for this person
            taught.auto,
            secret,
            stand_in=taught.stand_in or STAND_IN,
            lesson=taught.lesson,
            tips=taught.tips,
            tips_each=taught.tips_each,
            origin=origin,
        )
        return self._new(Entry(now, self.person, self.name, PLACE, made, house=now), frame)

    def _origin(self, frame: Make, secret: str, entries: Sequence[bytes]) -> tuple[Make, GameOrigin | None]:
        """The frame with the seats and options of its origin, and that origin. Raises Refusal."""
        if frame.origin is None:
            return frame, None
        if frame.lesson:
            raise Refusal("options", "A guided game begins with its own setup.")
        name, version, knows = frame.origin
        if not version:
            if name not in self._uploads:
                raise Refusal("unknown-beginning")
            return begins_so(frame, self._uploads[name]), uploaded_origin(self._uploads[name], knows, secret)
        if not entries:
            raise Refusal("unknown-table")
        made, origin = creation_and_origin([*map(decode_entry, entries)], frame.origin, secret)
        return begins_so(frame, made), origin

    def _new(
        self, entry: Entry, frame: Frame | None, old: OpenTable | None = None, after: Entry | None = None
    ) -> Change:
        """The first entry of a table; for a rematch also the entry of the old one that comes `after` it."""
        what = entry.what
        assert isinstance(what, Made)
        try:
            table = Table.make(GAMES[what.game], entry)
            data = encode_entry(replace(entry, check=table.check()))
            change = Change(what.table, 1, data, table.pack(), False, "")
        except Exception as wrong:
            raise Fault("Made", wrong) from wrong
        if old is not None and after is not None:
            self._rematches.append((old.table, after))
        self._waiting = None, change, frame
        return change

    # -- the table by itself -----------------------------------------------------------------------

    def act(self, now: int) -> Change | None:
        """What is due without a frame: the second half of a rematch, bots that take their seats, a start
        whose page has not revealed its part."""
        assert self._waiting is None
        if self._rematches:
            old, entry = self._rematches.pop()
            assert isinstance(entry.what, Rematched)
            return self._prepared(self._table(old.state.id), entry, Rematch(entry.what.id, old.state.id))
        for open_table in self._attended():
            table = open_table.table
            for seat, _ in table.wanted():
                return self._decided(Take(self._id(), table.state.id, seat), BOTS, now)
            if table.state.phase == "starting" and table.state.started + REVEAL_MS <= now:
                what = Unrevealed(table=table.state.id, seats=unkept(table.state.seats))
                return self._prepared(open_table, table.decide_itself(what, now, PLACE, now), None)
        return None

    def waits_until(self) -> float:
        """When `act` may have something to do next, if no frame comes before; infinity if nothing is due."""
        due = [
            it.table.state.started + REVEAL_MS
            for it in self._attended()
            if it.table.state.phase == "starting"
        ]
        return min(due, default=float("inf"))

    def hurries(self) -> list[str]:
        """The tables whose bots the person has hurried since the last call."""
        found, self._hurried = self._hurried, []
        return found

    def questions(self) -> list[tuple[str, int, int, str]]:
        """The open questions of bots at tables where the person is: table, seat, number, level."""
        return [
            (it.id, ask.seat, it.table.question(ask.seat), row.stand_in or row.mind)
            for it in self._attended()
            if it.table.match is not None and it.table.state.phase == "playing"
            for ask in it.table.match.asks
            if (row := it.table.state.seats[ask.seat]).bot == BOTS.person
        ]

    def document(self, table: str, seat: int) -> Any:
        """The document of a seat, as its client would have it."""
        it = self._table(table).table
        return {
            "public": unpacked(packed(public(it, face(it)))),
            "mine": unpacked(packed(private(it, seat))),
        }

    def answer(self, table: str, seat: int, number: int, verb: str, noun: int, now: int) -> Change:
        """A bot answers its question. Raises Refusal, Fault."""
        return self._decided(Act(self._id(), table, seat, number, verb, noun), BOTS, now)

    def puzzled(self) -> list[tuple[str, int, int]]:
        """The questions for which the person waits for a tip: table, seat, number."""
        return [(it.id, *row) for it in self._attended() for row in it.table.puzzled()]

    def teach(self, table: str, seat: int, number: int, tip: TipContent, now: int) -> Change:
        """A bot gives a tip. Raises Refusal, Fault."""
        return self._decided(tip.told(self._id(), table, seat, number), BOTS, now)

    # -- finished games and positions --------------------------------------------------------------

    def glance(self, table: str) -> dict[str, Any] | None:
        """A table's summary with the seats that are asked; None if it is over or not here."""
        told = self._lobby.tables.get(table)
        if told is None:
            return None
        asked = self._table(table).table.asked() if told["phase"] == "playing" else []
        return {**self._lobby.outlined(told), "asked": asked}

    def is_over(self, table: str) -> bool:
        state = self._packed.get(table)
        return state is not None and decode_state(state).phase == "over"

    def upload(self, it: Beginning) -> dict[str, Any]:
        """Keep a position until a table is made with it."""
        name = new_name()
        self._uploads[name] = it
        while len(self._uploads) > MAX_UPLOADS:
            del self._uploads[next(iter(self._uploads))]
        return {"name": name, "game": it.game, "seats": it.seats, "options": it.options, "asked": it.asked}

    # -- inside ------------------------------------------------------------------------------------

    def _table(self, name: str) -> OpenTable:
        """The table of this name. Raises Refusal."""
        if name not in self._open:
            if name not in self._packed:
                raise Refusal("unknown-table")
            self._open[name] = OpenTable(self._packed[name])
        return self._open[name]

    def _attended(self) -> Iterator[OpenTable]:
        return (it for it in self._open.values() if it.present)

    @staticmethod
    def _sees(open_table: OpenTable | None, seat: int) -> bool:
        return open_table is not None and seat in open_table.channels

    def _list(self, table: str) -> None:
        """Update the table's row in the lobby. All tables here are this person's."""
        try:
            it = self._table(table).table
        except Refusal:
            return
        running = it.state.phase in ("open", "starting", "playing")
        listed, _ = self._lobby.change(table, {**summary(it), "public": True} if running else None)
        if listed is not None and self._browsing:
            self._send(listed)

    def _id(self) -> int:
        self._next_id = self._next_id % MAX_ID + 1
        return self._next_id

    def _send(self, frame: Frame) -> None:
        self._out.append(encode(frame))

    def _refuse(self, frame: Any, why: Refusal) -> None:
        self._send(Refused(getattr(frame, "id", 0), getattr(frame, "table", ""), why.code, why.reason))


def new_name() -> str:
    return tokens.OFFLINE + tokens.new_table()


def made_name(person: str, change: int) -> str:
    """The name of the table that this change makes: the same for a repeat."""
    return tokens.OFFLINE + sha256(f"made:{person}:{change}".encode()).hexdigest()[: tokens.TABLE_LETTERS]

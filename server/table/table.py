"""A table: a game, its seats, versions and undo. No sockets, no Redis, no clock.

Theory of operation. `rights.decide` checks a frame. It either raises `Refusal` and changes nothing, or
returns an `Entry`: all data needed for the change, the time and all randomness included. `apply` makes the
change in the same way in the hub that decided, in a hub that follows, and in later replays. The caller
applies, stores, and only then broadcasts. If storing fails because another hub was faster, the caller drops
this table and reloads it.

Entry n of the log makes version n + 1. From time to time a table is packed whole (`pack`) as a snapshot, so
that loading needs one snapshot and the few entries after it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from protocol.frames import Act, Undo
from server.games.catalogue import options_of
from server.games.engine import Engine
from server.games.kernel import Choice, Game

from . import dealing, origins, seat_clocks, seating, tokens
from .entries import (
    REMEMBERED_IDS,
    Entry,
    GameOrigin,
    Handed,
    Made,
    OfItself,
    Own,
    Paused,
    Resized,
    SeatRow,
    TableState,
    What,
    decode_state,
    encode,
)
from .match import ChangePolicy, ChoiceLines, Match


class Fault(Exception):
    """The game itself failed, by this exception; the table is unchanged."""

    def __init__(self, what: str, wrong: BaseException) -> None:
        super().__init__(what)
        self.__cause__ = wrong  # compiled code forgets what an exception was raised from


NO_SEAT = -1
"""Replaces the seat in log lines that the table itself writes."""

REMEMBERED_PEOPLE = 64
"""People whose last changes a table remembers."""

MAX_UNDO_CHANGES: Final = 3_500
"""Changes after which undo is disabled; games have at most a third of that. Otherwise a client that chooses
and undoes could grow the log without bound, and no replay could show it (`live/sandbox_worker.py`). For the
same reason seats can't change hands after that."""

MAX_SEATING_CHANGES: Final = 1_000
"""Changes of an open table after which guests can't take further seats; after twice as many its host can't
assign any either. So guests who use up the first half leave the host the second."""


class Table:
    """One table. `state` is the whole state; `match` the game, if there is one."""

    def __init__(self, engine: Engine, state: TableState) -> None:
        self.engine = engine
        self.state = state
        state.house = state.house or state.at
        self.match = Match(engine, state.match) if state.match else None
        self.options = options_of(engine, state.options)
        self.arranged = state.version
        """The last known version that changed the seats or the table itself."""

    @classmethod
    def make(cls, engine: Engine, entry: Entry) -> Table:
        """The table that its first entry makes. Raises OptionsRefused for options that can't be played."""
        made = entry.what
        assert type(made) is Made
        rows = [SeatRow(mind=mind) for mind in [*made.wants, *[""] * made.seats][: made.seats]]
        for row, (person, name) in zip(rows, made.kept, strict=False):
            if person:
                row.kind, row.person, row.name = "kept", person, name
        state = TableState(
            id=made.table,
            version=1,
            made=made,
            at=entry.at,
            house=entry.house,
            created=entry.at,
            host=entry.by,
            host_name=entry.name,
            phase="open",
            seats=rows,
            seen={},
            lines=0,
            ring=[],
            left=[],
        )
        return cls(engine, state)

    @classmethod
    def unpack(cls, engine: Engine, data: bytes) -> Table:
        return cls(engine, decode_state(data))

    def pack(self) -> bytes:
        return encode(self.state)

    def check(self) -> int:
        """A check value of the state: hubs at the same version must get the same value."""
        s = self.state
        few = (s.version, s.phase, s.left, s.lines, [row.kind + row.stand_in for row in s.seats])
        return zlib.crc32(encode(few), self.match.check() if self.match else 0)

    # -- queries -----------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def rearranged(self) -> bool:
        """Did the last change concern the seats or the table itself, and not only the game?"""
        return self.arranged == self.state.version

    def seats_of(self, person: str) -> list[int]:
        """The seats that this person has, or that this bot process plays."""
        return [s for s, row in enumerate(self.state.seats) if person and person in (row.person, row.bot)]

    def asked(self) -> list[int]:
        """The seats with an open question."""
        return [ask.seat for ask in self.match.asks] if self.match and self.state.phase == "playing" else []

    def wanted(self) -> list[tuple[int, str]]:
        """The seats that want a bot, and the mind of each."""
        if self.state.phase not in ("open", "playing"):
            return []
        rows = enumerate(self.state.seats)
        return [(s, mind) for s, row in rows if not row.bot and (mind := self._mind(row))]

    def puzzled(self) -> list[tuple[int, int]]:
        """The seats that wait for a tip, each with the number of its question."""
        rows = enumerate(self.state.seats)
        waiting = [(s, row.tip.ask) for s, row in rows if row.tip and row.tip.taught is None]
        return [(s, ask) for s, ask in waiting if self.question(s) == ask]

    def question(self, seat: int) -> int:
        """The number of the seat's open question; 0 if there is none."""
        playing = self.match is not None and self.state.phase == "playing"
        return self.match.state.numbers.get(seat, 0) if self.match and playing else 0

    def undo(self, seat: int) -> int:
        """The number that an undo of the seat's last choice must name; 0 if it can't be undone."""
        playing = self.match is not None and self.state.phase == "playing"
        number = self.match.state.undo.get(seat, 0) if self.match and playing else 0
        return 0 if number and self.long else number

    @property
    def long(self) -> bool:
        """Has the table so many versions that undo is disabled?"""
        return self.state.version >= MAX_UNDO_CHANGES

    def tips_left(self, seat: int) -> int | None:
        """How many tips the person of a seat may still request; None if tips are not allowed there now."""
        s, row = self.state, self.state.seats[seat]
        if s.phase != "playing" or row.kind != "person" or row.stand_in or s.made.tips == "never":
            return None
        if s.made.tips == "bots" and any(it.kind != "bot" and it.person != row.person for it in s.seats):
            return None
        return s.made.tips_each - row.tips

    def by_people(self) -> list[int]:
        """The seats that people play themselves at the moment."""
        return [s for s, row in enumerate(self.state.seats) if row.kind == "person" and not row.stand_in]

    @staticmethod
    def _mind(row: SeatRow) -> str:
        return row.stand_in if row.kind == "person" else row.mind if row.kind in ("bot", "open") else ""

    def _policy(self, version: int, wants: int = NO_SEAT) -> ChangePolicy:
        """How the change that makes this version is carried out. `wants`: the seat whose person wants the
        table to answer questions with a single option."""

        def automatic(seat: int) -> bool:
            return seat == wants or self._automatic(seat)

        return ChangePolicy(version, automatic, self._is_person)

    def _automatic(self, seat: int) -> bool:
        """Does the table answer every question with a single option for this seat?"""
        row = self.state.seats[seat]
        return self.state.made.auto or row.kind != "person" or bool(row.stand_in)

    def _is_person(self, seat: int) -> bool:
        """Does the seat belong to a person, present or away?"""
        return self.state.seats[seat].kind == "person"

    def decide_itself(self, what: Own, now: int, hub: str = "", house: int = 0) -> Entry:
        """An entry of the table itself, without a request. `house`: `now` in cluster time."""
        at, house = self.not_before(now, house)
        return Entry(at, "", "", hub, what, house=house)

    def not_before(self, now: int, house: int) -> tuple[int, int]:
        """These times by the wall clock and in cluster time (0: unknown), or those of the last entry if
        later."""
        return max(now, self.state.at), max(house, self.state.house) if house else 0

    def counted(self, now: int, house: int) -> int:
        """The ms since the last entry that count for the clocks."""
        return seat_clocks.counted(max(now, self.state.at) - self.state.at, house - self.state.house)

    # -- applying ----------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that was decided at this version. Raises Fault and changes nothing if the game
        fails."""
        s, what = self.state, entry.what
        version, before = s.version + 1, self.asked()
        try:
            told = self._play(what, version)
        except Exception as wrong:
            raise Fault(type(what).__name__, wrong) from wrong
        house = entry.house or s.house + entry.at - s.at
        counted = self.counted(entry.at, house - (what.ms if type(what) is Paused else 0))
        left = seat_clocks.passed(s.left, before, counted) if s.left else s.left
        s.version, s.at, s.house = version, entry.at, max(house, s.house)
        self._reseat(entry)
        if left:
            s.left = seat_clocks.rewarded(left, s.made.clock, before, self.asked())
            if isinstance(what, (Act, Undo)) and s.left[what.seat] == 0:
                s.left = seat_clocks.back(s.left, s.made.clock, what.seat)
        if not isinstance(what, OfItself):
            self._remember(entry.by, what.id)
        if type(what) is Undo:
            s.forget(what.seat)
        if type(what) is Act:
            own = takewhile(lambda said: said.seat == what.seat, told)  # an undo removes these lines too
            s.acted(what.seat, sum(len(said.lines) for said in own))
        for said in told:
            for line in said.lines:
                s.line(*line)
        if self.match and not self.match.state.since:
            s.acts = []
        if self.match and s.phase == "playing" and self.match.over:
            self._over()

    def _play(self, what: What, version: int) -> Sequence[ChoiceLines]:
        """Apply the entry to the game; raises before anything has changed. Returns the new log lines."""
        s = self.state
        match what:
            case Act():
                assert self.match
                choice = Choice(what.verb, what.noun)
                wants = what.seat if what.auto else NO_SEAT
                return self.match.act(what.seat, choice, self._policy(version, wants))
            case Undo():
                assert self.match
                self.match.undo(what.seat, version)
                return [ChoiceLines(what.seat, [("undo", what.seat)])]
            case Made():
                raise ValueError("a table is made once")
            case Resized():
                options_of(self.engine, what.options)
        if dealing.begins(s.seats, what):
            parts = [] if s.made.lesson else dealing.parts(s.seats, what)
            seed = tokens.seed(s.made.secret, parts)
            self.match = Match.go_on(self.engine, self._begun(seed), self._policy(version))
            s.match = self.match.state
            origin = s.made.origin
            return [ChoiceLines(NO_SEAT, [_begins(origin), *self.match.game.said])]
        return ()

    def _begun(self, seed: int) -> Game:
        """The game at its beginning: set up, or taken from its origin."""
        made = self.state.made
        if made.origin is None:
            return self.engine.setup(len(self.state.seats), seed, self.options)
        return origins.begun(self.engine, made.origin, seed)

    def _reseat(self, entry: Entry) -> None:
        """Apply the entry to the seats and the table."""
        s, what = self.state, entry.what
        if isinstance(what, (Act, Undo)):
            if seating.played(s, what, entry):
                self.arranged = s.version
            return
        assert not isinstance(what, Made), "`_play` has refused it"
        self.arranged = s.version
        seating.change(s, what, entry)
        if type(what) is Resized:
            self.options = options_of(self.engine, what.options)
        if self.match and s.phase == "starting":
            s.phase, s.left = "playing", seat_clocks.start(len(s.seats), s.made.clock)
        if self.match and type(what) is Handed and what.seals:
            self.match.seal()

    def _over(self) -> None:
        self.state.phase = "over"
        self.arranged = self.state.version
        self.state.line("over")

    def _remember(self, person: str, change: int) -> None:
        """Store the id of a change, to recognise a repeat."""
        seen = self.state.seen
        if person:
            seen[person] = [*seen.get(person, ())[1 - REMEMBERED_IDS :], change]
            if len(seen) > REMEMBERED_PEOPLE:  # visitors never push out the host or a player
                del seen[next(one for one in seen if one != self.state.host and not self.seats_of(one))]


def _begins(origin: GameOrigin | None) -> tuple[Any, ...]:
    """The first log line of a game."""
    if origin is None:
        return ("started",)
    return ("branched", origin.version) if origin.version else ("placed",)

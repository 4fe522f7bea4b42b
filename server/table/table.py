"""A table: a game, its seats, versions and undo. No sockets, no Redis, no clock of its own.

Theory of operation. `rights.decide` looks at a frame and either raises `Refusal`, changing nothing, or
returns an `Entry`: everything needed to make the change, the time and all chance included. `apply`
makes it, the same way in the hub that decided, in a hub that follows, and in a replay years later.
The caller applies, stores, and only then tells anybody; where storing fails because another hub was
faster, it throws this table away and loads it anew.

Entry n of the log makes version n + 1. A table is packed whole (`pack`) from time to time, so that
loading it takes one snapshot and the few entries after it.
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

from . import clock, dealing, origins, seating, tokens
from .entries import (
    REMEMBERED,
    Entry,
    Handed,
    Made,
    OfItself,
    Origin,
    Own,
    SeatRow,
    TableState,
    What,
    decode_state,
    encode,
)
from .match import Match, Said


class Fault(Exception):
    """The game itself failed; the table is as it was."""


NOBODY = -1
"""In the place of a seat, where the table itself tells something."""

PEOPLE = 64
"""How many people's changes a table remembers."""

LONG: Final = 3_500
"""Changes after which nothing more is taken back: games have a third of that at most. Else a log would grow
for as long as somebody chooses and takes back, and nobody could look through it (`hub/sandboxed.py`). No seat
changes hands any more then, for the same reason."""

ARRANGED: Final = 1_000
"""Changes of a table that hasn't started after which guests take no more seats there; after twice as many its
host gives none either. Who kept them so busy has left the host as many."""


class Table:
    """One table. `state` is everything there is; `match` the game while there is one."""

    def __init__(self, engine: Engine, state: TableState) -> None:
        self.engine = engine
        self.state = state
        self.match = Match(engine, state.match) if state.match else None
        self.options = options_of(engine, state.made.options)
        self.arranged = state.version
        """The version that changed the seats or the table itself last, as far as is known here."""

    @classmethod
    def make(cls, engine: Engine, entry: Entry) -> Table:
        """The table that its first entry makes. Raises Refusal for options that can't be played."""
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
        """A check value of the state: two hubs at one version must agree on it."""
        s = self.state
        few = (s.version, s.phase, s.left, s.lines, [row.kind + row.stand_in for row in s.seats])
        return zlib.crc32(encode(few), self.match.check() if self.match else 0)

    # -- questions ---------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def rearranged(self) -> bool:
        """Has the last change concerned the seats or the table itself, and not the game alone?"""
        return self.arranged == self.state.version

    def seats_of(self, person: str) -> list[int]:
        """The seats that this person has, or plays for as a bot."""
        return [s for s, row in enumerate(self.state.seats) if person and person in (row.person, row.bot)]

    def asked(self) -> list[int]:
        """The seats that are asked something now."""
        return [ask.seat for ask in self.match.asks] if self.match and self.state.phase == "playing" else []

    def wanted(self) -> list[tuple[int, str]]:
        """The seats that want a bot, and which mind."""
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
        """The number of the question that this seat is asked; 0 where it is asked nothing."""
        playing = self.match is not None and self.state.phase == "playing"
        return self.match.state.numbers.get(seat, 0) if self.match and playing else 0

    def undo(self, seat: int) -> int:
        """The number to name in taking the seat's last choice back; 0 where it can't be taken back."""
        playing = self.match is not None and self.state.phase == "playing"
        number = self.match.state.undo.get(seat, 0) if self.match and playing else 0
        return 0 if number and self.long else number

    @property
    def long(self) -> bool:
        """Has so much happened here that all of it stands?"""
        return self.state.version >= LONG

    def tips_left(self, seat: int) -> int | None:
        """How many tips the person of a seat may still ask for; None where none are allowed there now."""
        s, row = self.state, self.state.seats[seat]
        if s.phase != "playing" or row.kind != "person" or row.stand_in or s.made.tips == "never":
            return None
        if s.made.tips == "bots" and {it.person for it in s.seats if it.kind != "bot"} != {row.person}:
            return None
        return s.made.tips_each - row.tips

    def by_people(self) -> list[int]:
        """The seats that people play themselves just now."""
        return [s for s, row in enumerate(self.state.seats) if row.kind == "person" and not row.stand_in]

    @staticmethod
    def _mind(row: SeatRow) -> str:
        return row.stand_in if row.kind == "person" else row.mind if row.kind in ("bot", "open") else ""

    def _automatic(self, seat: int) -> bool:
        """Does the table answer for this seat where there is only one option?"""
        row = self.state.seats[seat]
        return self.state.made.auto or row.kind != "person" or bool(row.stand_in)

    def _is_person(self, seat: int) -> bool:
        """Does the seat belong to a person, who may be away just now?"""
        return self.state.seats[seat].kind == "person"

    def decide_itself(self, what: Own, now: int, hub: str = "") -> Entry:
        """An entry of the table's own, asked for by nobody."""
        return Entry(max(now, self.state.at), "", "", hub, what)

    # -- applying ----------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that was decided at this very version. Raises Fault with nothing changed."""
        s, what = self.state, entry.what
        version, before = s.version + 1, self.asked()
        try:
            told = self._play(what, version)
        except Exception as wrong:
            raise Fault(type(what).__name__) from wrong
        left = clock.passed(s.left, before, entry.at - s.at) if s.left else s.left
        s.version, s.at = version, entry.at
        self._reseat(entry)
        if left:
            s.left = clock.rewarded(left, s.made.clock, before, self.asked())
            if isinstance(what, (Act, Undo)) and s.left[what.seat] == 0:
                s.left = clock.back(s.left, s.made.clock, what.seat)
        if not isinstance(what, OfItself):
            self._remember(entry.by, what.id)
        if type(what) is Undo:
            s.forget(what.seat)
        if type(what) is Act:
            own = takewhile(lambda said: said.seat == what.seat, told)  # what an undo takes back with it
            s.acted(what.seat, sum(len(said.lines) for said in own))
        for said in told:
            for line in said.lines:
                s.line(*line)
        if self.match and not self.match.state.since:
            s.acts = []
        if self.match and s.phase == "playing" and self.match.over:
            self._over()

    def _play(self, what: What, version: int) -> Sequence[Said]:
        """What concerns the game; raises before anything has changed. Returns what the log is to tell."""
        s = self.state
        match what:
            case Act():
                assert self.match
                choice = Choice(what.verb, what.noun)
                return self.match.act(what.seat, choice, self._automatic, version, self._is_person)
            case Undo():
                assert self.match
                self.match.undo(what.seat, version)
                return [Said(what.seat, [("undo", what.seat)])]
            case Made():
                raise ValueError("a table is made once")
        if dealing.begins(s.seats, what):
            parts = [] if s.made.lesson else dealing.parts(s.seats, what)
            seed = tokens.seed(s.made.secret, parts)
            self.match = Match.go_on(
                self.engine, self._begun(seed), self._automatic, version, self._is_person
            )
            s.match = self.match.state
            origin = s.made.origin
            return [Said(NOBODY, [_begins(origin), *self.match.game.said])]
        return ()

    def _begun(self, seed: int) -> Game:
        """The game as it begins: set up, or at a moment of another one."""
        made = self.state.made
        if made.origin is None:
            return self.engine.setup(made.seats, seed, self.options)
        return origins.begun(self.engine, made.origin, seed)

    def _reseat(self, entry: Entry) -> None:
        """What concerns the seats and the table."""
        s, what = self.state, entry.what
        if isinstance(what, (Act, Undo)):
            if seating.played(s, what, entry):
                self.arranged = s.version
            return
        assert not isinstance(what, Made), "`_play` has refused it"
        self.arranged = s.version
        seating.change(s, what, entry)
        if self.match and s.phase == "starting":
            s.phase, s.left = "playing", clock.start(len(s.seats), s.made.clock)
        if self.match and type(what) is Handed and what.seals:
            self.match.seal()

    def _over(self) -> None:
        self.state.phase = "over"
        self.arranged = self.state.version
        self.state.line("over")

    def _remember(self, person: str, change: int) -> None:
        """Note the id of a change, to recognise it when it comes again."""
        seen = self.state.seen
        if person:
            seen[person] = [*seen.get(person, ())[1 - REMEMBERED :], change]
            if len(seen) > PEOPLE:
                del seen[next(iter(seen))]


def _begins(origin: Origin | None) -> tuple[Any, ...]:
    """The first line of a game."""
    if origin is None:
        return ("started",)
    return ("branched", origin.version) if origin.version else ("placed",)

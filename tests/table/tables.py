"""A table for tests, without sockets or Redis: people act on it, and the test sets the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol.frames import Act, Make, Reveal, Sit, Start, Take, Undo
from server.games.catalogue import checked, digest
from server.games.engine import Engine
from server.games.kernel import Choice
from server.table import tokens
from server.table.entries import Entry, Made, decode_entry, encode
from server.table.rights import Decided, Given, Refusal, Repeat, Who, decide
from server.table.table import Table
from tests.games.engines import ENGINES

HOST = Who("host", "Hanna")
BOT = Who("bot-process", "bots", bot=True)
ID = "table-for-tests"


class Sitting:
    """A table with people on all seats, and its log."""

    def __init__(
        self,
        game: str = "machi_koro",
        seats: int = 3,
        *,
        sit: bool = True,
        promise: bool = False,
        **made: Any,
    ) -> None:
        self.engine: Engine = ENGINES[game]
        self.now = 1_000_000
        self.ids = iter(range(2, 1_000_000))
        options = checked(self.engine, made.pop("options", {}), seats)
        first = Made(
            id=1,
            table=ID,
            game=game,
            rules=self.engine.rules,
            digest=made.pop("digest", ""),
            seats=seats,
            options=options,
            public=made.pop("public", True),
            wants=made.pop("wants", []),
            clock=made.pop("clock", []),
            auto=made.pop("auto", False),
            secret=made.pop("secret", "5e" * 32),
            kept=made.pop("kept", []),
            stand_in=made.pop("stand_in", ""),
            lesson=made.pop("lesson", ""),
            tips=made.pop("tips", "bots"),
            tips_each=made.pop("tips_each", 10),
            origin=made.pop("origin", None),
            hands_after=made.pop("hands_after", 0),
        )
        assert not made, f"unknown: {made}"
        entry = Entry(self.now, HOST.person, HOST.name, "hub", first)
        self.table = Table.make(self.engine, entry)
        self.log = [encode(entry)]
        if sit:
            for seat in range(seats):
                luck = f"luck-{seat}"
                part = {"promise": tokens.promise(luck)} if promise else {"luck": luck}
                self.do(guest(seat), Sit(self.id(), ID, seat, hands_after=first.hands_after, **part))

    def id(self) -> int:
        return next(self.ids)

    def do(self, who: Who, frame: Decided, name: str = "", next: str = "") -> Entry:
        """Decide, apply and log one frame; Refusal and Repeat are raised."""
        entry = decide(self.table, who, frame, self.now, "hub", Given(name, next))
        return self.apply(entry)

    def itself(self, what: Any) -> Entry:
        """Apply an automatic change of the table."""
        return self.apply(self.table.decide_itself(what, self.now, "hub"))

    def apply(self, entry: Entry) -> Entry:
        self.table.apply(entry)
        self.log.append(encode(entry))
        return entry

    def start(self) -> Sitting:
        self.do(HOST, Start(self.id(), ID))
        return self

    def reveal(self, *seats: int) -> Sitting:
        """These seats reveal their promised parts."""
        for seat in seats:
            self.do(guest(seat), Reveal(self.id(), ID, seat, f"luck-{seat}"))
        return self

    def refused(self, who: Who, frame: Decided, name: str = "", next: str = "") -> str:
        """The code of the refusal of this frame; checks that nothing has changed."""
        before = self.table.pack()
        try:
            decide(self.table, who, frame, self.now, "hub", Given(name, next))
        except Refusal as why:
            assert self.table.pack() == before
            assert why.reason
            return why.code
        raise AssertionError(f"{frame} was not refused")

    def repeated(self, who: Who, frame: Decided) -> bool:
        """Is this frame recognised as a repetition?"""
        try:
            decide(self.table, who, frame, self.now, "hub")
        except Repeat:
            return True
        return False

    # -- playing -----------------------------------------------------------------------------------

    def asked(self) -> int:
        """The first asked seat."""
        assert self.table.match is not None
        return self.table.match.asks[0].seat

    def offers(self, seat: int) -> tuple[Choice, ...]:
        assert self.table.match is not None
        ask = self.table.match.ask(seat)
        return ask.options if ask else ()

    def number(self, seat: int) -> int:
        """The number of the seat's open question."""
        assert self.table.match is not None
        return self.table.match.state.numbers[seat]

    def act_frame(self, seat: int, verb: str, noun: int = -1, auto: bool = False) -> Act:
        return Act(self.id(), ID, seat, self.number(seat), verb, noun, auto)

    def act(
        self, seat: int, verb: str, noun: int = -1, who: Who | None = None, *, auto: bool = False
    ) -> Entry:
        return self.do(who or guest(seat), self.act_frame(seat, verb, noun, auto))

    def undo_frame(self, seat: int) -> Undo:
        assert self.table.match is not None
        return Undo(self.id(), ID, seat, self.table.match.state.undo.get(seat, 0))

    def play(self, pick: Callable[[tuple[Choice, ...]], Choice], until: Callable[[], bool]) -> None:
        """Answer all questions until a condition holds or the game is over."""
        while self.table.state.phase == "playing" and not until():
            seat = self.asked()
            self.act(seat, *pick(self.offers(seat)), who=self.player(seat))

    def player(self, seat: int) -> Who:
        """The person or bot who plays for a seat now."""
        row = self.table.state.seats[seat]
        return Who(row.bot, "bots", bot=True) if row.bot else Who(row.person, row.name)

    def take(self, seat: int, who: Who = BOT) -> Entry:
        return self.do(who, Take(self.id(), ID, seat))

    def replayed(self) -> Table:
        """The table that the log gives."""
        first, *rest = map(decode_entry, self.log)
        table = Table.make(self.engine, first)
        for entry in rest:
            table.apply(entry)
        return table


def guest(seat: int) -> Who:
    """The guest at this seat; the host has the first one."""
    return HOST if seat == 0 else Who(f"guest-{seat}", f"Guest {seat}")


__all__ = ["BOT", "HOST", "ID", "Make", "Mapping", "Sitting", "digest", "guest"]

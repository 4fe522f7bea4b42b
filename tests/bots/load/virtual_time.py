"""Time that passes only when nothing is left to do, and a hub in this time that can stop.

The generator runs unchanged: its scheduler, its drivers, its sessions with their frames and mirrors. Only the
time is simulated, and the connection with the hub at its end, whose answers take as long as a test says.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from bots.load.judge.trace import Spool
from bots.load.plan import LoadPlan
from bots.load.play.driver import Driver
from bots.load.play.recorder import Recorder
from bots.load.play.scheduler import Scheduler
from bots.load.play.user import User
from protocol.codec import encode, packed
from protocol.diff import diff
from protocol.frames import (
    Act,
    Change,
    Changes,
    Diff,
    Done,
    Frame,
    Full,
    Hello,
    Join,
    Joined,
    Make,
    OfTable,
    Ping,
    Pong,
    Sit,
    Start,
    Stored,
    Welcome,
)

T = TypeVar("T")


class Passing(selectors.DefaultSelector):
    """A selector that never waits: it advances the time instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is a number."""

    def __init__(self) -> None:
        self.passing = Passing()
        super().__init__(self.passing)

    def time(self) -> float:
        return self.passing.now

    def lose(self, seconds: float) -> None:
        """The process was busy or suspended for this time."""
        self.passing.now += seconds


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)


class Round:
    """A table that asks one seat after the other. It never ends."""

    def __init__(self, game: str, seats: int) -> None:
        self.about = {"game": game, "seats": seats, "options": {}}
        self.version = 1
        self.turn = -1
        self.done = [0] * seats
        self.told: dict[int, tuple[HubUser, int]] = {}
        """By seat: its user, and the channel."""
        self.log: dict[int, tuple[HubUser, Change]] = {}
        """By version: the user and the change."""

    def public(self) -> dict[str, Any]:
        """The game has no random source, so its fields are empty."""
        chance = {"commitment": "", "promises": [""] * len(self.done), "luck": [], "secret": ""}
        return {
            "table": {"phase": "playing" if self.turn >= 0 else "open", **chance, **self.about},
            "version": self.version,
        }

    def mine(self, seat: int) -> dict[str, Any]:
        ask = {"number": self.version, "prompt": "go", "options": [["go"]]}
        return {"seat": seat, "ask": ask if seat == self.turn else {}, "done": self.done[seat]}


class Hub:
    """Answers every frame after `takes` seconds; while it is stopped, answers wait until the stop is over."""

    def __init__(self, takes: float, still: tuple[float, float]) -> None:
        self.takes = takes
        self.still = still
        self.tables: dict[str, Round] = {}

    def receive(self, user: HubUser, frame: Frame) -> None:
        """A frame of a user."""
        loop = asyncio.get_running_loop()
        at, (begin, end) = loop.time() + self.takes, self.still
        loop.call_at(end + self.takes if begin <= at < end else at, self._answer, user, frame)

    def _answer(self, user: HubUser, frame: Frame) -> None:
        match frame:
            case Hello():
                user.tell(Welcome("P", 0))
            case Ping(n):
                user.tell(Pong(n, 0))
            case Make(id):
                name = f"table-{len(self.tables)}"
                self.tables[name] = Round(frame.game, frame.seats)
                self.tables[name].log[1] = user, frame
                user.tell(Done(id, name, 1))
            case Sit(id, table):
                self.tables[table].version += 1
                user.tell(Done(id, table, self._noted(user, frame)))
            case Changes(id, table):
                log = self.tables[table].log.items()
                rows = [[n, *msgspec.to_builtins(what)] for n, (by, what) in log if by is user]
                user.tell(Stored(id, table, self.tables[table].version, False, rows))
            case Join(table, seat):
                self._join(user, table, seat)
            case Start(id, table):
                self._turn(table)
                user.tell(Done(id, table, self._noted(user, frame)))
            case Act():
                self.tables[frame.table].done[frame.seat] = frame.id
                self._turn(frame.table)
                self._noted(user, frame)

    def _noted(self, user: HubUser, frame: OfTable) -> int:
        table = self.tables[frame.table]
        table.log[table.version] = user, frame
        return table.version

    def _join(self, user: HubUser, name: str, seat: int) -> None:
        table = self.tables[name]
        table.told[seat] = (user, len(user.channels))
        user.channels.append(name)
        user.tell(Joined(name, seat, table.version, table.told[seat][1], []))
        public, mine = Raw(packed(table.public())), Raw(packed(table.mine(seat)))
        user.tell(Full(name, seat, table.version, public, mine))

    def _turn(self, name: str) -> None:
        """Ask the next seat, and send the new version to all."""
        table = self.tables[name]
        before = table.public(), [table.mine(seat) for seat in range(len(table.done))]
        table.version += 1
        table.turn = (table.turn + 1) % len(table.done)
        public = Raw(packed(diff(before[0], table.public())))
        for seat, (user, channel) in table.told.items():
            mine = Raw(packed(diff({**before[1][seat], "done": 0}, table.mine(seat))))
            user.tell(Diff(channel, table.version, public, mine))


class HubUser(User):
    """A guest's connection to such a hub, without a socket."""

    hub: Hub

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._closed = asyncio.Event()

    async def _once(self) -> int:
        self.opened = self._clock()
        self.channels: list[str] = []
        self.session.greet()
        await self._closed.wait()
        return 1000

    def _wake(self) -> None:
        while self.session.outbox:
            frame = self.session.outbox.popleft()
            if isinstance(frame, Change):
                self.ledger.sends(frame)
            self.hub.receive(self, frame)

    def tell(self, frame: Frame) -> None:
        """A frame of the hub."""
        data = encode(frame)
        self._gauges.bytes_in += len(data)
        self.session.receive(data)

    async def close(self) -> None:
        self._stopping.set()
        self._closed.set()


class VirtualDriver(Driver):
    """A driver whose guests are connected to a hub in virtual time."""

    def __init__(
        self,
        plan: LoadPlan,
        scheduler: Scheduler,
        recorder: Recorder,
        number: int = 0,
        spool: Spool | None = None,
        *,
        hub: Hub,
    ) -> None:
        super().__init__(plan, scheduler, recorder, number, spool)
        self.hub = hub

    def user(self, heard: Any = None, turn: int = 0) -> User:
        made = HubUser("", self.clock, heard or self._heard, self.playing.lost, self.recorder.gauges)
        made.hub = self.hub
        return made

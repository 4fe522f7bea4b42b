"""Many tables over real sockets, driven from one process: plays, verifies, measures.

Every seat is an ordinary guest's. The seats of a table lie on different sockets; `per_socket` tables
share theirs. What a table's seats are told is verified by their mirrors: versions without gap, check
values, and at the end the whole document again. A finished game makes room for a new table.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from secrets import token_urlsafe
from typing import Any, Final

from protocol.frames import Act, Diff, Full, Join, Make, Refused, Sit, Start

from ..client import Connection, Refusal
from ..mind import MINDS, Mind
from ..mirror import Mirror
from .tally import Asked, Tally

AT_ONCE: Final = 64
"""Sockets opened, or tables made, at the same time."""

ATTEMPTS: Final = 4
"""How often the whole document of a seat is asked for at the end."""

PATIENCE: Final = 15.0
"""Seconds beyond the thinking after which a table without a move counts as stalled."""


class LoadTable:
    """One table: its seats' mirrors, and when its acts were sent."""

    def __init__(self, name: str, crew: list[Connection], every: int, minds: list[Mind]) -> None:
        self.name = name
        self.crew = crew
        self.minds = minds
        self.answered = [0] * len(crew)
        self.sent: dict[int, float] = {}
        """By id: when the act was sent."""
        self.arrived: dict[int, tuple[int, float]] = {}
        """By version: seats that have it, and when the act that made it was sent (0: not known yet)."""
        self.moved = time.monotonic()
        self.mirrors = [c.session.join(name, seat, every) for seat, c in enumerate(crew)]

    def arrives(self, mirror: Mirror, version: int) -> float:
        """A seat has a version. When the last one has it: the time its act was sent, else 0."""
        count, since = self.arrived.pop(version, (0, 0.0))
        since = since or self.sent.pop(mirror.done, 0.0)
        if count + 1 == len(self.crew):
            return since
        self.arrived[version] = (count + 1, since)
        return 0.0


class Driver:
    """Drives its share of the tables."""

    def __init__(self, asked: Asked, tables: int, seed: int) -> None:
        self.asked = asked
        self.tally = Tally()
        self.measuring = False
        self._tables = tables
        self._random = Random(seed)
        self._connections: list[Connection] = []
        self._running: list[asyncio.Task[None]] = []
        self._at: dict[str, LoadTable] = {}
        self._awaited: dict[tuple[str, int], tuple[int, Any]] = {}
        self._making: set[asyncio.Task[None]] = set()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._ending = False

    # -- before and after --------------------------------------------------------------------------

    async def set_up(self) -> None:
        """Open all sockets, make and start all tables."""
        crews = -(-self._tables // self.asked.per_socket)
        for _ in range(crews * self.asked.seats):
            self._connections.append(self._guest())
        await asyncio.gather(*(self._open(connection) for connection in self._connections))
        await asyncio.gather(*(self._make(self._crew(n)) for n in range(self._tables)))

    def _guest(self) -> Connection:
        token = token_urlsafe(24)
        connection: Connection
        connection = Connection(
            self.asked.url, token, "load", lambda frame, mirror: self._heard(connection, frame, mirror)
        )
        return connection

    async def _open(self, connection: Connection) -> None:
        async with self._gate:
            self._running.append(asyncio.create_task(connection.run()))
            await connection.welcomed()

    def _crew(self, table: int) -> list[Connection]:
        """The connections that carry the seats of the n-th table."""
        first = table // self.asked.per_socket * self.asked.seats
        return self._connections[first : first + self.asked.seats]

    async def _make(self, crew: list[Connection]) -> None:
        """Make a table, seat everybody, start."""
        asked = self.asked
        async with self._gate:
            host = crew[0]
            new = host.session.next_id
            made = await host.request(Make(new(), asked.game, len(crew), dict(asked.options), public=False))
            for seat, guest in enumerate(crew):
                await guest.request(Sit(guest.session.next_id(), made.table, seat))
            minds = [MINDS[asked.mind](self._random.getrandbits(64)) for _ in crew]
            self._at[made.table] = LoadTable(made.table, crew, asked.every, minds)
            await host.request(Start(new(), made.table))

    async def finish(self) -> None:
        """Act no more, wait for what is under way, compare every mirror with the whole document again."""
        self._ending = True
        await self._until(self._quiet)
        for task in self._making:
            task.cancel()
        await asyncio.gather(*self._making, return_exceptions=True)
        self._count_faults()
        await self._compare()
        self.tally.faults["documents not sent"] += len(self._awaited)
        for connection in self._connections:
            await connection.close()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _quiet(self) -> bool:
        """Is every socket open, every change answered, every table that was begun made?"""
        sessions = [connection.session for connection in self._connections]
        return not self._making and all(s.welcomed and not s.pending for s in sessions)

    @staticmethod
    async def _until(settled: Callable[[], bool]) -> None:
        """Wait for something, but not for ever."""
        limit = time.monotonic() + PATIENCE
        while not settled() and time.monotonic() < limit:
            await asyncio.sleep(0.02)

    async def _compare(self) -> None:
        """Ask for the whole document of every seat: once more of those whose socket broke meanwhile."""
        left = [
            (connection, mirror)
            for table in self._at.values()
            for mirror, connection in zip(table.mirrors, table.crew, strict=True)
        ]
        for _ in range(ATTEMPTS):
            sockets = sum(connection.lost for connection in self._connections)
            for connection, mirror in left:
                self._awaited[mirror.table, mirror.seat] = (mirror.version, mirror.document)
                connection.session.say(Join(mirror.table, mirror.seat, -1, self.asked.every))
            await self._until(
                lambda: not self._awaited or sum(c.lost for c in self._connections) > sockets  # noqa: B023
            )
            left = [(c, mirror) for c, mirror in left if (mirror.table, mirror.seat) in self._awaited]
            if not left:
                break
            await self._until(self._quiet)

    def _count_faults(self) -> None:
        tally, now = self.tally, time.monotonic()
        for table in self._at.values():
            for mirror in table.mirrors:
                tally.add_mirror(mirror)
        late = PATIENCE + self.asked.think_ms / 1000
        tally.faults["stalled tables"] += sum(now - table.moved > late for table in self._at.values())
        tally.faults["unacknowledged"] += sum(len(c.session.pending) for c in self._connections)
        tally.faults["sockets lost"] += sum(c.lost for c in self._connections)
        tally.faults["drivers ended"] += sum(task.done() for task in self._running)

    @property
    def resyncs(self) -> int:
        return sum(connection.session.resyncs for connection in self._connections)

    # -- playing -----------------------------------------------------------------------------------

    def _heard(self, connection: Connection, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Diff) and mirror is not None:
            if table := self._at.get(mirror.table):
                self._diff(table, mirror, frame, connection.session.size)
        elif isinstance(frame, Full) and mirror is not None:
            self._full(mirror, frame, connection.session.size)
        elif isinstance(frame, Refused):
            self.tally.refusals[frame.code] += 1

    def _diff(self, table: LoadTable, mirror: Mirror, frame: Diff, size: int) -> None:
        since = table.arrives(mirror, frame.version)
        if self.measuring:
            self.tally.diff_bytes.record_value(size)
            if since:
                self.tally.moves += 1
                self.tally.latency.record_value(max(1, round((time.perf_counter() - since) * 1e6)))
        if self.asked.every == 1 and frame.check is None:
            self.tally.faults["diffs without check value"] += 1
        table.moved = time.monotonic()
        self._look(table, mirror)

    def _full(self, mirror: Mirror, frame: Full, size: int) -> None:
        self.tally.full_bytes.record_value(size)
        awaited = self._awaited.pop((frame.table, frame.seat), None)
        if awaited is not None and awaited != (mirror.version, mirror.document):
            self.tally.faults["documents that differ"] += 1
        if table := self._at.get(frame.table):
            table.arrived.clear()
            self._look(table, mirror)

    def _look(self, table: LoadTable, mirror: Mirror) -> None:
        """Answer where the seat is asked something new; replace the table where the game is over."""
        number = mirror.document["mine"].get("ask", {}).get("number", 0)
        if self._ending:
            return
        if mirror.document["public"]["table"]["phase"] == "over":
            if mirror.seat == 0:
                self._replace(table)
        elif number and number != table.answered[mirror.seat]:
            table.answered[mirror.seat] = number
            think = self.asked.think_ms / 1000 * self._random.uniform(0.5, 1.5)
            if think:
                asyncio.get_running_loop().call_later(think, self._act, table, mirror, number)
            else:
                self._act(table, mirror, number)

    def _act(self, table: LoadTable, mirror: Mirror, number: int) -> None:
        """Choose, send, and note the time."""
        if mirror.lost:
            table.answered[mirror.seat] = 0  # to be looked at again with the whole document
            return
        if self._ending or mirror.document["mine"]["ask"].get("number") != number:
            return
        session = table.crew[mirror.seat].session
        choice = table.minds[mirror.seat].choose(mirror.document, float("inf"))
        act = Act(session.next_id(), table.name, mirror.seat, number, *choice)
        table.sent[act.id] = time.perf_counter()
        session.change(act)

    def _replace(self, table: LoadTable) -> None:
        """The game is over: play on at a new table, with the same people."""
        self.tally.games += 1
        task = asyncio.create_task(self._renew(table))
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _renew(self, old: LoadTable) -> None:
        await asyncio.sleep(0.05)  # the last diffs are still on their way to the other seats
        del self._at[old.name]
        for mirror, connection in zip(old.mirrors, old.crew, strict=True):
            self.tally.add_mirror(mirror)
            connection.session.part(old.name, mirror.seat)
        try:
            await self._make(old.crew)
        except Refusal:
            self.tally.faults["tables not made"] += 1


async def drive(driver: Driver, ready: Callable[[], Any], step: Callable[[Driver], bool]) -> float:
    """Set up, call `ready`, play until `step` (called every quarter of a second) is false; CPU s used."""
    await driver.set_up()
    ready()
    while not driver.measuring:
        await asyncio.sleep(0.02)
        driver.measuring = step(driver)
    cpu = time.process_time()
    while step(driver):
        await asyncio.sleep(0.25)
    driver.measuring = False
    cpu = time.process_time() - cpu
    await driver.finish()
    return cpu

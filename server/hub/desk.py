"""The tables that live in this process: their jobs, their changes, and letting go of them.

Theory of operation. Everything that concerns one table is a job in that table's queue, and the jobs
of a queue run one after the other. A change is decided and applied, then stored, then told. If the
store refuses it, because another hub has written that version, the table is loaded again and the
frame decided anew. What other hubs write arrives as a job as well; gaps are filled from the log.

Beside it: `follower.py` loads and follows, `making.py` makes new tables, `audience.py` says who is told,
`presence.py` who is here and what time does, `past.py` what is read back from the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from protocol.codec import packed
from protocol.frames import (
    WATCH,
    Act,
    Done,
    Gone,
    Hand,
    OfTable,
    Rematch,
    Undo,
    Want,
)

from . import tokens
from .config import Settings
from .document import summary
from .entries import Entry
from .entries import encode as encode_entry
from .follower import Follower
from .live import Live, now
from .making import Making
from .metrics import METRICS
from .rights import Refusal, Repeat, Who
from .store import Store, StoreAway
from .table import Table

if TYPE_CHECKING:
    from .hub import Socket

log = logging.getLogger("stammtisch.desk")

Job = Callable[..., Awaitable[None]]


class Desk:
    """All tables of this hub, by name."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.follower = Follower(settings, store, self.tell)
        self.making = Making(self)
        self.tables: dict[str, Live] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    # -- jobs --------------------------------------------------------------------------------------

    def live(self, table: str) -> Live:
        """The table, which is loaded by its first job if it isn't here yet."""
        live = self.tables.get(table)
        if live is None:
            live = self.tables[table] = Live(table)
            self.enqueue(live, self.follower.load)
        return live

    def enqueue(self, live: Live, job: Job, *args: Any) -> None:
        """Have a job done when all earlier ones of this table are."""
        live.queue.append((job, args))
        live.used = time.monotonic()
        if not live.running:
            live.running = True
            self.spawn(self._run(live))

    def spawn(self, work: Any) -> None:
        """Run something beside everything else; what it raises is logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _run(self, live: Live) -> None:
        try:
            while live.queue:
                job, args = live.queue.popleft()
                try:
                    await job(live, *args)
                except Exception:
                    log.exception("a job of table %s failed", live.id)
                    METRICS.faults.inc()
        finally:
            live.running = False
            if not live.loaded and not live.sockets and self.tables.get(live.id) is live:
                del self.tables[live.id]
                self.spawn(self.store.unfollow(live.id))

    def followed(self, table: str, version: int, data: bytes) -> None:
        """Another hub has written the entry that makes this version."""
        if live := self.tables.get(table):
            self.enqueue(live, self.follower.follow, version, data)

    # -- changing ----------------------------------------------------------------------------------

    def receive(self, socket: Socket, frame: OfTable) -> None:
        """A change of one table, asked for by a client."""
        live = self.live(frame.table)
        if len(live.queue) >= self.settings.queue:
            socket.refuse(frame.id, live.id, "slow-down" if self.store.healthy else "storing")
            return
        self.enqueue(live, self._change, socket, frame, time.perf_counter())

    async def _change(self, live: Live, socket: Socket, frame: OfTable, since: float) -> None:
        if isinstance(frame, Want | Hand) and frame.mind and frame.mind not in self.settings.minds:
            socket.refuse(frame.id, live.id, "unknown-mind")
            return
        who, more = Who(socket.person, socket.name, socket.bot), {}
        if type(frame) is Hand and frame.person:
            more["name"] = next((p.name for p in live.here if p.person == frame.person), "")
        if type(frame) is Rematch and live.table is not None and not live.table.state.next:
            more["next"] = tokens.new_table()
        while True:
            if live.table is None:
                socket.refuse(frame.id, live.id, live.trouble)
                return
            try:
                entry = live.table.decide(who, frame, now(), self.settings.hub, **more)
                if "next" in more:
                    await self.making.rematch(live.table, entry, more["next"])
                stored = await self.commit(live, entry)
            except Repeat:
                socket.send(Done(frame.id, live.id, live.table.version))
                return
            except Refusal as why:
                socket.refuse(frame.id, live.id, why.code, why.reason)
                return
            except Exception:
                METRICS.faults.inc()
                log.exception("table %s failed at version %d", live.id, live.table.version)
                await self.follower.reload(live)
                socket.refuse(frame.id, live.id, "fault")
                return
            if stored:
                break
        METRICS.moved(type(frame).__name__, time.perf_counter() - since)
        self._acknowledge(live, socket, frame)

    def _acknowledge(self, live: Live, socket: Socket, frame: OfTable) -> None:
        """Say `Done`, unless the diff of the seat that acted has said it."""
        if isinstance(frame, (Act, Undo)) and socket in live.sockets.get(frame.seat, ()):
            return
        version = live.table.version if live.table else 0
        socket.send(Done(frame.id, live.id, version))

    async def commit(self, live: Live, entry: Entry) -> bool:
        """Apply, store, tell. False: another hub was faster, and the table is loaded anew. Raises Fault."""
        table = live.table
        assert table is not None
        phase = table.state.phase
        table.apply(entry)
        version, ended = table.version, table.state.phase in ("over", "closed")
        due = table.version % self.settings.snapshot_every == 0 or table.state.phase != phase
        since = time.perf_counter()
        stored = await self.store.commit(
            live.id,
            version - 1,
            encode_entry(replace(entry, check=table.check())),
            snapshot=table.pack() if due else None,
            ttl=self.settings.ttl(table.state.phase),
            due=0 if ended else self._due(live),
        )
        METRICS.commit_seconds.observe(time.perf_counter() - since)
        if not stored:
            METRICS.conflicts.inc()
            await self.follower.reload(live)
            return False
        await self.tell(live)
        return True

    def _due(self, live: Live) -> int | None:
        """When somebody must look at the table again at the latest; None where that is stored already.

        Looking too early is harmless: whoever does sets the next time.
        """
        table, time_is = live.table, now()
        assert table is not None
        due = time_is + self.settings.grace_ms
        if table.state.left:
            due = min([due, *(table.state.at + table.state.left[seat] for seat in table.asked())])
        if time_is < live.due <= due:
            return None
        live.due = due
        return due

    async def tell(self, live: Live) -> None:
        """Tell everybody what the table's new version changes; the lobby too, where it matters."""
        table, viewers = live.table, live.viewers
        assert table is not None and viewers is not None
        seldom = table.changed
        if seldom:
            self._unseat(live, table)
        since = time.perf_counter()
        step = viewers.advance(table, live.exact(table.version))
        METRICS.diff_seconds.observe(time.perf_counter() - since)
        live.tell(step)
        if seldom:
            await self.announce(live)

    @staticmethod
    def _unseat(live: Live, table: Table) -> None:
        """Whoever lost a seat is told of it no more."""
        for seat in [seat for seat in live.sockets if seat != WATCH]:
            for socket in [s for s in live.sockets[seat] if seat not in table.seats_of(s.person)]:
                del live.sockets[seat][socket]
                socket.at.pop((live.id, seat), None)
                socket.send(Gone(live.id, "not-your-seat", seat))

    async def announce(self, live: Live) -> None:
        """Have the lobby know of the table as it is now."""
        table = live.table
        told = None
        if table is not None and table.state.phase in ("open", "playing"):
            told = packed(summary(table))
        if told != live.summary:
            live.summary = told
            await self.store.announce(live.id, told)

    # -- upkeep ------------------------------------------------------------------------------------

    async def poll(self) -> None:
        """Compare our versions with the logs' lengths, and catch up where we missed something.

        Tables that nobody looked at for a while are let go, those without a move fall asleep.
        """
        # Tables move on while the lengths are on their way: a log has lost something only where it is
        # shorter than the version that was stored when it was asked for.
        stored = {
            live: 0 if live.running else version
            for live in self.tables.values()
            if (version := live.at_version) is not None
        }
        try:
            lengths = await self.store.lengths([live.id for live in stored])
        except StoreAway:
            return
        for (live, before), length in zip(stored.items(), lengths, strict=True):
            if length == before or live.running or (version := live.at_version) is None:
                continue
            if length > version:
                self.enqueue(live, self.follower.catch_up)
            elif length < before:
                self.enqueue(live, self.follower.reload)
        await self._rest(time.monotonic())

    async def _rest(self, time_is: float) -> None:
        """Let tables go, or fall asleep."""
        since = time_is - min(self.settings.sleep_s, self.settings.idle_s)
        quiet = [live for live in self.tables.values() if live.used < since and not live.running]
        for live in quiet:
            if live.awake and live.used < time_is - self.settings.sleep_s:
                live.sleep()
        for live in quiet:
            if not live.sockets and not live.running and live.used < time_is - self.settings.idle_s:
                del self.tables[live.id]
                await self.store.unfollow(live.id)

    def gap(self) -> None:
        """The store's subscription was interrupted: anything may have been missed."""
        for live in self.tables.values():
            self.enqueue(live, self.follower.catch_up)

    async def drain(self) -> None:
        """Wait until every job that is waiting now is done."""
        while any(live.running for live in self.tables.values()):
            await asyncio.sleep(0.01)

"""The table registry: the tables loaded in this process, their mailboxes, and how a change is carried out.

Theory of operation. Everything that concerns one table is a job in that table's queue, and the jobs of a
queue run one after the other (an actor with a mailbox). A change is decided, applied and worked out, then
stored, then broadcast. Until it is stored, no other job can reach the table (`LiveTable.take`). If the store
refuses the change because another hub has written that version, or fails in any other way, the table is
dropped; the next job loads what is stored, and the frame is decided again. Entries of other hubs arrive as
jobs too; gaps are filled from the log, and no frame is refused before the log has been checked for newer
entries.

Beside it: `follower.py` loads and follows tables, `eviction.py` compares them with their logs and drops idle
ones, `creation.py` creates tables, `subscriptions.py` keeps the subscribers, `presence.py` who is connected
and the deadlines, `history.py` reads earlier versions from the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, get_args

from msgspec.structs import replace

from protocol.codec import packed
from protocol.frames import (
    Act,
    Done,
    Frame,
    Hand,
    Rematch,
    Undo,
    Want,
)
from server.clock import now
from server.metrics import METRICS
from server.moderation.orders import Orders
from server.moderation.speech import Speech
from server.moderation.word_filter import WordFilter
from server.net.client_socket import ClientSocket, Handles
from server.process.forever import Backoff
from server.process.stalls import StillStalled
from server.settings.config import Settings
from server.store.store import Store, StoreAway
from server.table import tokens
from server.table.document import summary
from server.table.entries import MAX_PAUSE_MS, Entry, Paused, Rematched, Resized
from server.table.entries import encode as encode_entry
from server.table.rights import NOTHING, Decided, Given, Refusal, Repeat, Who, decide
from server.table.table import Fault, Table
from server.table.viewers import ViewStep

from . import breakdown
from .creation import Creation
from .follower import Follower
from .live_table import SOON_MS, LiveTable, Timestamp
from .storing_notices import StoringNotices

log = logging.getLogger("stammtisch.registry")

P = ParamSpec("P")

SOONEST_S, LATEST_S = 1.0, 3600.0
"""Seconds until a table that can't be continued here is retried automatically: at first, and at most."""

LATE_MS = 2_000
"""How long a change may wait, here or for the store, at the expense of the players that are asked next."""


class Worked(NamedTuple):
    """A change that was applied and can be stored."""

    version: int
    check: int
    data: bytes
    """Its encoded entry."""
    step: ViewStep
    """The diffs to broadcast once it is stored."""
    snapshot: bytes | None
    """The packed table, if a snapshot is due."""
    ready: bytes
    """The data with which following hubs can broadcast it; b"" if no hub follows, or if they have to do more
    than broadcast."""
    due: int | None
    """The new deadline of the table; None if the stored one remains."""


DAY_MS = 86_400_000
"""The longest time until a table is checked again."""


class TableRegistry:
    """All tables of this hub, by name."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        on_unseated: Callable[[LiveTable], None] = lambda live: None,
        on_rearranged: Callable[[LiveTable], None] = lambda live: None,
        next_notice: Callable[[LiveTable, Table, int], int] = lambda live, table, time_is: time_is + DAY_MS,
        on_changed: Callable[[LiveTable, Entry], None] = lambda live, entry: None,
    ) -> None:
        """`on_unseated(live)` is called after a job in which a person has lost a seat,
        `on_rearranged(live)` when seats have changed hands, or a game has begun or ended.
        `next_notice(live, table, time)` takes note of the turns of a table, and returns when the next
        notice to somebody absent is due (cluster time). `on_changed(live, entry)`: this hub has stored a
        change."""
        self.settings = settings
        self.store = store
        self._on_unseated, self._on_rearranged = on_unseated, on_rearranged
        self._next_notice, self._on_changed = next_notice, on_changed
        self.storing_notices = StoringNotices(store)
        self.orders = Orders()
        self.words = WordFilter.of(settings.words)
        self.speech = Speech(self.orders, self.words)
        self.stalled = Backoff[str](breakdown.NO_TABLES_S, breakdown.NO_TABLES_MAX_S)
        """Games of which no new tables are made for a while, because they did not return."""
        self.creation = Creation(
            settings, store, self.storing_notices, self.orders, self.stalled, self.announce, self.spawn
        )
        self.retries = Backoff[str](SOONEST_S, LATEST_S)
        """When tables that can't be continued here are retried."""
        self.follower = Follower(settings, store, self.tell, self.creation.complete, self.retries)
        self.handles: Handles = dict.fromkeys(get_args(Decided), self.receive)
        self.tables: dict[str, LiveTable] = {}
        self.loading: set[LiveTable] = set()
        """Tables that have not been read from the store yet."""
        self.tasks: dict[Coroutine[Any, Any, object], asyncio.Task[None]] = {}
        """Background tasks, by their coroutine."""

    # -- jobs --------------------------------------------------------------------------------------

    def live(self, table: str) -> LiveTable:
        """The table; if it isn't loaded, its first job waits until it is."""
        live = self.tables.get(table)
        if live is None:
            live = self.tables[table] = LiveTable(table)
            self.loading.add(live)
        return live

    def admit(self, socket: ClientSocket, change: int, table: str) -> LiveTable | None:
        """The table of a client's request. None if too many jobs are queued there, or too many tables wait to
        be loaded; the client is told to retry."""
        live = self.tables.get(table)
        waiting = len(live.queue) if live is not None else 0
        if waiting < self.settings.queue and (live or len(self.loading) < self.settings.loading):
            return live or self.live(table)
        patience = self.store.healthy and not self.loading
        socket.refuse(change, table, "slow-down" if patience else "storing")
        return None

    def enqueue(
        self,
        live: LiveTable,
        job: Callable[Concatenate[LiveTable, P], Awaitable[object]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Append a job to the table's queue."""
        live.queue.append(partial(job, live, *args, **kwargs))
        live.used = time.monotonic()
        if not live.running:
            live.running = True
            self.spawn(self._run(live))

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a background task. An exception is logged, as a fault unless it is StoreAway."""
        self.tasks[work] = asyncio.create_task(self._beside(work))

    async def _beside(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except StoreAway as away:
            log.info("a background task was given up: %s", away)
        except (Exception, StillStalled):
            log.exception("a background task has failed")
        finally:
            del self.tasks[work]

    async def _run(self, live: LiveTable) -> None:
        try:
            while live.queue:
                job = live.queue.popleft()
                try:
                    # An unknown table may have been created since the last job.
                    if live.missing or (not live.loaded and live.trouble == "unknown-table"):
                        await self.follower.load(live)
                        self.loading.discard(live)
                    await job()
                except StoreAway as away:
                    log.info("a job of table %s was given up: %s", live.id, away)
                    _answer_failed(live, job.args[1:], "storing")
                except (Exception, StillStalled) as wrong:
                    await self.failed(live, wrong)
                    _answer_failed(live, job.args[1:], "fault")
                if live.unseated:
                    live.unseated = False
                    self._on_unseated(live)
        finally:
            live.running = False
            self.loading.discard(live)
            if not live.loaded and not live.sockets and self.tables.get(live.id) is live:
                del self.tables[live.id]
                self.spawn(self.store.unfollow(live.id))

    async def failed(self, live: LiveTable, wrong: BaseException) -> None:
        """Handle an unexpected exception: the state here can't be trusted and is dropped. If the game raised
        it, the table is closed after several of these."""
        live.distrust()
        await self.blamed(live, wrong, "at a job")

    async def blamed(self, live: LiveTable, wrong: BaseException, doing: str) -> None:
        """Record an unexpected exception that has changed nothing. A table whose game raises repeatedly, or
        does not return, is closed."""
        METRICS.faults.inc()
        if not breakdown.is_of_game(wrong):
            log.error("table %s failed %s", live.id, doing, exc_info=wrong)
            return
        breakdown.log_failure(live, wrong, doing)
        stalled = breakdown.is_stalled(wrong)
        if stalled:
            breakdown.pause_new_tables(self.stalled, live.game)
        if stalled or live.faults >= breakdown.MAX_FAULTS:
            live.distrust()
            try:
                await self.follower.close(live, wrong)
            except Exception:
                log.exception("table %s can't be closed yet", live.id)

    def followed(self, table: str, version: int, data: bytes, ready: bytes) -> None:
        """Another hub has written the entry of this version, and may have sent the computed diffs along."""
        live = self.tables.get(table)
        if live is None:
            return
        if not live.running:
            try:
                if self.follower.relayed(live, version, data, ready):
                    live.used = time.monotonic()
                    return
            except Exception:  # the next job loads the table from the store
                log.exception("the relayed version of table %s can't be broadcast", live.id)
                METRICS.faults.inc()
                live.distrust()
            ready = b""  # don't retry with it
        self.enqueue(live, self.follower.follow, version, data, ready)

    async def drain(self) -> None:
        """Wait until all queued jobs are done."""
        while any(live.running for live in self.tables.values()):
            await asyncio.sleep(0.01)

    # -- changing ----------------------------------------------------------------------------------

    def moment(self, table: str) -> Timestamp:
        """The current time at a table, by both clocks."""
        return Timestamp(now(), self.store.outages.now(table))

    def receive(self, socket: ClientSocket, frame: Decided) -> None:
        """A client requests a change of one table."""
        arrived = self.storing_notices.arrived(socket.person, frame) or self.moment(frame.table)
        if live := self.admit(socket, frame.id, frame.table):
            self.storing_notices.begins(socket, frame)
            self.enqueue(live, self._change, socket, frame, arrived, time.perf_counter())
        else:
            self.storing_notices.returns(socket.person, socket.address, frame, arrived)

    async def _change(
        self, live: LiveTable, socket: ClientSocket, frame: Decided, arrived: Timestamp, since: float
    ) -> None:
        """Carry out a change and answer the request."""
        try:
            await self._answer(live, socket, frame, arrived, since)
        finally:
            self.storing_notices.ends(socket, frame)

    async def _answer(
        self, live: LiveTable, socket: ClientSocket, frame: Decided, arrived: Timestamp, since: float
    ) -> None:
        if isinstance(frame, (Want, Hand)) and not self._is_offered(live, frame.mind):
            socket.refuse(frame.id, live.id, "unknown-mind")
            return
        if type(frame) is Rematch and self.orders.no_new_tables:
            socket.refuse(frame.id, live.id, "no-new-tables")
            return
        try:
            version = await self._carry_out(live, Who(socket.person, socket.name, socket.bot), frame, arrived)
        except Repeat:
            socket.send(Done(frame.id, live.id, live.at_version or 0))
            return
        except Refusal as why:
            socket.refuse(frame.id, live.id, why.code, why.reason)
            return
        except Fault:
            if live.missing:
                socket.refuse(frame.id, live.id, "fault")
            else:  # it was one fault too many: the table is closed
                live.refuse(socket, frame.id)
            return
        except Exception as wrong:  # it may be stored: a retry with the same frame finds out
            if not isinstance(wrong, StoreAway):
                await self.failed(live, wrong)
            self.storing_notices.returns(socket.person, socket.address, frame, arrived)
            socket.refuse(frame.id, live.id, "storing")
            return
        METRICS.moved(type(frame).__name__, time.perf_counter() - since)
        if not isinstance(frame, (Act, Undo)) or socket not in live.sockets.get(frame.seat, ()):
            socket.send(Done(frame.id, live.id, version))  # otherwise the acting seat's diff is the response

    def _is_offered(self, live: LiveTable, mind: str) -> bool:
        """Is this mind available for the table? A missing table is refused later, for that reason."""
        return not mind or live.table is None or mind in self.settings.minds_of(live.table.engine.name)

    async def _carry_out(self, live: LiveTable, who: Who, frame: Decided, arrived: Timestamp) -> int:
        """Decide and commit, again if another hub was faster; returns the version made. The change counts
        from its arrival, however long that takes. Checks the log for newer entries before it refuses. Raises
        Repeat, Refusal, Fault, StoreAway."""
        given, up_to_date = NOTHING, False
        if type(frame) is Hand and frame.person:
            given = Given(name=next((p.name for p in live.here if p.person == frame.person), ""))
        if type(frame) is Rematch:
            given = Given(next=tokens.new_table())
        while True:
            await self.store.time.learn()  # the commit before may have waited as long as this hub stood still
            await self.make_up(live, arrived.house)
            if live.table is None:
                raise Refusal(live.trouble, live.reason)
            try:
                entry = decide(live.table, who, frame, arrived.at, self.settings.hub, given, arrived.house)
            except Refusal:
                if up_to_date or not await self.follower.caught_up(live):
                    raise
                up_to_date = True
                continue
            if version := await self.commit(live, entry):
                return version

    async def make_up(self, live: LiveTable, arrived: int = 0) -> None:
        """Let time in which the table could not be changed count for nobody: its part of the store was away,
        or has taken long to store the last change, or the next one has waited here since it `arrived`
        (cluster time). Of several hubs that do this, the first one's entry is stored. Raises Fault,
        StoreAway."""
        while (table := live.table) is not None and _waits(table):
            ms, until = self.store.outages.lost(live.id, table.state.house)
            version, late = live.late
            if not ms and version == table.version:
                ms = late
            if not ms and arrived:
                waited = self.store.time.now() - max(arrived, table.state.house)
                ms = waited if waited > LATE_MS else 0
            if not ms:
                return
            what = Paused(table=live.id, ms=min(ms, MAX_PAUSE_MS))
            house = max(self.store.time.now(), until)
            await self.commit(live, table.decide_itself(what, now(), self.settings.hub, house))

    async def commit(self, live: LiveTable, entry: Entry) -> int:
        """Apply, store, broadcast. Returns the new version; 0 if another hub was faster and the table was
        reloaded. Raises Fault if the game failed and nothing was stored; after any other exception the
        outcome is unknown."""
        table = live.take()
        try:
            worked = self._worked(live, table, entry)
        except Exception as wrong:
            doing = f"at {type(entry.what).__name__} of version {table.version}"
            await self.blamed(live, wrong, doing)
            raise Fault(type(entry.what).__name__, wrong) from wrong
        since = time.perf_counter()
        holders = await self.store.commit(
            live.id,
            worked.version - 1,
            worked.data,
            snapshot=worked.snapshot,
            ttl=self.settings.ttl(table.state.phase),
            due=worked.due,
            ready=worked.ready,
        )
        METRICS.commit_seconds.observe(time.perf_counter() - since)
        if not holders:
            METRICS.conflicts.inc()
            await self.follower.load(live)
            return 0
        log.debug("table %s version %d is stored, for person %s", live.id, worked.version, entry.by)
        live.followed = holders > 1
        self._stored_after(live, worked.version, entry)
        live.table, live.check, live.due = table, worked.check, worked.due or live.due
        try:
            await self.tell(live, entry, worked.step)
        except StoreAway as away:  # it is stored; the next timed check does the rest
            log.info("table %s was not announced: %s", live.id, away)
            live.distrust()
        except Exception as wrong:
            await self.failed(live, wrong)
        self._on_changed(live, entry)
        return worked.version

    def _stored_after(self, live: LiveTable, version: int, entry: Entry) -> None:
        """Note how long an entry has waited for the store: the players that are asked now did not know."""
        late = self.store.time.now() - entry.house
        if late > LATE_MS and type(entry.what) is not Paused:
            live.late = version, late
            self.enqueue(live, self.make_up)

    def _worked(self, live: LiveTable, table: Table, entry: Entry) -> Worked:
        """Apply a change to a taken table, and compute all that has to be stored and broadcast."""
        viewers, phase = live.viewers, table.state.phase
        assert viewers is not None
        if live.followed:
            viewers.widen(table)
        table.apply(entry)
        version, check = table.version, table.check()
        data = encode_entry(replace(entry, check=check))
        step = self._ahead(live, table)
        shared = live.followed and not table.rearranged
        whole = version % self.settings.snapshot_every == 0 or table.state.phase != phase
        state = table.pack() if whole or shared else None
        ready = encode_entry(viewers.ready(step.delta, state)) if shared and state else b""
        return Worked(version, check, data, step, state if whole else None, ready, self._due(live, table))

    @staticmethod
    def _ahead(live: LiveTable, table: Table) -> ViewStep:
        """The diffs for the table's version."""
        viewers, since = live.viewers, time.perf_counter()
        assert viewers is not None
        step = viewers.ahead(table, live.exact(table.version))
        METRICS.diff_seconds.observe(time.perf_counter() - since)
        return step

    def _due(self, live: LiveTable, table: Table) -> int | None:
        """The latest time of the next check of the table; None if the stored deadline suffices.

        Checking too early is harmless, since the check sets the next deadline. Work for the lobby and other
        consequences of a change get an early deadline, in case this hub dies before it has done them.
        """
        time_is = self.store.time.now()
        due = time_is + (SOON_MS if table.rearranged else self.settings.grace_ms)
        if table.state.left:
            due = min([due, *(time_is + table.state.left[seat] for seat in table.asked())])
        if table.state.phase == "starting":
            due = min(due, table.state.started + self.settings.reveal_ms)
        if live.away:  # nobody else needs notices
            due = min(due, self._next_notice(live, table, time_is))
        passed = 0 < live.due <= time_is and live.away  # it is about to be checked: don't postpone that
        return None if passed or time_is < live.due <= due else due

    async def tell(self, live: LiveTable, entry: Entry, step: ViewStep | None = None) -> None:
        """Broadcast the new version that this entry made, with the given diffs or with diffs computed now;
        update the lobby if necessary."""
        table, viewers = live.table, live.viewers
        assert table is not None and viewers is not None
        if type(entry.what) is Rematched:
            await self.creation.rematch(table, entry)
        if type(entry.what) is Resized and entry.hub == self.settings.hub:
            self.spawn(self.creation.tell_group(table))
        if table.rearranged:
            live.unseat(table)
        live.tell(viewers.take(step or self._ahead(live, table)))
        self._next_notice(live, table, self.store.time.now())
        if table.rearranged:
            self._on_rearranged(live)
            await self.announce(live)

    async def announce(self, live: LiveTable, again: bool = False) -> None:
        """Update the table's summary in the lobby; it contains the time of the last change if no player is
        present. `again`: even if this hub has sent the same summary before."""
        table = live.table
        told = None
        if table is not None and table.state.phase in ("open", "starting", "playing"):
            live.told_quiet = live.quiet(table)
            alone = {"quiet": True, "since": table.state.at} if live.told_quiet else {}
            told = packed(summary(table) | alone)
        if again or told != live.summary:
            live.summary = told
            await self.store.announce(live.id, told)


def _waits(table: Table) -> bool:
    """Does the table measure how long it waits for people?"""
    s = table.state
    return s.phase == "starting" or (s.phase == "playing" and bool(s.left or any(it.offer for it in s.seats)))


def _answer_failed(live: LiveTable, args: Sequence[object], code: str) -> None:
    """Refuse the frame of a failed job, if the job was for a frame."""
    match args:
        case (ClientSocket() as socket, Frame() as frame, *_) if live.missing or live.loaded:
            socket.refuse(getattr(frame, "id", 0), live.id, code)
        case (ClientSocket() as socket, Frame() as frame, *_):
            live.refuse(socket, getattr(frame, "id", 0))

"""The tables that live in this process: their jobs, and their changes.

Theory of operation. Everything that concerns one table is a job in that table's queue, and the jobs of a
queue run one after the other. A change is decided, applied and worked out, then stored, then told. Until
it is stored the table is out of everybody's reach (`Live.take`); if the store refuses the change,
because another hub has written that version, or fails in whatever way, that table is gone, and the next
who needs it loads what is stored; the frame is decided anew. What other hubs write arrives as a job as
well; gaps are filled from the log, and no frame is refused before the log has nothing newer.

Beside it: `follower.py` loads and follows, `upkeep.py` compares with the logs and lets go, `making.py` makes
new tables, `audience.py` says who is told, `presence.py` who is here and what time does, `past.py` what is
read back from the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from protocol.codec import packed
from protocol.frames import (
    Act,
    Done,
    Hand,
    Rematch,
    Undo,
    Want,
)
from server.config import Settings
from server.metrics import METRICS
from server.store.store import Store, StoreAway
from server.table import tokens
from server.table.document import summary
from server.table.entries import Entry, Rematched
from server.table.entries import encode as encode_entry
from server.table.rights import NOTHING, Decided, Given, Refusal, Repeat, Who, decide
from server.table.table import Fault, Table
from server.table.viewers import Step

from .follower import Follower
from .live import SOON_MS, Live, now
from .making import Making
from .orders import Orders
from .socket import Handles, Socket
from .unanswered import Unanswered
from .words import Words

log = logging.getLogger("stammtisch.desk")

Job = Callable[..., Awaitable[object]]


class Worked(NamedTuple):
    """A change that is carried out and can be stored."""

    version: int
    check: int
    data: bytes
    """Its entry, encoded."""
    step: Step
    """What is to be told of it, once it is stored."""
    snapshot: bytes | None
    """The table, where it is time to store it whole."""
    ready: bytes
    """What hubs that follow need to tell it; b"" where none do, or where they have more to do than that."""
    due: int | None
    """When somebody must look at the table again, where that is to be stored."""


class Desk:
    """All tables of this hub, by name."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.unanswered = Unanswered(store)
        self.orders = Orders()
        self.words = Words.of(settings.words)
        self.making = Making(settings, store, self.unanswered, self.orders, self.announce, self.spawn)
        self.follower = Follower(settings, store, self.tell, self.making.complete)
        self.handles: Handles = dict.fromkeys(get_args(Decided), self.receive)
        self.tables: dict[str, Live] = {}
        self.loading: set[Live] = set()
        """Those that have not been read from the store yet."""
        self.tasks: dict[Any, asyncio.Task[None]] = {}
        """What runs beside everything else, by its work."""
        self.on_unseated: Callable[[Live], None] = lambda live: None
        """Told after a job in which somebody has lost a seat."""
        self.on_rearranged: Callable[[Live], None] = lambda live: None
        """Told where seats have changed hands, or a game has begun or ended."""

    # -- jobs --------------------------------------------------------------------------------------

    def live(self, table: str) -> Live:
        """The table; where it isn't here yet, its first job waits until it is loaded."""
        live = self.tables.get(table)
        if live is None:
            live = self.tables[table] = Live(table)
            self.loading.add(live)
        return live

    def admit(self, socket: Socket, change: int, table: str) -> Live | None:
        """The table that a client asks something of. None where too much waits there, or too many tables wait
        to be loaded as it is; the client is told to ask again."""
        live = self.tables.get(table)
        waiting = len(live.queue) if live is not None else 0
        if waiting < self.settings.queue and (live or len(self.loading) < self.settings.loading):
            return live or self.live(table)
        patience = self.store.healthy and not self.loading
        socket.refuse(change, table, "slow-down" if patience else "storing")
        return None

    def enqueue(self, live: Live, job: Job, *args: Any) -> None:
        """Have a job done when all earlier ones of this table are."""
        live.queue.append((job, args))
        live.used = time.monotonic()
        if not live.running:
            live.running = True
            self.spawn(self._run(live))

    def spawn(self, work: Any) -> None:
        """Run something beside everything else; what it raises is logged, as a fault unless it is the
        store that is away, or closed because this hub ends."""
        self.tasks[work] = asyncio.create_task(self._beside(work))

    async def _beside(self, work: Any) -> None:
        try:
            await work
        except StoreAway as away:
            log.info("what ran beside everything else was given up: %s", away)
        except Exception:
            log.exception("what ran beside everything else has failed")
        finally:
            del self.tasks[work]

    async def _run(self, live: Live) -> None:
        try:
            while live.queue:
                job, args = live.queue.popleft()
                try:
                    # One that was unknown may have been made since the last job looked.
                    if live.missing or (not live.loaded and live.trouble == "unknown-table"):
                        await self.follower.load(live)
                        self.loading.discard(live)
                    await job(live, *args)
                except StoreAway as away:
                    log.info("a job of table %s was given up: %s", live.id, away)
                except Exception:
                    self._failed(live)
                if live.unseated:
                    live.unseated = False
                    self.on_unseated(live)
        finally:
            live.running = False
            self.loading.discard(live)
            if not live.loaded and not live.sockets and self.tables.get(live.id) is live:
                del self.tables[live.id]
                self.spawn(self.store.unfollow(live.id))

    @staticmethod
    def _failed(live: Live) -> None:
        """An exception that nobody expected: what is here is not to be trusted."""
        log.exception("a job of table %s failed", live.id)
        METRICS.faults.inc()
        live.distrust()

    def followed(self, table: str, version: int, data: bytes, ready: bytes) -> None:
        """Another hub has written the entry that makes this version, and maybe worked it out."""
        live = self.tables.get(table)
        if live is None:
            return
        if not live.running:
            try:
                if self.follower.relayed(live, version, data, ready):
                    live.used = time.monotonic()
                    return
            except Exception:  # as where a job fails: the one that follows takes the table from the store
                self._failed(live)
            ready = b""  # and none of that is tried again
        self.enqueue(live, self.follower.follow, version, data, ready)

    async def drain(self) -> None:
        """Wait until every job that is waiting now is done."""
        while any(live.running for live in self.tables.values()):
            await asyncio.sleep(0.01)

    # -- changing ----------------------------------------------------------------------------------

    def receive(self, socket: Socket, frame: Decided) -> None:
        """A change of one table, asked for by a client."""
        if live := self.admit(socket, frame.id, frame.table):
            self.unanswered.begins(socket, frame)
            self.enqueue(live, self._change, socket, frame, time.perf_counter())

    async def _change(self, live: Live, socket: Socket, frame: Decided, since: float) -> None:
        """Carry out a change, and say what became of it."""
        try:
            await self._answer(live, socket, frame, since)
        finally:
            self.unanswered.ends(socket, frame)

    async def _answer(self, live: Live, socket: Socket, frame: Decided, since: float) -> None:
        if isinstance(frame, (Want, Hand)) and not self._is_offered(live, frame.mind):
            socket.refuse(frame.id, live.id, "unknown-mind")
            return
        if type(frame) is Rematch and self.orders.no_new_tables:
            socket.refuse(frame.id, live.id, "no-new-tables")
            return
        try:
            version = await self._carry_out(live, Who(socket.person, socket.name, socket.bot), frame)
        except Repeat:
            socket.send(Done(frame.id, live.id, live.at_version or 0))
            return
        except Refusal as why:
            socket.refuse(frame.id, live.id, why.code, why.reason)
            return
        except Fault:
            METRICS.faults.inc()
            socket.refuse(frame.id, live.id, "fault")
            return
        except Exception as wrong:  # nobody knows whether it is stored: the same frame sent again finds out
            if not isinstance(wrong, StoreAway):
                self._failed(live)
            socket.refuse(frame.id, live.id, "storing")
            return
        METRICS.moved(type(frame).__name__, time.perf_counter() - since)
        if not isinstance(frame, (Act, Undo)) or socket not in live.sockets.get(frame.seat, ()):
            socket.send(Done(frame.id, live.id, version))  # else the diff of the seat that acted has said it

    def _is_offered(self, live: Live, mind: str) -> bool:
        """May this mind be asked for at a table? One that is not there is refused for that, later on."""
        return not mind or live.table is None or mind in self.settings.minds_of(live.table.engine.name)

    async def _carry_out(self, live: Live, who: Who, frame: Decided) -> int:
        """Decide and commit, again where other hubs were faster; gives the version it made. Refuses nothing
        on the strength of a copy that the log is ahead of. Raises Repeat, Refusal, Fault, StoreAway."""
        given, up_to_date = NOTHING, False
        if type(frame) is Hand and frame.person:
            given = Given(name=next((p.name for p in live.here if p.person == frame.person), ""))
        if type(frame) is Rematch:
            given = Given(next=tokens.new_table())
        while True:
            if live.table is None:
                raise Refusal(live.trouble)
            try:
                entry = decide(live.table, who, frame, now(), self.settings.hub, given)
            except Refusal:
                if up_to_date or not await self.follower.caught_up(live):
                    raise
                up_to_date = True
                continue
            if version := await self.commit(live, entry):
                return version

    async def commit(self, live: Live, entry: Entry) -> int:
        """Apply, store, tell. Gives the new version; 0 where another hub was faster, and the table was loaded
        anew. Raises Fault where nothing was stored, because the game failed; after any other exception nobody
        knows whether it was."""
        table = live.take()
        try:
            worked = self._worked(live, table, entry)
        except Exception as wrong:
            log.exception("table %s failed at version %d", live.id, table.version)
            raise Fault(type(entry.what).__name__) from wrong
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
        live.table, live.check, live.due = table, worked.check, worked.due or live.due
        try:
            await self.tell(live, entry, worked.step)
        except StoreAway as away:  # stored it is; what belongs to it is made up for when it is looked at next
            log.info("table %s was not announced: %s", live.id, away)
            live.distrust()
        except Exception:
            self._failed(live)
        return worked.version

    def _worked(self, live: Live, table: Table, entry: Entry) -> Worked:
        """Carry out a change of a table that was taken from here, and work out all that becomes of it."""
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
    def _ahead(live: Live, table: Table) -> Step:
        """What there will be to tell of the table's version."""
        viewers, since = live.viewers, time.perf_counter()
        assert viewers is not None
        step = viewers.ahead(table, live.exact(table.version))
        METRICS.diff_seconds.observe(time.perf_counter() - since)
        return step

    def _due(self, live: Live, table: Table) -> int | None:
        """When somebody must look at the table again at the latest; None where that is stored already.

        Looking too early is harmless: whoever does sets the next time. What the lobby is to hear of, or what
        follows from the change otherwise, is looked after soon, in case this hub dies before it has done so.
        """
        time_is = now()
        due = time_is + (SOON_MS if table.rearranged else self.settings.grace_ms)
        if table.state.left:
            due = min([due, *(table.state.at + table.state.left[seat] for seat in table.asked())])
        if table.state.phase == "starting":
            due = min(due, table.state.started + self.settings.reveal_ms)
        passed = 0 < live.due <= time_is and live.away  # in a moment it is looked at: it isn't to be put off
        return None if passed or time_is < live.due <= due else due

    async def tell(self, live: Live, entry: Entry, step: Step | None = None) -> None:
        """Tell everybody what the table's new version changes, which this entry made, as it was worked out or
        will be now; the lobby too, where it matters."""
        table, viewers = live.table, live.viewers
        assert table is not None and viewers is not None
        if type(entry.what) is Rematched:
            await self.making.rematch(table, entry)
        if table.rearranged:
            live.unseat(table)
        live.tell(viewers.take(step or self._ahead(live, table)))
        if table.rearranged:
            self.on_rearranged(live)
            await self.announce(live)

    async def announce(self, live: Live, again: bool = False) -> None:
        """Have the lobby know of the table as it is now, and when something happened there last where nobody
        is left; `again`: even if it was told so from here."""
        table = live.table
        told = None
        if table is not None and table.state.phase in ("open", "starting", "playing"):
            live.told_quiet = live.quiet(table)
            alone = {"quiet": True, "since": table.state.at} if live.told_quiet else {}
            told = packed(summary(table) | alone)
        if again or told != live.summary:
            live.summary = told
            await self.store.announce(live.id, told)

"""The tables that live in this process: loading, changing, following other hubs, letting go.

Theory of operation. Everything that concerns one table is a job in that table's queue, and the jobs
of a queue run one after the other. A change is decided and applied, then stored, then told. If the
store refuses it, because another hub has written that version, the table is loaded again and the
frame decided anew. What other hubs write arrives as a job as well; gaps are filled from the log.

`presence.py` adds who is here and what time does; `past.py` what is read back from the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.frames import (
    AUTO,
    WATCH,
    Act,
    Done,
    Gone,
    Hand,
    Join,
    Joined,
    Make,
    OfTable,
    Part,
    Rematch,
    Undo,
)
from server.games import GAMES
from server.games.catalogue import checked, digest
from server.games.engine import OptionsRefused

from . import tokens
from .config import Settings
from .document import summary
from .entries import Entry, Made, decode_entry, decode_state
from .entries import encode as encode_entry
from .live import Live
from .metrics import METRICS
from .store import Store, StoreAway, Stored
from .table import Fault, Refusal, Repeat, Table, Who
from .viewers import Viewers

if TYPE_CHECKING:
    from .hub import Socket

log = logging.getLogger("stammtisch.desk")

AWAY_S = 0.3
"""Seconds between two attempts to read from a store that is out of reach."""

Job = Callable[..., Awaitable[None]]


def now() -> int:
    """The server's clock in ms."""
    return time.time_ns() // 1_000_000


class Desk:
    """All tables of this hub, by name."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.tables: dict[str, Live] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.on_part: Callable[[Live], None] = lambda live: None
        """Called when somebody came to or left a table here."""

    # -- jobs --------------------------------------------------------------------------------------

    def live(self, table: str) -> Live:
        """The table, which is loaded by its first job if it isn't here yet."""
        live = self.tables.get(table)
        if live is None:
            live = self.tables[table] = Live(table)
            self.enqueue(live, self._load)
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
            if live.table is None and not live.sockets and self.tables.get(live.id) is live:
                del self.tables[live.id]
                self.spawn(self.store.unfollow(live.id))

    # -- loading, following ------------------------------------------------------------------------

    async def _load(self, live: Live) -> None:
        """Take the table from the store, and join in following it."""
        stored = await self._stored(live.id)
        live.table = None
        if stored is None:
            live.trouble = "unknown-table"
            return
        try:
            live.table = self._restored(live.id, stored.snapshot)
            for data in stored.entries:
                live.table.apply(decode_entry(data))
        except Refusal as why:
            live.table, live.trouble = None, why.code
            return
        live.viewers = Viewers(live.table, self.settings.check_every)

    async def _stored(self, table: str) -> Stored | None:
        """What the store has of a table, however long it takes to reach it."""
        while True:
            try:
                return await self.store.load(table)
            except StoreAway:
                await asyncio.sleep(AWAY_S)

    def _restored(self, table: str, snapshot: bytes) -> Table:
        """The table in a snapshot. Refuses ("other-version") what this hub's games can't carry on."""
        game = _game_of(snapshot)
        engine = GAMES.get(game.game)
        if engine is None or engine.rules != game.rules or digest(game.game) != game.digest:
            log.error("table %s was made by another version of %s", table, game.game)
            raise Refusal("other-version")
        return Table.unpack(engine, snapshot)

    async def reload(self, live: Live) -> None:
        """Throw our copy away and take what the store has; tell everybody what is new."""
        METRICS.reloads.inc()
        told = live.viewers.version if live.viewers else 0
        stored = await self._stored(live.id)
        if stored is None:
            self._lost(live, "unknown-table")
            return
        try:
            live.table = self._restored(live.id, stored.snapshot)
            entries = [decode_entry(data) for data in stored.entries]
            if live.table.version > told:
                for entry in entries:
                    live.table.apply(entry)
                self._renew(live)
                return
            while entries and live.table.version < told:
                live.table.apply(entries.pop(0))
        except Refusal as why:
            self._lost(live, why.code)
            return
        live.table.changed = True
        for entry in entries:
            live.table.apply(entry)
            await self.tell(live)

    def _renew(self, live: Live) -> None:
        assert live.table is not None
        if live.viewers is None:
            live.viewers = Viewers(live.table, self.settings.check_every)
        else:
            live.viewers.renew(live.table)
        live.tell_full()

    def _lost(self, live: Live, code: Any) -> None:
        """The table is not to be had any more."""
        live.table, live.trouble = None, code
        live.tell_all(Gone(live.id, code))
        live.sockets.clear()

    def followed(self, table: str, version: int, data: bytes) -> None:
        """Another hub has written the entry that makes this version."""
        if live := self.tables.get(table):
            self.enqueue(live, self._follow, version, data)

    async def _follow(self, live: Live, version: int, data: bytes) -> None:
        table = live.table
        if table is None or version <= table.version:
            return
        if version > table.version + 1:
            await self.catch_up(live)
            return
        entry = decode_entry(data)
        try:
            table.apply(entry)
        except Fault:
            log.exception("table %s can't follow to version %d", live.id, version)
            await self.reload(live)
            return
        if entry.check != table.check():
            log.error("table %s differs from the hub that wrote version %d", live.id, version)
            METRICS.differences.inc()
            await self.reload(live)
            return
        await self.tell(live)

    async def catch_up(self, live: Live) -> None:
        """Apply what the log has beyond our version."""
        if live.table is None:
            return
        start = live.table.version
        try:
            missed = await self.store.entries(live.id, start)
        except StoreAway:
            return  # the next poll sees it again
        for i, data in enumerate(missed):
            await self._follow(live, start + i + 1, data)

    # -- changing ----------------------------------------------------------------------------------

    def receive(self, socket: Socket, frame: OfTable) -> None:
        """A change of one table, asked for by a client."""
        live = self.live(frame.table)
        if len(live.queue) >= self.settings.queue:
            socket.refuse(frame.id, live.id, "slow-down" if self.store.healthy else "storing")
            return
        self.enqueue(live, self._change, socket, frame, time.perf_counter())

    async def _change(self, live: Live, socket: Socket, frame: OfTable, since: float) -> None:
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
                    await self._make_rematch(live.table, entry, more["next"])
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
                await self.reload(live)
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
            await self.reload(live)
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
        live.tell(viewers.advance(table, live.exact(table.version)))
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

    # -- making ------------------------------------------------------------------------------------

    async def make(self, socket: Socket, frame: Make) -> None:
        """Make a table; a repeat of the frame finds the same one."""
        engine = GAMES.get(frame.game)
        if engine is None:
            return socket.refuse(frame.id, "", "unknown-game")
        if any(mind and mind not in self.settings.minds for mind in frame.wants):
            return socket.refuse(frame.id, "", "unknown-mind")
        try:
            options = checked(engine, frame.options, frame.seats)
        except OptionsRefused as why:
            return socket.refuse(frame.id, "", "options", str(why))
        once = f"made:{socket.person}:{frame.id}"
        table = await self.store.once(once, tokens.new_table(), self.settings.repeat_ttl)
        made = Made(
            frame.id,
            table,
            frame.game,
            engine.rules,
            digest(frame.game),
            frame.seats,
            options,
            frame.public,
            list(frame.wants),
            list(frame.clock) if frame.clock and frame.clock[0] else [],
            frame.auto,
            tokens.new_secret(),
        )
        await self._store_new(Entry(now(), socket.person, socket.name, self.settings.hub, made))
        return socket.send(Done(frame.id, table, 1))

    async def _make_rematch(self, old: Table, entry: Entry, table: str) -> None:
        """The table at which the same people meet again."""
        made, seats = old.state.made, old.state.seats
        again = replace(
            made,
            id=entry.what.id,
            table=table,
            secret=tokens.new_secret(),
            wants=[row.mind if row.kind == "bot" else "" for row in seats],
            kept=[(row.person, row.name) if row.kind == "person" else ("", "") for row in seats],
        )
        await self._store_new(replace(entry, what=again))

    async def _store_new(self, entry: Entry) -> None:
        """Write a table's first entry, unless it is there already, and have the lobby know."""
        engine = GAMES[entry.what.game]  # type: ignore[union-attr]
        table = Table.make(engine, entry)
        live = Live(table.state.id)
        stored = await self.store.commit(
            live.id,
            0,
            encode_entry(replace(entry, check=table.check())),
            snapshot=table.pack(),
            ttl=self.settings.ttl("open"),
            due=now() + self.settings.grace_ms,
        )
        if stored:
            METRICS.tables_made.inc()
            live.table = table
            await self.announce(live)

    # -- looking -----------------------------------------------------------------------------------

    def join(self, socket: Socket, frame: Join) -> None:
        """A client wants to be told of a table."""
        self.enqueue(self.live(frame.table), self._join, socket, frame)

    async def _join(self, live: Live, socket: Socket, frame: Join) -> None:
        table, viewers = live.table, live.viewers
        if table is None or viewers is None:
            socket.send(Gone(live.id, live.trouble))  # type: ignore[arg-type]
            return None
        seat = self._seat(table, socket, frame.seat)
        if seat is None:
            return socket.refuse(0, live.id, "not-your-seat")
        if not socket.watches(live.id, seat):
            return socket.refuse(0, live.id, "too-many")
        missing = viewers.missing(seat, frame.have)
        channel = unpacked(socket.at[live.id, seat])
        socket.send(Joined(live.id, seat, viewers.version, channel, viewers.words))
        if missing is None:
            socket.tell(viewers.full(table, seat))
        for step in missing or ():
            socket.tell_diff(live.id, seat, *viewers.ending(seat, step))
        live.sockets.setdefault(seat, {})[socket] = frame.every
        socket.send(live.here_frame())
        for _, said in live.chat:
            socket.send(said)
        self.on_part(live)
        return None

    @staticmethod
    def _seat(table: Table, socket: Socket, wanted: int) -> int | None:
        """Which seat a client looks from; None where it asks for one that isn't its own."""
        own = table.seats_of(socket.person)
        if wanted == AUTO:
            return own[0] if own else WATCH
        return wanted if wanted == WATCH or wanted in own else None

    def part(self, socket: Socket, frame: Part) -> None:
        """A client wants to be told of a table no more."""
        if live := self.tables.get(frame.table):
            self.enqueue(live, self._part, socket, None if frame.seat == AUTO else frame.seat)

    def gone(self, socket: Socket) -> None:
        """A socket is closed."""
        for table in {table for table, _ in socket.at}:
            if live := self.tables.get(table):
                self.enqueue(live, self._part, socket, None)

    async def _part(self, live: Live, socket: Socket, only: int | None) -> None:
        for seat in [only] if only is not None else list(live.sockets):
            sockets = live.sockets.get(seat, {})
            if sockets.pop(socket, None) is not None:
                socket.at.pop((live.id, seat), None)
            if seat in live.sockets and not sockets:
                del live.sockets[seat]
        self.on_part(live)

    # -- upkeep ------------------------------------------------------------------------------------

    async def poll(self) -> None:
        """Compare our versions with the logs' lengths, and catch up where we missed something.

        Tables that nobody looked at for a while are let go.
        """
        loaded = [live for live in self.tables.values() if live.table is not None]
        try:
            lengths = await self.store.lengths([live.id for live in loaded])
        except StoreAway:
            return
        for live, length in zip(loaded, lengths, strict=True):
            if live.table is None or live.running:
                continue
            if length > live.table.version:
                self.enqueue(live, self._catch_up)
            elif length < live.table.version:
                self.enqueue(live, self.reload)
        before = time.monotonic() - self.settings.idle_s
        for live in [x for x in self.tables.values() if not x.sockets and not x.running and x.used < before]:
            del self.tables[live.id]
            await self.store.unfollow(live.id)

    async def _catch_up(self, live: Live) -> None:
        await self.catch_up(live)

    def gap(self) -> None:
        """The store's subscription was interrupted: anything may have been missed."""
        for live in self.tables.values():
            self.enqueue(live, self._catch_up)

    async def drain(self) -> None:
        """Wait until every job that is waiting now is done."""
        while any(live.running for live in self.tables.values()):
            await asyncio.sleep(0.01)


def _game_of(snapshot: bytes) -> Made:
    """What the first entry said of the game, out of a snapshot."""
    return decode_state(snapshot).made

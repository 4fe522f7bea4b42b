"""The parts of one hub, and the only place where they are put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from protocol.codec import unpacked

from .config import Settings
from .files import open_more_files
from .hub.addresses import Addresses
from .hub.analyses import Analyses
from .hub.audience import Audience
from .hub.beginnings import Beginnings
from .hub.chat import SAID, Chat
from .hub.desk import Desk
from .hub.disclosure import Disclosure
from .hub.doors import Doors
from .hub.follower import AWAY_S
from .hub.glance import Glance
from .hub.groups import Groups
from .hub.hub import Hub
from .hub.hurrying import HURRY, Hurrying
from .hub.lag import Lag
from .hub.library import Library
from .hub.past import Archive
from .hub.presence import HERE, Presence
from .hub.reasons import Reasons
from .hub.reels import Reels
from .hub.reporting import Reporting
from .hub.sandbox import Sandbox
from .hub.socket import Taker
from .hub.steward import Steward
from .hub.taking_out import ANEW
from .hub.upkeep import Upkeep
from .metrics import METRICS
from .store.store import Store, StoreAway

LEISURE_S: Final = 10.0
"""In which all tables are looked at again, where something may have been lost without a sign."""


class Parts:
    """The parts of one hub, from the start of the application to its end; hears what other hubs tell."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.addresses = Addresses(settings.proxies, settings.budgets)
        self.doors = Doors(self.addresses, open_more_files(), settings.hello_s)
        self.lobby_missed = asyncio.Event()
        """Announcements may have been missed: the lobby is to be read anew."""
        self.sandbox = Sandbox()
        self.lag = Lag()
        self.heard: set[str] = set()
        """The tables that were announced since the lobby was read last."""
        self.store: Store
        self.desk: Desk
        self.upkeep: Upkeep
        self.library: Library
        self.groups: Groups
        self.disclosure: Disclosure
        self.presence: Presence
        self.archive: Archive
        self.reels: Reels
        self.beginnings: Beginnings
        self.analyses: Analyses
        self.glance: Glance
        self.chat: Chat
        self.hurrying: Hurrying
        self.hub: Hub
        self.steward: Steward
        self.stop_listening: Callable[[], None] = lambda: None
        """Takes no more connections; whoever runs the web server says how."""
        self.end: Callable[[], None] = lambda: None
        """Ends the process in an orderly way."""
        self.unserved: OSError | None = None
        """Why METRICS can't be served, where that ends this process."""
        self._opening: asyncio.Task[None] | None = None

    async def open(self) -> bool:
        """Put everything together, then connect to the store. False where the process is to end before that
        is done. Raises StoreAway."""
        self._put_together()
        self._opening = asyncio.create_task(self._connect())
        await asyncio.wait([self._opening])
        return not self._opening.cancelled() and self._opening.result() is None

    def give_up(self) -> None:
        """The process is to end: open nothing any more."""
        if self._opening is not None:
            self._opening.cancel()

    def _put_together(self) -> None:
        settings = self.settings
        self.store = Store(settings.redis, settings.hub, self, settings.copies)
        self.desk = Desk(settings, self.store)
        self.upkeep = Upkeep(self.desk)
        self.library = Library(settings, self.store, self.addresses)
        self.disclosure = Disclosure(settings, self.store, self.addresses, self.desk)
        self.presence = Presence(self.desk, self.library)
        self.archive = Archive(self.desk)
        self.reels = Reels(self.archive, self.sandbox, self.addresses)
        self.beginnings = Beginnings(self.store, self.sandbox, self.addresses)
        self.analyses = Analyses(self.archive, self.addresses)
        self.chat = Chat(self.desk)
        self.hurrying = Hurrying(self.desk)
        audience = Audience(self.desk, self.chat, self.presence.renew)
        parts: list[Taker] = [
            self.desk,
            self.desk.making,
            audience,
            self.chat,
            self.hurrying,
            self.archive,
            Reasons(self.desk),
            Reporting(self.desk),
        ]
        self.hub = Hub(settings, self.doors, parts, audience.gone, self.desk.orders, self.desk.words)
        self.doors.greeted = lambda: self.hub.greeted
        self.steward = Steward(
            self.hub,
            self.desk,
            self.lag.recent,
            lambda: self.addresses.strangers,
            lambda: self.stop_listening(),
            lambda: self.end(),
        )
        self.glance = Glance(self.desk, self.hub.lobby)
        self.groups = Groups(settings, self.store, self.addresses, self.desk.words, self.hub.lobby)

    async def _connect(self) -> None:
        """Connect to the store: from there on the parts hear of it. Waits for nothing to be stored, so that a
        hub starts while nothing can be. Raises StoreAway."""
        await self.store.open()
        await self._lobby()
        await self.steward.heed()  # nobody is let in before it is known who is not to be
        self._measure()

    def _measure(self) -> None:
        """Have the figures looked up whenever somebody asks for them."""
        METRICS.tables.set_function(lambda: len(self.desk.tables))
        METRICS.sockets.set_function(lambda: len(self.hub.sockets))
        METRICS.at_doors.set_function(lambda: self.doors.waiting)
        METRICS.copies.set(self.settings.copies)
        METRICS.seats.set_function(lambda: self.seats)
        METRICS.loop_lag.set_function(self.lag.told)
        METRICS.storing.set_function(lambda: not self.store.healthy)
        METRICS.commits_waiting.set_function(lambda: self.store.waiting)

    @property
    def seats(self) -> int:
        """Seats and watchers that are told of tables, through all sockets."""
        return sum(len(socket.at) for socket in self.hub.sockets)

    # -- what the store hears ----------------------------------------------------------------------

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        """Another hub has changed a table."""
        self.desk.followed(table, version, entry, ready)

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """A hub, maybe this one, has announced a table."""
        self.heard.add(table)
        self.hub.listed(table, unpacked(summary) if summary else None)

    def on_note(self, table: str, data: bytes) -> None:
        """Another hub tells something of a table that is no change of it."""
        if live := self.desk.tables.get(table):
            kind, *rest = unpacked(data)
            if kind == HERE:
                self.presence.noted(live)
            elif kind == SAID:
                self.chat.noted(live, *rest)
            elif kind == HURRY:
                self.hurrying.noted(live)
            elif kind == ANEW:
                self.upkeep.renew(live)
                self.chat.forget(live, *rest)

    def on_gap(self) -> None:
        """Messages of the store may have been missed."""
        self.upkeep.gap()
        self.chat.gap()
        self.presence.gap()
        self.lobby_missed.set()

    def on_doubt(self) -> None:
        """A message of the store may have been lost without a sign. Logs are compared anyway; all else is
        looked at table by table, since thousands at once would hold up the moves of all."""
        self.lobby_missed.set()
        self.desk.spawn(self._look_again())

    async def _look_again(self) -> None:
        tables = [*self.desk.tables.values()]
        for live in tables:
            self.chat.renew(live)
            self.presence.look_again(live)
            await asyncio.sleep(LEISURE_S / len(tables))

    # -- the lobby ---------------------------------------------------------------------------------

    async def keep_lobby(self) -> None:
        """Read the lobby anew whenever something may have been missed, until that has gone well."""
        while True:
            await self.lobby_missed.wait()
            self.lobby_missed.clear()
            try:
                await self._lobby()
            except BaseException as wrong:
                self.lobby_missed.set()
                if not isinstance(wrong, StoreAway):
                    raise
                await asyncio.sleep(AWAY_S)

    async def _lobby(self) -> None:
        """Have the lobby as the store has it. What is heard meanwhile is newer than what is read."""
        self.heard.clear()
        tables = {table: unpacked(data) for table, data in (await self.store.lobby()).items()}
        for table in {*self.hub.lobby.tables, *tables} - self.heard:
            self.hub.listed(table, tables.get(table))

    async def close(self) -> None:
        """Go down in an orderly way, once no client is left: what was asked for is stored before the store is
        closed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self.desk.drain()
        await self.sandbox.close()
        await self.analyses.close()
        await self.store.close()

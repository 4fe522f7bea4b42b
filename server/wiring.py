"""The parts of one hub, and the only place that connects them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from protocol.codec import unpacked

from .admin.agent import AdminAgent
from .api.analyses import Analyses
from .api.board_failures import BoardFailures
from .api.brought_games import BroughtGames
from .api.erasure import ANEW
from .api.late_hands import LateHandsAnswers
from .api.privacy import Privacy
from .api.reach import ReachAnswers
from .api.replays import Replays
from .api.uploads import Uploads
from .hub.hub import Hub
from .live.chat import SAID, Chat
from .live.eviction import Eviction
from .live.follower import AWAY_S
from .live.history import Archive
from .live.hurry import HURRY, HurryRequests
from .live.late_hands import LateHands
from .live.people import PeopleAtTables
from .live.presence import HERE, Presence
from .live.questions import WhyNot
from .live.registry import TableRegistry
from .live.reporting import Reporting
from .live.sandbox import Sandbox
from .live.status import Status
from .live.subscriptions import Subscriptions
from .live.turn_notices import TurnNotices
from .metrics import METRICS
from .net.client_addresses import ClientAddresses
from .net.client_socket import Taker
from .net.connection_limits import ConnectionLimits
from .net.loop_lag import LoopLag
from .people.books import Books
from .people.groups import PeopleGroups
from .process.file_limits import open_more_files
from .push.devices import Devices
from .push.sender import Sender
from .settings.config import Settings
from .store.store import Store, StoreAway

LEISURE_S: Final = 10.0
"""Seconds over which all tables are refreshed after messages may have been lost unnoticed."""


class Parts:
    """The parts of one hub, from the start of the application to its end; receives the store's messages from
    other hubs."""

    def __init__(
        self,
        settings: Settings,
        stop_listening: Callable[[], None],
        end: Callable[[], None],
        doors: Path | None = None,
    ) -> None:
        """`stop_listening()`: stops accepting connections; `end()`: ends the process gracefully; `doors`: the
        folder of the supervisor's sockets. Must run in the event loop. Raises ValueError if the address of
        the store is invalid."""
        self.settings = settings
        self._end = end
        self.addresses = ClientAddresses(settings.proxies, settings.budgets)
        self.connection_limits = ConnectionLimits(self.addresses, open_more_files(), settings.hello_s)
        self.lobby_missed = asyncio.Event()
        """Lobby messages may have been missed: the lobby must be read again."""
        self.sandbox = Sandbox()
        self.lag = LoopLag()
        self.heard: set[str] = set()
        """The tables announced since the lobby was last read."""
        self.unserved: OSError | StoreAway | None = None
        """The error that ends this process: METRICS can't be served, or the store can't be opened."""
        self._opening: asyncio.Task[None] | None = None
        self.store = Store(settings.redis, settings.hub, self, settings.copies)
        self.registry = TableRegistry(
            settings,
            self.store,
            on_unseated=lambda live: self.presence.renew(live),
            on_rearranged=lambda live: self.presence.rearranged(live),
            next_notice=lambda live, table, time_is: self.notices.next(live, table, time_is),
            on_changed=lambda live, entry: self.people.changed(live, entry),
        )
        self.people = PeopleAtTables(self.registry)
        self.eviction = Eviction(self.registry)
        self.library = Books(settings, self.store, self.addresses)
        self.privacy = Privacy(settings, self.store, self.addresses, self.registry)
        self.sender = Sender(settings, self.store.push)
        self.devices = Devices(settings, self.store, self.sender, self.addresses)
        self.notices = TurnNotices(settings, self.store, self.sender, self.registry.spawn)
        self.presence = Presence(self.registry, self.library, self.notices, self.people)
        self.archive = Archive(self.registry)
        self.late_hands = LateHandsAnswers(LateHands(self.registry, Sandbox()), self.addresses)
        self.reels = Replays(self.archive, self.sandbox, self.addresses)
        self.beginnings = Uploads(self.store, self.sandbox, self.addresses)
        self.brought = BroughtGames(settings, self.store, self.sandbox, self.addresses, self.registry.speech)
        self.board_failures = BoardFailures(self.addresses)
        self.reach = ReachAnswers(self.addresses, doors)
        self.analyses = Analyses(self.archive, self.addresses)
        self.chat = Chat(self.registry)
        self.hurry_requests = HurryRequests(self.registry)
        self.hub = self._new_hub()
        self.admin_agent = self._new_agent(stop_listening, end)
        self.glance = Status(self.registry, self.hub.lobby)
        self.groups = PeopleGroups(settings, self.store, self.addresses, self.registry.speech, self.hub.lobby)

    def _new_hub(self) -> Hub:
        """The hub, with the parts that handle frames."""
        subscriptions = Subscriptions(self.registry, self.chat, self.people.named, self.presence.renew)
        parts: list[Taker] = [
            self.registry,
            self.registry.creation,
            subscriptions,
            self.chat,
            self.hurry_requests,
            self.archive,
            WhyNot(self.registry),
            Reporting(self.registry),
        ]
        return Hub(
            self.settings,
            self.connection_limits,
            parts,
            subscriptions.gone,
            lambda socket: self.presence.renamed(socket),
            self.registry.orders,
            self.registry.speech,
            self.store.time,
        )

    def _new_agent(self, stop_listening: Callable[[], None], end: Callable[[], None]) -> AdminAgent:
        """The agent that carries out the operator's orders here."""
        return AdminAgent(
            self.hub,
            self.registry,
            self.presence.renamed,
            self.lag.recent,
            lambda: self.addresses.strangers,
            stop_listening,
            end,
        )

    async def open(self) -> bool:
        """Connect to the store. False if the process is to end before that is done. Raises StoreAway."""
        self._opening = asyncio.create_task(self._connect())
        await asyncio.wait([self._opening])
        return not self._opening.cancelled() and self._opening.result() is None

    def give_up(self) -> None:
        """The process is to end: cancel the opening."""
        if self._opening is not None:
            self._opening.cancel()

    def fail(self, wrong: OSError | StoreAway) -> None:
        """End the process because of this error."""
        self.unserved = wrong
        self._end()

    async def _connect(self) -> None:
        """Connect to the store and subscribe to its messages. Doesn't wait for writes, so that a hub can
        start while nothing can be stored. Raises StoreAway."""
        await self.store.open()
        await self._lobby()
        await self.admin_agent.heed()  # lock orders must be known before the first client
        self.store.begin()
        self._measure()

    def _measure(self) -> None:
        """Set up the metrics that are computed when they are scraped."""
        METRICS.tables.set_function(lambda: len(self.registry.tables))
        METRICS.sockets.set_function(lambda: len(self.hub.sockets))
        METRICS.at_doors.set_function(lambda: self.connection_limits.waiting)
        METRICS.copies.set(self.settings.copies)
        METRICS.seats.set_function(lambda: self.seats)
        METRICS.loop_lag.set_function(self.lag.told)
        METRICS.storing.set_function(lambda: not self.store.healthy)
        METRICS.commits_waiting.set_function(lambda: self.store.waiting)

    @property
    def seats(self) -> int:
        """Seats and watched tables that are subscribed, of all sockets."""
        return sum(len(socket.at) for socket in self.hub.sockets)

    # -- messages of the store ---------------------------------------------------------------------

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        """Another hub has changed a table."""
        self.registry.followed(table, version, entry, ready)

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """A hub, possibly this one, has announced a table."""
        self.heard.add(table)
        self._listed(table, unpacked(summary) if summary else None)

    def _listed(self, table: str, summary: dict[str, Any] | None) -> None:
        """Update the lobby's entry of a table. A loaded table that was closed because its game failed is
        reloaded."""
        self.hub.listed(table, summary)
        live = self.registry.tables.get(table)
        if live is not None and live.loaded and summary is not None and "broken" in summary:
            self.registry.enqueue(live, self.registry.follower.load)

    def on_note(self, table: str, data: bytes) -> None:
        """Another hub has sent a note about a table that is not a change of it."""
        if live := self.registry.tables.get(table):
            kind, *rest = unpacked(data)
            if kind == HERE:
                self.presence.noted(live)
            elif kind == SAID:
                self.chat.noted(live, *rest)
            elif kind == HURRY:
                self.hurry_requests.noted(live)
            elif kind == ANEW:
                self.eviction.renew(live)
                self.chat.forget(live, *rest)

    def on_gap(self) -> None:
        """Messages of the store may have been missed."""
        self.eviction.gap()
        self.chat.gap()
        self.presence.gap()
        self.lobby_missed.set()

    def on_doubt(self) -> None:
        """A message of the store may have been lost unnoticed. Logs are compared regularly anyway; the rest
        is refreshed table by table, since thousands at once would delay moves."""
        self.lobby_missed.set()
        self.registry.spawn(self._look_again())

    def on_return(self) -> None:
        """Other hubs may have taken this one for dead."""
        self.presence.returned()

    def on_death(self) -> None:
        """Another hub has died, and its people are gone."""
        self.presence.gap()

    def on_outage(self) -> None:
        """A node of the store was away."""
        self.presence.outage()

    async def _look_again(self) -> None:
        tables = [*self.registry.tables.values()]
        for live in tables:
            self.chat.renew(live)
            self.presence.look_again(live)
            await asyncio.sleep(LEISURE_S / len(tables))

    # -- the lobby ---------------------------------------------------------------------------------

    async def keep_lobby(self) -> None:
        """Read the lobby again after messages may have been missed; retry until it succeeds."""
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
        """Load the lobby from the store. Announcements received meanwhile are newer than the loaded data."""
        self.heard.clear()
        tables = {table: unpacked(data) for table, data in (await self.store.lobby()).items()}
        for table in {*self.hub.lobby.tables, *tables} - self.heard:
            self._listed(table, tables.get(table))

    async def close(self) -> None:
        """Shut down gracefully once no client is left: requested changes are stored before the store is
        closed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self.registry.drain()
        await self.sandbox.close()
        await self.late_hands.late.close()
        await self.analyses.close()
        await self.store.close()

"""Carries out the operator's orders in this hub, answers the operator's queries, and reports the hub's
load."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from protocol import codes
from protocol.codec import encode, packed, unpacked
from protocol.frames import Notice
from server.clock import now
from server.fingerprint import fingerprint
from server.games.outside import FAULTS
from server.hub.hub import Hub
from server.live.registry import TableRegistry
from server.moderation.orders import DRAIN, MAX_FOUND_GUESTS
from server.net.client_socket import ClientSocket
from server.store.store import StoreAway

from . import settings_digest

log = logging.getLogger("stammtisch.agent")

DRAIN_BATCH_SOCKETS, DRAIN_PAUSE_S = 50, 0.1
"""A draining hub disconnects this many sockets at a time, and waits this many seconds before the next."""


class AdminAgent:
    """Applies the operator's orders to this hub."""

    def __init__(
        self,
        hub: Hub,
        registry: TableRegistry,
        renamed: Callable[[ClientSocket], None],
        lag: Callable[[], float],
        strangers: Callable[[], list[str]],
        stop_listening: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        """`renamed(socket)`: the client has another name; `lag()`: the recent delay of the event loop, in s;
        `strangers()`: addresses that sent X-Forwarded-For but are not in PROXIES; `stop_listening()`: stops
        accepting connections; `end()`: ends this process gracefully."""
        self.hub = hub
        self.registry = registry
        self.records = registry.store.admin_records
        self._renamed = renamed
        self._lag = lag
        self._strangers = strangers
        self._stop_listening = stop_listening
        self._end = end
        self._told: Notice | None = None
        self._silences = False
        self._answered: set[str] = set()
        self._acts: int | None = None  # the number of acts logged so far
        self._draining = False
        self._measured = (time.monotonic(), time.process_time())
        self._place = {"machine": platform.node(), "version": fingerprint()}

    async def poll(self) -> None:
        """Apply the orders, answer the queries, and report the load."""
        try:
            await self.heed()
            if self.registry.orders.drains(self.registry.settings.hub):
                self.leave()
            await self._note()
            await self._tell()
        except StoreAway:  # retried at the next poll
            return

    async def heed(self) -> None:
        """Read the orders and apply them to the clients here. Raises StoreAway."""
        self.registry.orders.renew(await self.records.orders())
        self._lock_out()
        self._call_anew()
        self._announce()

    async def _note(self) -> None:
        """Log the operator's acts since this hub started. Raises StoreAway."""
        if (before := self._acts) is None:
            self._acts = await self.records.count_acts()
            return
        acts = await self.records.acts_from(before)
        if self._acts != before:
            return  # another call has logged them meanwhile
        self._acts = before + len(acts)
        for act in acts:
            words, values = noted(act)
            log.info(words, *values)

    async def _tell(self) -> None:
        """Answer the operator's queries and report the load. Raises StoreAway."""
        hub, questions, load = self.registry.settings.hub, self.registry.orders.questions, self._load()
        for number, question in questions.items():
            if number not in self._answered:
                await self.records.answer(number, hub, packed(self._answer(unpacked(question), load)))
        self._answered = set(questions)
        await self.records.report(hub, packed(load | {"at": now()}))

    def _lock_out(self) -> None:
        orders, time_is = self.registry.orders, now()
        if orders.fields:
            for socket in list(self.hub.sockets):
                if socket.person and orders.locked_out(socket.person, socket.barred_at, time_is):
                    socket.close(codes.LOCKED_OUT)

    def _call_anew(self) -> None:
        """Apply the orders to the names of clients, and update the tables where a name changed. That takes
        long where many people are connected, so not while nobody is silenced."""
        before, self._silences = self._silences, self.registry.orders.silences(now())
        if before or self._silences:
            for socket in self.hub.call_anew():
                self._renamed(socket)

    def _announce(self) -> None:
        """Send the current notice to all people here, or an empty one when it has ended."""
        notice = self.registry.orders.notice(now())
        if notice != self._told:
            number = self._told.number if self._told else 0
            data = encode(notice or Notice(number, "", 0))
            for socket in self.hub.sockets:
                if socket.person and not socket.bot:
                    socket.tell(data)
        self._told = notice

    def _answer(self, question: str, load: dict[str, Any]) -> Any:
        """The answer of this hub to a query: its settings, or the guests found."""
        if not question.startswith(settings_digest.QUESTION):
            return self._found(question)
        key = question.removeprefix(settings_digest.QUESTION)
        settings = settings_digest.differing_settings(self.registry.settings, self.registry.words, key)
        alike = {
            "settings": settings,
            "games": settings_digest.games(),
            "packages": settings_digest.packages(),
        }
        return load | {"at": now(), "python": platform.python_version(), **alike}

    def _found(self, text: str) -> list[list[Any]]:
        """The guests here whose name contains this text, or whose person hash or address equals it."""
        sought = text.casefold()
        found = [it for it in self.hub.sockets if it.person and _fits(it, sought, text)]
        return [
            [it.person, it.name, it.address, it.bot, sorted({table for table, _ in it.at})[:MAX_FOUND_GUESTS]]
            for it in sorted(found, key=lambda it: (it.bot, it.name))[:MAX_FOUND_GUESTS]
        ]

    def _load(self) -> dict[str, Any]:
        """The load and the state of this hub."""
        then, used = self._measured
        self._measured = time.monotonic(), time.process_time()
        settings, sockets = self.registry.settings, self.hub.sockets
        return {
            "host": settings.host,
            "port": settings.port,
            "process": os.getpid(),
            "tables": len(self.registry.tables),
            "sockets": len(sockets),
            "bots": sum(socket.bot for socket in sockets),
            "seats": sum(len(socket.at) for socket in sockets),
            "waiting": self.registry.store.waiting,
            "lag": round(self._lag(), 3),
            "cpu": round((self._measured[1] - used) / max(0.001, self._measured[0] - then), 3),
            "draining": self._draining,
            "strangers": self._strangers(),
            "left_out": [fault.line for fault in FAULTS],
            **self._place,
        }

    async def knows_bots(self) -> bool:
        """Is a bot process connected here, or to another hub according to its last report? Raises
        StoreAway."""
        if self.hub.bots:
            return True
        others = (await self.records.loads()).items()
        return any(unpacked(load)["bots"] for hub, load in others if hub != self.registry.settings.hub)

    def leave(self) -> None:
        """Drain: send all clients to other hubs, then end."""
        if not self._draining:
            self._draining = True
            self.registry.spawn(self._drain())

    async def _drain(self) -> None:
        """Disconnect the clients in portions, then end."""
        self._stop_listening()
        while here := [socket for socket in self.hub.sockets if not socket.closed]:
            for socket in here[:DRAIN_BATCH_SOCKETS]:
                socket.close(codes.RESTARTING)
            await asyncio.sleep(DRAIN_PAUSE_S)
        if self.registry.orders.drains(self.registry.settings.hub):
            await self.records.carried_out(f"{DRAIN} {self.registry.settings.hub}")
        self._end()


def noted(act: bytes) -> tuple[str, list[str]]:
    """An act as a log message with its arguments, without the operator's text and without addresses."""
    try:
        _, what, details = unpacked(act)
        told = {key: details[key] for key in ("person", "table", "hub") if key in details}
    except (ValueError, TypeError):
        return "the audit log has an unreadable row", []
    words = ["the host orders: %s", *(f"{key} %s" for key in told)]
    if "address" in details:
        words.append("an address")
    if until := details.get("until"):
        words.append(f"until {datetime.fromtimestamp(until / 1000, UTC).isoformat(timespec='seconds')}")
    return ", ".join(words), [what, *told.values()]


def _fits(socket: ClientSocket, sought: str, text: str) -> bool:
    return sought in socket.name.casefold() or text in (socket.person, socket.address)

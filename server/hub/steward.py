"""Carries out in this hub what the host has ordered, answers the host's questions, says how the hub is."""

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
from server.store.store import StoreAway

from . import likeness
from .desk import Desk
from .hub import Hub
from .live import now
from .orders import DRAIN, FOUND
from .socket import Socket

log = logging.getLogger("stammtisch.steward")

PORTION, PAUSE = 50, 0.1
"""Sockets that a hub that ends sends away at a time, and the seconds before the next."""


class Steward:
    """What the host has to do with this hub."""

    def __init__(
        self,
        hub: Hub,
        desk: Desk,
        lag: Callable[[], float],
        strangers: Callable[[], list[str]],
        stop_listening: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        """`lag()`: by how much the event loop was late of late, in s; `strangers()`: addresses that speak
        for others, and that PROXIES doesn't name; `stop_listening()`: no more connections are taken; `end()`:
        this process ends in an orderly way."""
        self.hub = hub
        self.desk = desk
        self.house = desk.store.house
        self._lag = lag
        self._strangers = strangers
        self._stop_listening = stop_listening
        self._end = end
        self._told: Notice | None = None
        self._answered: set[str] = set()
        self._acts: int | None = None  # so many have been looked at
        self._draining = False
        self._measured = (time.monotonic(), time.process_time())
        self._place = {"machine": platform.node(), "version": likeness.version()}

    async def poll(self) -> None:
        """Do what is ordered, answer what is asked, and say how this hub is."""
        try:
            await self.heed()
            if self.desk.orders.drains(self.desk.settings.hub):
                self.leave()
            await self._note()
            await self._tell()
        except StoreAway:  # the next time, then
            return

    async def heed(self) -> None:
        """Read what is ordered, and do what concerns whoever is here. Raises StoreAway."""
        self.desk.orders.fields = await self.house.orders()
        self._lock_out()
        self._announce()

    async def _note(self) -> None:
        """Have the log tell what the host does, since this hub is there. Raises StoreAway."""
        if (before := self._acts) is None:
            self._acts = await self.house.count_acts()
            return
        acts = await self.house.acts_from(before)
        if self._acts != before:
            return  # somebody else has looked meanwhile
        self._acts = before + len(acts)
        for act in acts:
            words, values = noted(act)
            log.info(words, *values)

    async def _tell(self) -> None:
        """Answer the host's questions, and say how this hub is. Raises StoreAway."""
        hub, questions, load = self.desk.settings.hub, self.desk.orders.questions, self._load()
        for number, question in questions.items():
            if number not in self._answered:
                await self.house.answer(number, hub, packed(self._answer(unpacked(question), load)))
        self._answered = set(questions)
        await self.house.report(hub, packed(load | {"at": now()}))

    def _lock_out(self) -> None:
        orders, time_is = self.desk.orders, now()
        if orders.fields:
            for socket in list(self.hub.sockets):
                if socket.person and orders.locked_out(socket.person, socket.barred_at, time_is):
                    socket.close(codes.LOCKED_OUT)

    def _announce(self) -> None:
        """Tell everybody who is here what is new; that it is over as well."""
        notice = self.desk.orders.notice(now())
        if notice != self._told:
            number = self._told.number if self._told else 0
            data = encode(notice or Notice(number, "", 0))
            for socket in self.hub.sockets:
                if socket.person and not socket.bot:
                    socket.tell(data)
        self._told = notice

    def _answer(self, question: str, load: dict[str, Any]) -> Any:
        """What this hub knows of a question: how it is set, or who is here."""
        if not question.startswith(likeness.QUESTION):
            return self._found(question)
        key = question.removeprefix(likeness.QUESTION)
        settings = likeness.told(self.desk.settings, self.desk.words, key)
        return load | {"at": now(), "python": platform.python_version(), "settings": settings}

    def _found(self, text: str) -> list[list[Any]]:
        """The guests here whose name holds this text, or whose person or address it is."""
        sought = text.casefold()
        found = [it for it in self.hub.sockets if it.person and _fits(it, sought, text)]
        return [
            [it.person, it.name, it.address, it.bot, sorted({table for table, _ in it.at})[:FOUND]]
            for it in sorted(found, key=lambda it: (it.bot, it.name))[:FOUND]
        ]

    def _load(self) -> dict[str, Any]:
        """How this hub is."""
        then, used = self._measured
        self._measured = time.monotonic(), time.process_time()
        settings, sockets = self.desk.settings, self.hub.sockets
        return {
            "host": settings.host,
            "port": settings.port,
            "process": os.getpid(),
            "tables": len(self.desk.tables),
            "sockets": len(sockets),
            "bots": sum(socket.bot for socket in sockets),
            "seats": sum(len(socket.at) for socket in sockets),
            "waiting": self.desk.store.waiting,
            "lag": round(self._lag(), 3),
            "cpu": round((self._measured[1] - used) / max(0.001, self._measured[0] - then), 3),
            "draining": self._draining,
            "strangers": self._strangers(),
            **self._place,
        }

    async def knows_bots(self) -> bool:
        """Is a process of bots here, or was one at another hub when that said last how it is? Raises
        StoreAway."""
        if self.hub.bots:
            return True
        others = (await self.house.loads()).items()
        return any(unpacked(load)["bots"] for hub, load in others if hub != self.desk.settings.hub)

    def leave(self) -> None:
        """Send everybody to other hubs, and end."""
        if not self._draining:
            self._draining = True
            self.desk.spawn(self._drain())

    async def _drain(self) -> None:
        """Send them away, but not all at once."""
        self._stop_listening()
        while here := [socket for socket in self.hub.sockets if not socket.closed]:
            for socket in here[:PORTION]:
                socket.close(codes.RESTARTING)
            await asyncio.sleep(PAUSE)
        if self.desk.orders.drains(self.desk.settings.hub):
            await self.house.carried_out(f"{DRAIN} {self.desk.settings.hub}")
        self._end()


def noted(act: bytes) -> tuple[str, list[str]]:
    """An act as the log may tell it: what the host has written, and where somebody comes from, is in none."""
    try:
        _, what, details = unpacked(act)
        told = {key: details[key] for key in ("person", "table", "hub") if key in details}
    except (ValueError, TypeError):
        return "the host's log has a row that can't be read", []
    words = ["the host orders: %s", *(f"{key} %s" for key in told)]
    if "address" in details:
        words.append("an address")
    if until := details.get("until"):
        words.append(f"until {datetime.fromtimestamp(until / 1000, UTC).isoformat(timespec='seconds')}")
    return ", ".join(words), [what, *told.values()]


def _fits(socket: Socket, sought: str, text: str) -> bool:
    return sought in socket.name.casefold() or text in (socket.person, socket.address)

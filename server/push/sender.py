"""Sends notices to push services, beside everything else: a move never waits for it.

The queue is bounded, and so is the number of requests at a time. Each message is sent at most once; a push
service that can't take it now gets nothing for a while. One that no longer knows a browser loses the
browser's entry.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from server.clock import now
from server.metrics import METRICS
from server.process.forever import Backoff
from server.settings.config import Settings
from server.store.push_store import PushStore, StoredDevice
from server.store.store import StoreAway

from .delivery import NotDelivered, deliver
from .encryption import Signer, encoded, encrypted, new_key, recipient
from .endpoints import endpoint
from .wording import Kind, Notice, payload

log = logging.getLogger("stammtisch.sender")

MAX_QUEUED_MESSAGES: Final = 1_000
SENDERS: Final = 4
"""Requests at a time."""

SOONEST_S, LATEST_S = 2.0, 600.0
"""Pauses for a push service that fails: the first one, and the longest."""

KEPT_FOR_S: Final[dict[Kind, int]] = {"turn": 3_600, "stand-in": 30, "group": 600}
"""How long a push service keeps a message for a browser that is away."""

REMOVED: Final = (400, 401, 403, 404, 410)
"""The browser is gone, or its entry belongs to another key: the page will add it anew."""


class Device(Struct):
    """What is stored with the address of a device."""

    p256dh: str
    auth: str
    language: str
    origin: str
    """Where the page was loaded from; "" if it did not say."""


class Message(NamedTuple):
    person: str
    notice: Notice
    device: StoredDevice


class Sender:
    """Sends the messages of one hub."""

    def __init__(self, settings: Settings, store: PushStore) -> None:
        self.settings = settings
        self.on = settings.push != "off"
        self.own_hosts = [host.lower() for host in settings.push_hosts]
        self._store = store
        self._queue: asyncio.Queue[Message] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self._failing = Backoff[str](SOONEST_S, LATEST_S)
        self._signer: Signer | None = None

    async def signer(self) -> Signer:
        """The signer with the key of this service, made at its first use by any hub."""
        if self._signer is None:
            self._signer = Signer(await self._store.key(new_key()))
        return self._signer

    def send(self, person: str, notice: Notice, devices: Sequence[StoredDevice]) -> None:
        """Queue a notice for these devices of a person."""
        for device in devices:
            if self._queue.full():
                METRICS.pushes.labels("dropped").inc()
            else:
                self._queue.put_nowait(Message(person, notice, device))

    async def work(self) -> None:
        """Send one queued message after the other."""
        while True:
            message = await self._queue.get()
            try:
                outcome = await self._sent(message)
            except StoreAway:
                outcome = "dropped"
            METRICS.pushes.labels(outcome).inc()

    async def _sent(self, message: Message) -> str:
        """Send a message unless its device is gone by now; returns the outcome, for the metrics."""
        person, notice, stored = message
        try:
            device = msgspec.json.decode(stored.data, type=Device)
            to = endpoint(stored.address, self.own_hosts)
            keys = recipient(device.p256dh, device.auth)
        except (ValueError, msgspec.MsgspecError):  # stored by another version, or under other settings
            await self._store.remove(person, stored.name)
            return "gone"
        if self._failing.waits(to.host):
            return "dropped"
        headers = await self._headers(notice, to.origin, device.origin)
        body = encrypted(payload(notice, device.language), keys)
        if not await self._store.has(person, stored.name):
            return "gone"
        try:
            status = await deliver(to, headers, body)
        except NotDelivered as wrong:
            return self._failed(to.host, str(wrong))
        if status in REMOVED:
            await self._store.remove(person, stored.name)
            return "gone"
        if not 200 <= status < 300:
            return self._failed(to.host, f"status {status}")
        self._failing.done(to.host)
        return "sent"

    def _failed(self, host: str, why: str) -> str:
        """Let a push service rest. Logged by its name alone: the whole address belongs to a person."""
        if self._failing.failed(host):
            log.warning("the push service %s takes no messages now: %s", host, why)
        return "failed"

    async def _headers(self, notice: Notice, audience: str, origin: str) -> dict[str, str]:
        contact = self.settings.push if self.settings.push not in ("on", "off") else origin
        signer = await self.signer()
        return {
            "Authorization": signer.header(audience, contact, now() // 1000),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR_S[notice.kind]),
            "Topic": encoded(sha256(b"topic:" + notice.table.encode()).digest()[:18]),
            "Urgency": "high" if notice.kind == "stand-in" else "normal",
        }

"""Web push: the devices of each person, which notices were claimed, and the key pair of the service.

A device is where a browser's push service takes messages for one browser. A notice is claimed before it is
sent, so no hub sends one a second time; if the hub dies in between, nobody does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .keys import HOUSE_PUSH, notices, pairs
from .pipeline import Pipeline
from .scripts import load

ADD = load("device_add")
CLAIM = load("notice_claim")

MAX_DEVICES: Final = 8
"""Devices of one person; the oldest is removed for a newer one."""

MAX_CLAIMS: Final = 500
"""Claims that are kept of one person. Above it they are dropped: a notice may then come a second time."""

DEVICE_TTL_S: Final = 90 * 86_400
"""Seconds that a device is kept after its page was open last."""


class StoredDevice(NamedTuple):
    name: str
    at: int
    """When its page was open last, in ms."""
    address: str
    """Where its push service takes messages."""
    data: bytes
    """What else is needed to send one."""


class PushStore:
    """Writes and reads devices and claims for one hub."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def add(self, person: str, device: StoredDevice) -> None:
        """Store a device, or renew it."""
        row = b"%d %s %s" % (device.at, device.address.encode(), device.data)
        await self._writer.call(ADD, _places(person)[:1], device.name, row, MAX_DEVICES, DEVICE_TTL_S)

    async def remove(self, person: str, name: str) -> None:
        """Remove a device."""
        await self._writer.send("HDEL", _places(person)[0], name)

    async def has(self, person: str, name: str) -> bool:
        """Is the device still there?"""
        return bool(await self._writer.send("HEXISTS", _places(person)[0], name))

    async def claim(self, person: str, about: str, number: int, now: int, ttl: int) -> list[StoredDevice]:
        """Claim a notice: number `number` of those about the same. Returns the devices that get it, none
        if it was claimed before. Devices whose page was not open for too long get nothing."""
        found = await self._writer.call(CLAIM, _places(person), about, number, MAX_CLAIMS, ttl)
        devices = [read_device(name, row) for name, row in pairs(found)]
        return [it for it in devices if now - it.at < 1000 * DEVICE_TTL_S]

    async def key(self, offered: bytes) -> bytes:
        """The private key with which this service signs at push services, the same for all hubs: `offered` if
        there was none."""
        await self._writer.send("HSETNX", HOUSE_PUSH, "key", offered)
        found: bytes = await self._writer.send("HGET", HOUSE_PUSH, "key")
        return found


def read_device(name: bytes, row: bytes) -> StoredDevice:
    """A stored device."""
    at, address, data = row.split(b" ", 2)
    return StoredDevice(name.decode(), int(at), address.decode(), data)


def _places(person: str) -> list[str]:
    """The keys of a person's devices and claims."""
    return [notices(person, part) for part in ("devices", "told")]

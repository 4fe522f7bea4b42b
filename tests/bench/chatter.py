"""Clients of the bare relay: rooms of four with one message in transit each, like a table that plays fast."""

from __future__ import annotations

import asyncio
import time
from multiprocessing import get_context
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bots.client.client import run
from bots.hub_process import keep_off_first_core

from .relay import cpu_of


class Chatter(NamedTuple):
    """Relayed messages, the time they took, and the relay's CPU time."""

    messages: int
    seconds: float
    cpu_s: float

    @property
    def us_per_message(self) -> float:
        """The relay's CPU time for one message received and four sent."""
        return self.cpu_s * 1e6 / self.messages


class Room:
    """Four members; the next one sends when the last message has reached all."""

    def __init__(self, sockets: list[ClientConnection], message: bytes, think_s: float) -> None:
        self.sockets = sockets
        self.message = message
        self.think_s = think_s
        self.arrived = self.messages = 0

    async def listen(self, member: int) -> None:
        try:
            async for _ in self.sockets[member]:
                self.arrived += 1
                if self.arrived == len(self.sockets):
                    self.arrived = 0
                    self.messages += 1
                    await self.send()
        except ConnectionClosed:
            pass

    async def send(self) -> None:
        if self.think_s:
            await asyncio.sleep(self.think_s)
        await self.sockets[self.messages % len(self.sockets)].send(self.message)


async def chat(address: str, rooms: int, size: int, seconds: float, think_s: float) -> Chatter:
    """Let `rooms` rooms chat with messages of `size` bytes."""
    every: list[Room] = []
    listening = []
    for number in range(rooms):
        url = f"ws://{address}/{number}"
        opening = [connect(url, compression=None, ping_interval=None, open_timeout=60) for _ in range(4)]
        sockets = [await socket for socket in opening]
        room = Room(sockets, bytes(size), think_s)
        every.append(room)
        listening += [asyncio.create_task(room.listen(member)) for member in range(4)]
    first = [asyncio.create_task(room.send()) for room in every]
    await asyncio.sleep(0.5)
    loop = asyncio.get_running_loop()
    cpu = await loop.run_in_executor(None, cpu_of, address)
    before, since = sum(room.messages for room in every), time.monotonic()
    await asyncio.sleep(seconds)
    cpu = await loop.run_in_executor(None, cpu_of, address) - cpu
    found = Chatter(sum(room.messages for room in every) - before, time.monotonic() - since, cpu)
    await asyncio.gather(*first)
    await asyncio.gather(*(socket.close() for room in every for socket in room.sockets))
    await asyncio.gather(*listening)
    return found


def _child(address: str, rooms: int, size: int, seconds: float, think_s: float) -> Chatter:
    keep_off_first_core()
    return run(chat(address, rooms, size, seconds, think_s))


def measure(address: str, rooms: int, size: int, seconds: float, think_s: float = 0) -> Chatter:
    """Runs `chat` in a separate process, which leaves the first core to the relay."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_child, (address, rooms, size, seconds, think_s))

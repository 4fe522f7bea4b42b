"""The relays that the hub is compared with: the same stack, without games.

A message of one member of a room is sent unchanged with `send_bytes` to each of its four members; at once by
the bare relay. The durable one first stores it as the next entry of its room's log, with the script that
commits the moves of a hub, through the same connection: all of one turn of the event loop in one batch.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
import urllib.request
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bots.hub_process import START_TIMEOUT_S, free_port, pin_tree
from server.store.store import Store
from tests.process.stores import open_store

TTL_S = 600
"""Seconds until the log of a room expires."""


class Room:
    """The members of a room, and the number of stored messages."""

    def __init__(self) -> None:
        self.members: list[WebSocket] = []
        self.version = 0


rooms: defaultdict[str, Room] = defaultdict(Room)
stores: list[Store] = []
"""The store of the durable relay; empty in the bare one."""


async def member(websocket: WebSocket) -> None:
    """A member of the room in the URL, as long as the socket is open."""
    await websocket.accept()
    name = websocket.path_params["room"]
    room = rooms[name]
    room.members.append(websocket)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            data = await websocket.receive_bytes()
            for store in stores:
                version, room.version = room.version, room.version + 1
                assert await store.commit(name, version, data, ttl=TTL_S), "another message has this number"
            for other in room.members:
                await other.send_bytes(data)
    room.members.remove(websocket)


async def cpu(request: Request) -> PlainTextResponse:
    """CPU seconds that this process has used."""
    return PlainTextResponse(str(time.process_time()))


@contextlib.asynccontextmanager
async def storing(app: Starlette) -> AsyncIterator[None]:
    """Opens the store of the durable relay, whose address is the second argument."""
    for url in sys.argv[2:]:
        stores.append(await open_store(url, "relay"))
    yield
    for store in stores:
        await store.close()


app = Starlette(routes=[WebSocketRoute("/{room}", member), Route("/cpu", cpu)], lifespan=storing)


@contextlib.contextmanager
def running(redis: str = "") -> Iterator[str]:
    """The relay as a separate process on the first core; yields its host and port. With the address of a
    Redis it is the durable one."""
    port = free_port()
    words = [str(port), redis] if redis else [str(port)]
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.relay", *words])
    try:
        limit = time.monotonic() + START_TIMEOUT_S
        while process.poll() is None and time.monotonic() < limit:
            with contextlib.suppress(OSError):
                cpu_of(f"127.0.0.1:{port}")
                break
            time.sleep(0.05)
        pin_tree(process.pid)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def cpu_of(address: str) -> float:
    """CPU seconds that a relay has used."""
    with urllib.request.urlopen(f"http://{address}/cpu", timeout=60) as answer:
        return float(answer.read())


if __name__ == "__main__":
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
    )

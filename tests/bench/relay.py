"""The bare relay that the hub is measured against: the same stack, no game, no Redis.

What one member of a room sends is sent on with `send_bytes` to each of its four members, as it is.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bots.hub_process import START, free_port, pin_tree

rooms: dict[str, list[WebSocket]] = {}


async def member(websocket: WebSocket) -> None:
    """Belong to the room that the address names, as long as the socket is open."""
    await websocket.accept()
    room = rooms.setdefault(websocket.path_params["room"], [])
    room.append(websocket)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            data = await websocket.receive_bytes()
            for other in room:
                await other.send_bytes(data)
    room.remove(websocket)


async def cpu(request: Request) -> PlainTextResponse:
    """CPU seconds that this process has used."""
    return PlainTextResponse(str(time.process_time()))


app = Starlette(routes=[WebSocketRoute("/{room}", member), Route("/cpu", cpu)])


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The relay as a process of its own, on the first core; gives its host and port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.relay", str(port)])
    try:
        limit = time.monotonic() + START
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
    with urllib.request.urlopen(f"http://{address}/cpu", timeout=10) as answer:
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

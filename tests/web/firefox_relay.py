"""A relay between Playwright and Debian's Firefox: `firefox_relay.py PROGRAM WORDS...` starts it and passes
on all messages. Playwright begins with a request that this Firefox doesn't support yet, and would give up; so
the relay answers that one, and colours and motion keep Firefox's defaults."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterable, Awaitable, Callable

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = "emulation.setMediaFeaturesOverride"
LISTENS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


async def pass_on(frames: AsyncIterable[str | bytes], send: Callable[[str | bytes], Awaitable[None]]) -> None:
    async for frame in frames:
        await send(frame)


async def between(near: ServerConnection, far: str) -> None:
    """Pass on all messages until one side has closed the connection."""
    assert near.request
    async with connect(far + near.request.path, max_size=None) as firefox:

        async def ask(frame: str | bytes) -> None:
            asked = json.loads(frame)
            if asked["method"] == UNKNOWN:
                await near.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
            else:
                await firefox.send(frame)

        ways = [pass_on(near, ask), pass_on(firefox, near.send)]
        running = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for way in running:
            way.cancel()


async def main(words: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    far = ""
    while not far and (line := await firefox.stderr.readline()):
        if found := LISTENS.search(line):
            far = found[1].decode()
        else:
            sys.stderr.buffer.write(line)
    if far:
        async with serve(lambda near: between(near, far), "127.0.0.1", 0, max_size=None) as near:
            port = next(iter(near.sockets)).getsockname()[1]
            print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
            while await firefox.stderr.readline():
                pass
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))

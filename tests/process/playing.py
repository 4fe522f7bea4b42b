"""A running `python -m server play` and its child processes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx

from tests.waiting import LIMIT, within

from ..proc import children, command

ROOT = Path(__file__).parents[2]

PARTS = {"redis": "redis.sock", "hub": "server serve", "bots": "bots fill"}


class Playing:
    """A running `python -m server play`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self.address = ""

    @classmethod
    async def start(
        cls,
        data: Path,
        *words: str,
        by: Sequence[str] = (sys.executable, "-m", "server"),
        folder: str | Path = "",
        **environment: str,
    ) -> Playing:
        """`by`: how the command is called. `folder`: where, by default in the repository."""
        process = await asyncio.create_subprocess_exec(
            *(*by, "play", *words),
            cwd=folder or ROOT,
            env={**os.environ, "PORT": "0", "DATA": str(data), "STAMMTISCH_HELLO_S": "90", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        it = cls(process)
        async with within(lambda: "it is open:\n" + "\n".join(it.lines), 2 * LIMIT):
            while not it.address:
                it.address = (await it.line()).partition("Stammtisch is open at")[2].strip()
        return it

    async def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line, "it ended:\n" + "\n".join(self.lines)
        self.lines.append(line.decode().rstrip())
        return self.lines[-1]

    def all_parts(self) -> dict[str, list[int]]:
        """The processes that it has started, by their part."""
        found: dict[str, list[int]] = {name: [] for name in PARTS}
        for pid in children(self.process.pid):
            words = command(pid)
            for name, word in PARTS.items():
                if word in words:
                    found[name].append(pid)
        return found

    def parts(self) -> dict[str, int]:
        """The same, where each part has one process."""
        return {name: those[-1] for name, those in self.all_parts().items() if those}

    async def lines_until_end(self) -> None:
        """Keep all output, so that the process never waits for a reader."""
        with contextlib.suppress(AssertionError):
            while True:
                await self.line()

    async def healthy(self) -> bool:
        async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as client:
            try:
                return (await client.get(self.address + "healthz")).status_code == 200
            except httpx.TransportError:
                return False

    async def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        async with within("it ends"):
            rest, _ = await self.process.communicate()
        self.lines += rest.decode().splitlines()
        return int(self.process.returncode or 0)


Start = Callable[..., Awaitable[Playing]]
"""Starts `play` with these settings."""

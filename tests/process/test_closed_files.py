"""A process runs although its input, output or error output was closed by its parent."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

import httpx
import pytest

from bots.hub_process import free_port
from tests.waiting import LIMIT, until, within

from .playing import ROOT


@pytest.mark.parametrize(
    ("command", "closed"),
    [("serve", "0"), ("serve", "1"), ("serve", "2"), ("serve", "0 1 2"), ("play", "0 1"), ("play", "0 1 2")],
)
async def test_it_serves_and_ends_in_order(tmp_path: Path, command: str, closed: str) -> None:
    """Its child processes have the same files, and requests are answered through all of them."""
    port = free_port()

    def close() -> None:
        for number in map(int, closed.split()):
            os.close(number)

    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", command),
        cwd=ROOT,
        env={**os.environ, "PORT": str(port), "DATA": str(tmp_path / "data"), "HUBS": "1", "BOTS": "1"},
        preexec_fn=close,
    )
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:

            async def ready() -> bool:
                assert process.returncode is None, "it ended"
                try:
                    answer = await web.get(f"http://127.0.0.1:{port}/bots")
                except httpx.TransportError:
                    return False
                return command == "serve" or bool(answer.json())

            await until(ready)
            assert (await web.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200
        process.send_signal(signal.SIGTERM)
        async with within("it ends"):
            assert await process.wait() in (0, -signal.SIGTERM)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("closed", [0, 1, 2])
@pytest.mark.parametrize("module", ["server", "bots"])
async def test_a_command_that_only_tells_something_ends_as_ever(module: str, closed: int) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, "--help"), cwd=ROOT, preexec_fn=partial(os.close, closed)
    )
    assert await process.wait() == 0

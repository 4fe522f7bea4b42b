"""Everything on one machine: a private Redis, a hub and a bot process, under one supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import sys
from pathlib import Path

from .children import Child
from .config import Settings
from .serve import check_metrics, listen
from .store.embedded import CannotStart, redis_for

log = logging.getLogger(__name__)


def play(settings: Settings) -> None:
    """Run it all until told to stop. Raises CannotStart before it serves."""
    asyncio.run(_play(settings))


async def _play(settings: Settings) -> None:
    stop = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    with listen(settings.host, settings.port) as trial:  # before anything is started
        port = int(trial.getsockname()[1])
        check_metrics(settings.metrics)
    async with contextlib.AsyncExitStack() as stack:
        redis = await stack.enter_async_context(redis_for(settings.redis, settings.data))
        environment = {
            **os.environ,
            "HOST": settings.host,
            "PORT": str(port),
            "REDIS": redis,
            "BOT_KEY": settings.bot_key or secrets.token_urlsafe(24),
            "METRICS": settings.metrics,
            "LOG_LEVEL": settings.log_level,
        }
        hub = Child("The hub", [sys.executable, "-m", "server", "serve"], environment=environment)
        await hub.start()
        stack.push_async_callback(hub.stop)
        await _until_healthy(hub, near(settings.host), port, stop)
        hub.keep()
        if not stop.is_set():
            address = f"ws://{_bracketed(near(settings.host))}:{port}/ws"
            command = [sys.executable, "-m", "bots", "fill", "--server", address]
            bots = Child("The bot process", command, environment=environment)
            await bots.start()
            stack.push_async_callback(bots.stop)
            bots.keep()
            print(f"\nStammtisch is open at  {link(settings.host, port)}\n", flush=True)
            print(f"{_where(settings)} Ctrl-C ends it.", flush=True)
            await stop.wait()
        print("\nClosing …", flush=True)


async def _until_healthy(hub: Child, host: str, port: int, stop: asyncio.Event) -> None:
    """Wait until the hub serves. Raises CannotStart when it ends instead."""
    while not stop.is_set():
        if not hub.running:
            raise CannotStart("The hub doesn't start; the lines above say why.")
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
                if b" 200 " in await reader.readline():
                    return
            finally:
                writer.close()
        await asyncio.sleep(0.05)


def near(host: str) -> str:
    """Where a process on this machine reaches what listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


def link(host: str, port: int) -> str:
    """The address that people type into their browsers; with all addresses listened on, the LAN's."""
    return f"http://{_bracketed(lan_address() if host in ('0.0.0.0', '::', '') else host)}:{port}/"


def lan_address() -> str:
    """This machine's address in its network; 127.0.0.1 where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
        try:
            it.connect(("192.0.2.1", 9))  # sends nothing; only asks which way a packet would take
        except OSError:
            return "127.0.0.1"
        return str(it.getsockname()[0])


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _where(settings: Settings) -> str:
    if settings.redis:
        return "All tables are kept in the Redis that is set."
    return f"All tables are kept in {Path(settings.data).absolute()}."

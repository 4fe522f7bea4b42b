"""Everything on one machine: a private Redis, hubs at one address and bot processes, under one supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import sys
import tempfile
from functools import partial
from pathlib import Path

from .beside import Scales
from .children import Child
from .config import AROUND, LONGEST_NAME, UNIX, Settings, chosen
from .gathering import Gathering
from .serve import check_metrics, listen
from .steady import steadily
from .store.embedded import CannotStart, redis_for
from .team import NotReady, Team

log = logging.getLogger(__name__)


def play(settings: Settings) -> None:
    """Run it all until told to stop. Raises CannotStart before it serves."""
    asyncio.run(_play(settings))


async def _play(settings: Settings) -> None:
    stop, again = asyncio.Event(), asyncio.Event()
    hear_signals(stop, again)
    async with contextlib.AsyncExitStack() as stack:
        listening = stack.enter_context(listen(settings.host, settings.port))  # before anything is started
        listening.setblocking(False)
        check_metrics(settings.metrics)
        redis = await stack.enter_async_context(redis_for(settings.redis, settings.data))
        house = House(settings, redis, listening, stack)
        starting = asyncio.create_task(house.hubs.start(settings.hubs or useful_hubs()))
        stopping = asyncio.create_task(stop.wait())
        stack.push_async_callback(house.hubs.stop)
        await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            try:
                await starting
            except NotReady as why:
                raise CannotStart(str(why)) from why
            await house.gather()
            stack.push_async_callback(house.bots.stop)
            await house.bots.start(settings.bots or useful_bots())
            print(f"\nStammtisch is open at  {link(*bound(settings.host, listening))}\n", flush=True)
            print(f"{_where(settings)} Ctrl-C ends it.", flush=True)
            replacing = steadily("replacing", partial(house.replace, again))
            await stop.wait()
            await end(replacing)
        await end(starting)
        print("\nClosing …", flush=True)


def hear_signals(stop: asyncio.Event, again: asyncio.Event) -> None:
    """SIGHUP means to replace what runs; or the end, where it says that the terminal is gone."""
    loop, terminal = asyncio.get_running_loop(), os.isatty(0)

    def hung_up() -> None:
        (stop if terminal and not os.isatty(0) else again).set()

    loop.add_signal_handler(signal.SIGHUP, hung_up)
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, stop.set)


async def end(task: asyncio.Task[None]) -> None:
    """Cancel it, and wait until it has ended."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class House:
    """The hubs, all at one socket, and the bots of one machine."""

    def __init__(
        self, settings: Settings, redis: str, listening: socket.socket, stack: contextlib.AsyncExitStack
    ) -> None:
        """What must be cleared away in the end goes onto the stack."""
        self._settings, self._listening, self._stack = settings, listening, stack
        self._host, self._port = bound(settings.host, listening)
        self._environment = {
            **os.environ,
            "HOST": settings.host,
            "PORT": str(self._port),
            "REDIS": redis,
            "BOT_KEY": settings.bot_key or secrets.token_urlsafe(24),
            "LOG_LEVEL": settings.log_level,
            "LOG_FORMAT": settings.log_format,
            "HUBS": str(settings.hubs),
            "BOTS": str(settings.bots),
        }
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stammtisch-")))
        self._file = Scales.new_file()
        stack.callback(os.close, self._file)
        self._scales = Scales(self._file)
        self.hubs = Team(self._hub, self._takes, signal.SIGHUP)
        self.bots = Team(self._bot, self._at_once, signal.SIGTERM)

    async def gather(self) -> None:
        """Show what all hubs tell the host at one address, where it is wanted."""
        if self._settings.metrics:
            gathering = Gathering(lambda: {str(place + 1): self._told(place) for place in self.hubs.members})
            self._stack.push_async_callback(gathering.close)
            await gathering.start(self._settings.metrics)

    async def replace(self, wanted: asyncio.Event) -> None:
        """Whenever that is wanted, replace all hubs and all bots, one after the other."""
        while await wanted.wait():
            wanted.clear()
            log.info("Hubs and bots are replaced one by one.")
            await self.hubs.replace()
            await self.bots.replace()
            log.info("All hubs and bots have been replaced.")

    def _told(self, place: int) -> str:
        """Where the hub at this place serves its /metrics."""
        return str(self._folder / str(place + 1))

    def _hub(self, place: int) -> Child:
        self._scales.clear(place)
        beside = self._listening.fileno(), self._file
        return Child(
            f"Hub {place + 1}",
            [sys.executable, "-m", "server", "serve", "--beside", *map(str, (*beside, place, self._folder))],
            environment={
                **self._environment,
                "HUB": self._name(f"-{place + 1}"),
                "METRICS": UNIX + self._told(place) if self._settings.metrics else "",
            },
            keep_open=beside,
        )

    def _name(self, ending: str) -> str:
        """The name of a hub, from what the host has called them all."""
        name = os.environ.get(chosen(os.environ, "hub"), "hub").strip(AROUND)
        return name[: LONGEST_NAME - len(ending)] + ending

    async def _takes(self, place: int) -> bool:
        return self._scales.takes(place)

    def _bot(self, place: int) -> Child:
        address = f"ws://{_bracketed(near(self._host))}:{self._port}/ws"
        command = [sys.executable, "-m", "bots", "fill", "--server", address]
        return Child(f"Bot process {place + 1}", command, environment=self._environment)

    @staticmethod
    async def _at_once(place: int) -> bool:
        return True


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def useful_hubs() -> int:
    """Hubs that this machine carries: Redis, bots and the system want cores as well."""
    return cores() // 2 if cores() >= 4 else 1


def useful_bots() -> int:
    """Bot processes that it carries beside them."""
    return max(1, cores() // 4)


def bound(host: str, listening: socket.socket) -> tuple[str, int]:
    """Where this socket listens: under that name, or at all addresses, however that was said (`0`, `*`)."""
    address, port, *_ = listening.getsockname()
    return (address if address in ("0.0.0.0", "::") else host), port


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

"""Everything on one machine: embedded Redis, hubs at one address and bot processes, under one supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import shlex
import signal
import socket
import sys
import tempfile
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from . import starting
from .process.child import Child
from .process.forever import steadily
from .process.metrics_gateway import MetricsGateway
from .process.network_listener import NetworkListener, NotOpened
from .process.rolling_restart import NotReady, RollingRestart
from .process.shared_listener import Scales
from .process.tunnel_plan import BadShare
from .serve import check_metrics, listen
from .settings.config import AROUND, AUTO, LONGEST_NAME, UNIX, Settings, chosen, variables
from .share import Share
from .store.embedded import CannotStart, redis_for
from .terminal_code import code

log = logging.getLogger(__name__)


def play(settings: Settings) -> None:
    """Run everything until told to stop. Raises CannotStart before it serves."""
    asyncio.run(_play(settings))


async def _play(settings: Settings) -> None:
    stop, again = asyncio.Event(), asyncio.Event()
    hear_signals(stop, again)
    async with contextlib.AsyncExitStack() as stack:
        listening = stack.enter_context(listen(settings.host, settings.port))  # before any process is started
        listening.setblocking(False)
        check_metrics(settings.metrics)
        redis = await stack.enter_async_context(redis_for(settings.redis, settings.data, serving=True))
        cluster = LocalCluster(settings, redis, listening, stack)
        starting = asyncio.create_task(cluster.hubs.start(settings.hubs or useful_hubs()))
        stopping = asyncio.create_task(stop.wait())
        stack.push_async_callback(cluster.hubs.stop)
        await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            try:
                await starting
            except NotReady as why:
                raise CannotStart(str(why)) from why
            await cluster.gather()
            await cluster.network.start()
            stack.push_async_callback(cluster.network.close)
            stack.push_async_callback(cluster.bots.stop)
            await cluster.bots.start(settings.bots or useful_bots())
            print(f"\nStammtisch is open at  {link(*bound(settings.host, listening))}\n", flush=True)
            print(_who_can_open(settings, listening, cluster.network), flush=True)
            print(f"{_where(settings)} Ctrl-C ends it.", flush=True)
            stack.push_async_callback(cluster.share.close)
            cluster.open_tunnel()
            replacing = steadily("replacing", partial(cluster.replace, again))
            await stop.wait()
            await end(replacing)
        await end(starting)
        print("\nClosing …", flush=True)


def hear_signals(stop: asyncio.Event, again: asyncio.Event) -> None:
    """SIGHUP triggers a rolling restart, or the end if the terminal was closed."""
    loop, terminal = asyncio.get_running_loop(), os.isatty(0)

    def hung_up() -> None:
        (stop if terminal and not os.isatty(0) else again).set()

    loop.add_signal_handler(signal.SIGHUP, hung_up)
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, stop.set)


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait until it has ended."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class LocalCluster:
    """The hubs, all behind one socket, and the bots of one machine."""

    def __init__(
        self, settings: Settings, redis: str, listening: socket.socket, stack: contextlib.AsyncExitStack
    ) -> None:
        """Registers its clean-up on the stack."""
        self._settings, self._listening, self._stack = settings, listening, stack
        self._host, self._port = bound(settings.host, listening)
        self._environment = {
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
        try:
            self.share = Share(settings, _tunnel_end(stack), say, partial(_show, "Everybody can open it at"))
        except BadShare as why:
            raise CannotStart(str(why)) from why
        self._environment["PROXIES"] = ",".join(self.share.proxies)
        self.network = NetworkListener(
            self._folder,
            self._scales,
            partial(listen_in_network, self._port),
            partial(link_in_network, listening),
            (network_command(settings), share_command(settings)),
            alone=ip_address(listening.getsockname()[0]).is_loopback,
            tunnel=self.share.tunnel,
            opened=partial(_show, "Everybody in your network can open it at"),
        )
        self.hubs = RollingRestart(self._hub, self._takes, signal.SIGHUP)
        self.bots = RollingRestart(self._bot, self._at_once, signal.SIGTERM)

    def open_tunnel(self) -> None:
        """Pass on what comes by the tunnel, and open it if SHARE names one."""
        self.share.start(self._scales, self._folder)

    async def gather(self) -> None:
        """Serve the metrics of all hubs at one address, if METRICS is set."""
        if self._settings.metrics:
            gathering = MetricsGateway(
                lambda: {str(place + 1): self._told(place) for place in self.hubs.members}
            )
            self._stack.push_async_callback(gathering.close)
            await gathering.start(self._settings.metrics)

    async def replace(self, wanted: asyncio.Event) -> None:
        """Replace all hubs and bots one by one, whenever the event is set."""
        while await wanted.wait():
            wanted.clear()
            log.info("Hubs and bots are being replaced one by one.")
            await self.hubs.replace()
            await self.bots.replace()
            log.info("All hubs and bots have been replaced.")

    def _told(self, place: int) -> str:
        """The socket where the hub at this place serves its /metrics."""
        return str(self._folder / str(place + 1))

    def _hub(self, place: int) -> Child:
        self._scales.clear(place)
        beside = self._listening.fileno(), self._file
        return Child(
            f"Hub {place + 1}",
            starting.command(
                "server", "serve", "--beside", *map(str, (*beside, place, self._folder, self.share.port))
            ),
            needed=variables(),
            given={
                **self._environment,
                "HUB": self._name(f"-{place + 1}"),
                "METRICS": UNIX + self._told(place) if self._settings.metrics else "",
            },
            keep_open=beside,
        )

    def _name(self, ending: str) -> str:
        """The name of a hub: HUB, or "hub", with this ending."""
        name = os.environ.get(chosen(os.environ, "hub"), "hub").strip(AROUND)
        return name[: LONGEST_NAME - len(ending)] + ending

    async def _takes(self, place: int) -> bool:
        return self._scales.takes(place)

    def _bot(self, place: int) -> Child:
        address = f"ws://{_bracketed(near(self._host))}:{self._port}/ws"
        command = starting.command("bots", "fill", "--server", address)
        given = {name: self._environment[name] for name in ("BOT_KEY", "LOG_FORMAT")}
        return Child(f"Bot process {place + 1}", command, given=given)

    @staticmethod
    async def _at_once(place: int) -> bool:
        return True


def cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def useful_hubs() -> int:
    """The default number of hubs: Redis, bots and the system need cores as well."""
    return cores() // 2 if cores() >= 4 else 1


def useful_bots() -> int:
    """The default number of bot processes beside them."""
    return max(1, cores() // 4)


def bound(host: str, listening: socket.socket) -> tuple[str, int]:
    """The address and port of this socket: the given host, or the wildcard address if it listens on all (`0`,
    `*`)."""
    address, port, *_ = listening.getsockname()
    return (address if address in ("0.0.0.0", "::") else host), port


def near(host: str) -> str:
    """The address at which a process on this machine reaches a server that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


def link(host: str, port: int) -> str:
    """The address to open in a browser; the LAN address if the server listens on all addresses."""
    return f"http://{_bracketed(lan_address() if host in ('0.0.0.0', '::', '') else host)}:{port}/"


def lan_address() -> str:
    """This machine's address in its network; 127.0.0.1 if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
        try:
            it.connect(("192.0.2.1", 9))  # sends nothing; only selects a route
        except OSError:
            return "127.0.0.1"
        return str(it.getsockname()[0])


def listen_in_network(port: int) -> socket.socket:
    """A socket that listens at this machine's address in its network. Raises NotOpened."""
    address = lan_address()
    if ip_address(address).is_loopback:
        raise NotOpened("no-network")
    try:
        return listen(address, port)
    except CannotStart as wrong:
        log.warning("%s", wrong)
        raise NotOpened("address-in-use") from wrong


def link_in_network(listening: socket.socket, opened: socket.socket | None) -> str:
    """The address of the page for other machines; "" if none can reach it. `opened`: a socket in the network
    beside the first one."""
    address, port, *_ = (opened or listening).getsockname()
    if ip_address(address).is_unspecified:
        address = lan_address()
    return "" if ip_address(address).is_loopback else link(address, port)


def network_command(settings: Settings) -> str:
    """The command that starts the same server for its network."""
    return _command(settings, "HOST=0.0.0.0")


def share_command(settings: Settings) -> str:
    """The command that starts the same server for everybody."""
    return _command(settings, f"SHARE={AUTO}")


def _command(settings: Settings, first: str) -> str:
    plain = Settings()
    words = [first]
    for name in ("port", "data"):
        if (value := getattr(settings, name)) != getattr(plain, name):
            words.append(f"{name.upper()}={shlex.quote(str(value))}")
    words += ["REDIS=…"] if settings.redis else []  # it may contain a password
    by_make = "MAKELEVEL" in os.environ
    return " ".join([*words, "make play" if by_make else starting.called("python -m server play")])


def _who_can_open(settings: Settings, listening: socket.socket, network: NetworkListener) -> str:
    """How friends get in, in words for the terminal."""
    if opened := network.told().link:
        return f"Everybody in your network can open it.\n{code(opened, sys.stdout)}"
    if ip_address(listening.getsockname()[0]).is_unspecified:
        return "This machine is in no network just now: no other machine can open it."
    opening = f"{link(*bound(settings.host, listening))}#/open/{network.key}"
    if settings.share:
        return (
            "Only this machine can open it until the tunnel is open; its address follows. To let friends in\n"
            f"your network in, open this link on this machine:\n    {opening}\n"
        )
    return (
        "Only this machine can open it. To let friends in, open this link on this machine:\n"
        f"    {opening}\n"
        "or end it, and start it like this, for your network or for everybody:\n"
        f"    {network_command(settings)}\n    {share_command(settings)}\n"
    )


def say(line: str) -> None:
    """Print a line for the person at the terminal."""
    print(line, flush=True)


def _show(what: str, address: str) -> None:
    """Print a link for others, with its code where there is room."""
    say(f"\n{what}  {address}\n{code(address, sys.stdout)}")


def _tunnel_end(stack: contextlib.ExitStack | contextlib.AsyncExitStack) -> socket.socket:
    """The socket at which connections of a tunnel arrive: out of reach of others but for the tunnel."""
    end = stack.enter_context(listen("127.0.0.1", 0))
    end.setblocking(False)
    return end


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _where(settings: Settings) -> str:
    if settings.redis:
        return "All tables are stored in the Redis at REDIS."
    return f"All tables are stored in {Path(settings.data).absolute()}."

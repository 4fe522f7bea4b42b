"""One hub as a process: its socket, the web server of the application, graceful shutdown."""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

import msgspec
import uvicorn

from .app import build
from .live.breakdown import stall_watch
from .net.handshake import Handshake
from .net.http_connection import Http
from .process.file_limits import LISTEN_BACKLOG, clear_for_socket
from .process.shared_listener import Beside, Gate
from .settings.config import UNIX, Settings, host_and_port
from .store.clients import StoreAway
from .store.embedded import CannotStart, redis_for
from .wiring import Parts

log = logging.getLogger(__name__)


def listen(host: str, port: int, setting: str = "PORT") -> socket.socket:
    """A socket that listens there; port 0 takes any free one. `setting` names the setting of the port. Raises
    CannotStart."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as wrong:
        name = "HOST" if setting == "PORT" else setting
        raise CannotStart(f"{name}={host} is no address of this machine.") from wrong
    try:
        it = socket.socket(family, kind, protocol)
    except OSError as wrong:  # a system without IPv6
        raise CannotStart(_why_not(host, port, setting, wrong)) from wrong
    try:
        it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        it.bind(address)
        it.listen(LISTEN_BACKLOG)
    except OSError as wrong:
        it.close()
        raise CannotStart(_why_not(host, port, setting, wrong)) from wrong
    return it


def check_metrics(address: str) -> None:
    """Raises CannotStart if /metrics can't be served at this address: host:port, unix:/path, or empty."""
    if address.startswith(UNIX):
        try:
            _try_socket(Path(address.removeprefix(UNIX)))
        except OSError as wrong:
            raise _no_metrics(address, wrong) from wrong
    elif address:
        host, port = host_and_port(address)
        if port > 65535:
            raise CannotStart(f"METRICS={address}: {port} is no port; the greatest is 65535.")
        listen(host, port, "METRICS").close()


def _no_metrics(address: str, wrong: OSError) -> CannotStart:
    if address.startswith(UNIX):
        return CannotStart(f"METRICS={address} can't be used: {wrong.strerror or wrong}.")
    return CannotStart(_why_not(*host_and_port(address), "METRICS", wrong))


def _try_socket(path: Path) -> None:
    """Raises OSError if no socket can be created at this path."""
    clear_for_socket(path)
    with socket.socket(socket.AF_UNIX) as it:
        it.bind(str(path))
    path.unlink()


def _why_not(host: str, port: int, setting: str, wrong: OSError) -> str:
    if isinstance(wrong, PermissionError):
        return f"Port {port} needs more privileges; set {setting} to one above 1023."
    if "in use" in str(wrong):
        return f"Port {port} is in use on {host}; stop what uses it, or set {setting} to another one."
    return f"{host} port {port} can't be listened on: {wrong.strerror}."


def serve(settings: Settings, beside: Beside | None = None) -> None:
    """Run a hub until it is told to stop, alone or beside others. Raises CannotStart before it serves."""
    with stall_watch().running(), asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(_serve(settings, beside))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop's loop factory if installed; asyncio's is a slower equivalent."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


async def _serve(settings: Settings, beside: Beside | None) -> None:
    listening = (
        listen(settings.host, settings.port) if beside is None else socket.socket(fileno=beside.listening)
    )
    port = listening.getsockname()[1]
    with listening:
        check_metrics(settings.metrics)
        async with redis_for(settings.redis, settings.data, serving=True) as url:
            # The web server re-raises the signal that ended it once it has closed; more is closed after it.
            for ending in (signal.SIGINT, signal.SIGTERM):
                signal.signal(ending, lambda *_: None)
            settings = msgspec.structs.replace(settings, redis=url, port=port)
            log.info("hub %s listens on %s port %d", settings.hub, settings.host, port)
            server = Server(settings, beside)
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, server.hand_over)
            await server.serve(sockets=[listening] if beside is None else [])
            wrong = server.parts.unserved
            if isinstance(wrong, StoreAway):
                raise CannotStart(str(wrong)) from wrong
            if wrong is not None:
                raise _no_metrics(settings.metrics, wrong) from wrong


COUNT_INTERVAL_S: Final = 1.0
"""Seconds between two counts of all sockets' seats, since counting takes time."""


class Server(uvicorn.Server):
    """The web server of a hub. Beside other hubs it accepts its connections through a gate."""

    def __init__(self, settings: Settings, beside: Beside | None = None) -> None:
        """`serve(sockets=…)` runs it in the current event loop. `settings.redis` must be the address of a
        Redis."""
        self.parts = Parts(settings, self.stop_listening, self.end, Path(beside.doors) if beside else None)
        super().__init__(configuration(settings, self.parts, beside.tunnel_port if beside else 0))
        self._beside = beside
        self._gate: Gate | None = None
        self._seats, self._counted = 0, -math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application, then accept connections, unless the process is to end by then."""
        await super().startup([])
        if self.should_exit:
            return
        loop, backlog = asyncio.get_running_loop(), self.config.backlog
        for one in sockets or ():
            self.servers.append(await loop.create_server(self._protocol, sock=one, backlog=backlog))
        if self._beside is not None:
            self._gate = Gate(self._beside, self._protocol, self._holds)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.stop_listening()
        await super().shutdown(sockets)

    def hand_over(self) -> None:
        """Send all clients to other hubs, and end."""
        if self.started:
            self.parts.admin_agent.leave()
        else:
            self.end()

    def stop_listening(self) -> None:
        """Accept no more connections."""
        for one in self.servers:
            one.close()
        if self._gate is not None:
            self._gate.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # A signal can interrupt any code, or arrive while the loop waits.
        asyncio.get_running_loop().call_soon_threadsafe(self.end)

    def end(self) -> None:
        """Shut down gracefully, also during startup."""
        self.should_exit = True
        self.parts.give_up()

    def _protocol(self) -> asyncio.Protocol:
        """Create the protocol of one connection."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def _holds(self) -> int:
        """The load of this hub: connections, and seats subscribed to tables."""
        if (now := time.monotonic()) - self._counted > COUNT_INTERVAL_S:
            self._seats, self._counted = self.parts.seats, now
        return len(self.server_state.connections) + self._seats


def configuration(settings: Settings, parts: Parts, tunnel_port: int) -> uvicorn.Config:
    """How the web server runs the application of these parts. `tunnel_port`: the port at which connections of
    a tunnel arrive; 0: none do."""
    return uvicorn.Config(
        build(settings, parts),
        http=functools.partial(Http, parts.connection_limits, tunnel_port),  # type: ignore[arg-type]
        ws=functools.partial(Handshake, tunnel_port),  # type: ignore[arg-type]
        proxy_headers=False,  # net/client_addresses.py reads them
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the hub pings silent clients itself
        lifespan="on",
        log_config=None,
        log_level=max(logging.WARNING, logging.getLogger().level),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )

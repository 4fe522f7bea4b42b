"""One hub as a process: its socket, the web server around the application, its orderly end."""

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
from .beside import Beside, Gate
from .config import UNIX, Settings
from .files import BACKLOG, clear_for_socket
from .hub.doors import Http
from .hub.handshake import Handshake
from .parts import Parts
from .store.embedded import CannotStart, redis_for

log = logging.getLogger(__name__)


def listen(host: str, port: int, setting: str = "PORT") -> socket.socket:
    """A socket that listens there; port 0 for any free one. `setting` sets the port. Raises CannotStart."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as wrong:
        name = "HOST" if setting == "PORT" else setting
        raise CannotStart(f"{name}={host} is no address of this machine.") from wrong
    it = socket.socket(family, kind, protocol)
    try:
        it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        it.bind(address)
        it.listen(BACKLOG)
    except OSError as wrong:
        it.close()
        raise CannotStart(_why_not(host, port, setting, wrong)) from wrong
    return it


def check_metrics(address: str) -> None:
    """Raises CannotStart where /metrics can't be served on this address: host:port, or a socket in the file
    system, or empty."""
    if address.startswith(UNIX):
        try:
            _try_socket(Path(address.removeprefix(UNIX)))
        except OSError as wrong:
            raise _no_metrics(address, wrong) from wrong
    elif address:
        host, _, port = address.rpartition(":")
        if int(port) > 65535:
            raise CannotStart(f"METRICS={address}: {port} is no port; the greatest is 65535.")
        listen(host or "127.0.0.1", int(port), "METRICS").close()


def _no_metrics(address: str, wrong: OSError) -> CannotStart:
    if address.startswith(UNIX):
        return CannotStart(f"METRICS={address} can't be used: {wrong.strerror or wrong}.")
    host, _, port = address.rpartition(":")
    return CannotStart(_why_not(host or "127.0.0.1", int(port), "METRICS", wrong))


def _try_socket(path: Path) -> None:
    """Raises OSError where no socket can be made at this place."""
    clear_for_socket(path)
    with socket.socket(socket.AF_UNIX) as it:
        it.bind(str(path))
    path.unlink()


def _why_not(host: str, port: int, setting: str, wrong: OSError) -> str:
    if isinstance(wrong, PermissionError):
        return f"Port {port} needs more rights; set {setting} to one above 1023."
    if "in use" in str(wrong):
        return f"Port {port} is in use on {host}; stop what uses it, or set {setting} to another one."
    return f"{host} port {port} can't be listened on: {wrong.strerror}."


def serve(settings: Settings, beside: Beside | None = None) -> None:
    """Run a hub until it is told to stop, alone or beside others. Raises CannotStart before it serves."""
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(_serve(settings, beside))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop's, where it exists; asyncio's does the same, slower."""
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
        async with redis_for(settings.redis, settings.data) as url:
            # The web server gives on the signal that ended it once it has closed; there is more to close.
            for ending in (signal.SIGINT, signal.SIGTERM):
                signal.signal(ending, lambda *_: None)
            settings = msgspec.structs.replace(settings, redis=url, port=port)
            log.info("hub %s listens on %s port %d", settings.hub, settings.host, port)
            server = web_server(settings, beside)
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, server.hand_over)
            await server.serve(sockets=[listening] if beside is None else [])
            if (wrong := server.parts.unserved) is not None:
                raise _no_metrics(settings.metrics, wrong) from wrong


COUNT: Final = 1.0
"""Seconds between two counts of the seats of all sockets, which takes its time."""


class Server(uvicorn.Server):
    """The web server of a hub, which beside others takes its connections at a gate of its own."""

    def __init__(self, config: uvicorn.Config, parts: Parts, beside: Beside | None) -> None:
        super().__init__(config)
        self.parts = parts
        self._beside = beside
        self._gate: Gate | None = None
        self._seats, self._counted = 0, -math.inf
        parts.stop_listening, parts.end = self.stop_listening, self.end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application, then let people in; unless this is to end by then."""
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
        """Send everybody to other hubs, and end."""
        if self.started:
            self.parts.steward.leave()
        else:
            self.end()

    def stop_listening(self) -> None:
        """Take no more connections."""
        for one in self.servers:
            one.close()
        if self._gate is not None:
            self._gate.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # A signal comes in the midst of anything, or while the loop waits.
        asyncio.get_running_loop().call_soon_threadsafe(self.end)

    def end(self) -> None:
        """End in an orderly way, also while this starts."""
        self.should_exit = True
        self.parts.give_up()

    def _protocol(self) -> asyncio.Protocol:
        """What talks to one connection."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def _holds(self) -> int:
        """What is a burden to this hub: connections, and seats that are told of tables."""
        if (now := time.monotonic()) - self._counted > COUNT:
            self._seats, self._counted = self.parts.seats, now
        return len(self.server_state.connections) + self._seats


def web_server(settings: Settings, beside: Beside | None = None) -> Server:
    """The web server of a hub; `serve(sockets=…)` runs it in the current event loop."""
    app = build(settings)
    config = uvicorn.Config(
        app,
        http=functools.partial(Http, app.state.parts.doors),  # type: ignore[arg-type]
        ws=Handshake,
        proxy_headers=False,  # addresses.py reads them
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the hub asks who is silent
        lifespan="on",
        log_config=None,
        log_level=max(logging.WARNING, logging.getLogger().level),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return Server(config, app.state.parts, beside)

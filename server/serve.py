"""One hub as a process: its socket, the web server around the application, its orderly end."""

from __future__ import annotations

import asyncio
import functools
import logging
import signal
import socket
from collections.abc import Callable
from typing import Final

import msgspec
import uvicorn

from .app import build
from .config import Settings
from .files import BACKLOG
from .hub.doors import Http
from .hub.websocket import Websocket
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
    """Raises CannotStart where /metrics can't be served on this address (host:port, or empty)."""
    if address:
        host, _, port = address.rpartition(":")
        if int(port) > 65535:
            raise CannotStart(f"METRICS={address}: {port} is no port; the greatest is 65535.")
        listen(host or "127.0.0.1", int(port), "METRICS").close()


def _why_not(host: str, port: int, setting: str, wrong: OSError) -> str:
    if isinstance(wrong, PermissionError):
        return f"Port {port} needs more rights; set {setting} to one above 1023."
    if "in use" in str(wrong):
        return f"Port {port} is in use on {host}; stop what uses it, or set {setting} to another one."
    return f"{host} port {port} can't be listened on: {wrong.strerror}."


def serve(settings: Settings) -> None:
    """Run a hub until it is told to stop. Raises CannotStart before it serves."""
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(_serve(settings))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop's, where it exists; asyncio's does the same, slower."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


async def _serve(settings: Settings) -> None:
    listening = listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    # The web server gives on the signal that ended it once it has closed everything; there is more to close.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: None)
    with listening:
        check_metrics(settings.metrics)
        async with redis_for(settings.redis, settings.data) as url:
            settings = msgspec.structs.replace(settings, redis=url, port=port)
            log.info("hub %s listens on %s port %d", settings.hub, settings.host, port)
            await web_server(settings).serve(sockets=[listening])


QUIET: Final = 25.0
"""Seconds of silence after which a client is asked whether it is still there; ours speak more often."""


def web_server(settings: Settings) -> uvicorn.Server:
    """The web server of a hub; `serve(sockets=…)` runs it in the current event loop."""
    app = build(settings)
    config = uvicorn.Config(
        app,
        http=functools.partial(Http, app.state.parts.doors),  # type: ignore[arg-type]
        ws=Websocket,
        proxy_headers=False,  # addresses.py reads them
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=False,
        ws_ping_interval=QUIET,
        lifespan="on",
        log_config=None,
        log_level=max(logging.WARNING, logging.getLogger().level),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)

    def stop_listening() -> None:
        for one in server.servers:
            one.close()

    def end() -> None:
        server.should_exit = True

    app.state.parts.stop_listening, app.state.parts.end = stop_listening, end
    return server

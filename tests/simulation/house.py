"""A hub, through all its lives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import uvicorn

from server.config import Settings
from server.serve import web_server

from .loop import Process, VirtualLoop
from .net import Network


class House:
    """One hub: the web server's protocols and the application, without the server's own sockets."""

    def __init__(
        self,
        loop: VirtualLoop,
        net: Network,
        number: int,
        clock: float,
        settings: dict[str, Any],
        note: Callable[[str, object], None],
    ) -> None:
        self.loop, self.net, self.number, self.clock = loop, net, number, clock
        self.lives = 0
        self.process: Process
        self.open = False
        """Does it take connections?"""
        self._settings = settings
        self._note = note
        self._server: uvicorn.Server
        self._closing: Any = None
        self.start()

    def start(self) -> None:
        """Begin a life."""
        self.lives += 1
        self.process = Process(self.loop, f"hub-{self.number}-{self.lives}")
        self.process.clock = self.clock
        self.process.spawn(self._serve())

    async def _serve(self) -> None:
        try:
            server = self._server = web_server(Settings(hub=self.process.name, **self._settings))
            server.config.load()
            app: Any = server.config.app
            lifespan = app.router.lifespan_context(app)
            await lifespan.__aenter__()
        except Exception as why:  # as a process that ends, and is started again
            self._note(self.process.name, f"could not start: {why}")
            self.kill(1.0)
            return
        self._closing = lifespan.__aexit__
        self.open = True

    @property
    def stuck(self) -> bool:
        """Does it run, and can't store anything?"""
        app: Any = self._server.config.app if self.open else None
        return app is not None and self.process.alive and not app.state.parts.store.healthy

    def connection(self) -> Any:
        """The web server's protocol for a connection."""
        server = self._server
        kind: Any = server.config.http_protocol_class
        return kind(config=server.config, server_state=server.server_state, app_state={})

    def kill(self, seconds: float) -> None:
        """It dies in the middle of something, and is started again after so long."""
        if self.process.alive:
            self.open = False
            self.process.kill()
            self.net.bury(self.process)
            self.loop.later(seconds, self.start)

    def end(self, seconds: float) -> None:
        """It is asked to end, and is started again after so long."""
        if self.open:
            self.open = False
            self.process.spawn(self._ends(seconds))

    async def _ends(self, seconds: float) -> None:
        for connection in list(self._server.server_state.connections):
            connection.shutdown()
        await asyncio.sleep(0.1)
        await self._closing(None, None, None)
        self.kill(seconds)

    def set_clock(self, seconds: float) -> None:
        """Its clock is set."""
        self.clock += seconds
        self.process.clock = self.clock

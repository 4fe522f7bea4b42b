"""A hub, across restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from server.serve import Server
from server.settings.config import Settings

from .loop import Process, VirtualLoop
from .net import Network


class House:
    """One hub: the web server's protocols and the application, without the server's sockets."""

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
        self.deaths: list[float] = []
        """When it died without notice to the others."""
        self.process: Process
        self.open = False
        """Does it accept connections?"""
        self._settings = settings
        self._note = note
        self._server: Server
        self._closing: Any = None
        self.start()

    def start(self) -> None:
        """Start the hub."""
        self.lives += 1
        self.process = Process(self.loop, f"hub-{self.number}-{self.lives}")
        self.process.clock = self.clock
        self.process.spawn(self._serve())

    async def _serve(self) -> None:
        try:
            server = self._server = Server(Settings(hub=self.process.name, **self._settings))
            server.config.load()
            app: Any = server.config.app
            lifespan = app.router.lifespan_context(app)
            await lifespan.__aenter__()
            if (unserved := server.parts.unserved) is not None:
                raise unserved
        except Exception as why:  # like a process that exits and is restarted
            self._note(self.process.name, f"could not start: {why}")
            self.kill(1.0)
            return
        self._closing = lifespan.__aexit__
        self.open = True

    @property
    def stuck(self) -> bool:
        """Is it running, but unable to store anything?"""
        return self.open and self.process.alive and not self._server.parts.store.healthy

    def connection(self) -> Any:
        """The web server's protocol for a connection."""
        server = self._server
        kind: Any = server.config.http_protocol_class
        return kind(config=server.config, server_state=server.server_state, app_state={})

    def kill(self, seconds: float) -> None:
        """Die at any point, and restart after `seconds`."""
        if self.process.alive:
            if self.open:
                self.deaths.append(self.loop.now)
            self.open = False
            self.process.kill()
            self.net.bury(self.process)
            self.loop.later(seconds, self.start)

    def end(self, seconds: float) -> None:
        """Shut down gracefully, and restart after `seconds`."""
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
        """Adjust its clock."""
        self.clock += seconds
        self.process.clock = self.clock

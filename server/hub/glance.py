"""A table at a glance: what its link tells whoever has not joined it, and whose turn it is there."""

from __future__ import annotations

import asyncio
import contextlib

from .desk import Desk
from .live import Live
from .lobby import Lobby, Summary, outlined

PATIENCE = 2.0
"""Seconds in which it must be known whose turn it is; without it the rest is told."""


class Glance:
    """Looks at tables without joining them. Whoever knows a table's name may, as with `join`."""

    def __init__(self, desk: Desk, lobby: Lobby) -> None:
        self.desk = desk
        self.lobby = lobby

    async def at(self, table: str) -> Summary | None:
        """The table's summary with `asked`, the seats that are asked; None where it is over or not there."""
        summary = self.lobby.tables.get(table)
        if summary is None:
            return None
        asked = await self._asked(table) if summary["phase"] == "playing" else []
        return {**outlined(summary), "asked": asked}

    async def _asked(self, table: str) -> list[int]:
        """The seats that are asked now; none where too much is to be done to find out."""
        live = self.desk.tables.get(table)
        settings = self.desk.settings
        if len(live.queue) >= settings.queue if live else len(self.desk.loading) >= settings.loading:
            return []
        told: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self.desk.enqueue(live or self.desk.live(table), self._look, told)
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(told, PATIENCE)
        return []

    @staticmethod
    async def _look(live: Live, told: asyncio.Future[list[int]]) -> None:
        slept = not live.awake
        match = live.table.match if live.table is not None else None
        if not told.done():
            told.set_result(sorted({ask.seat for ask in match.asks}) if match is not None else [])
        if slept and live.awake:
            live.sleep()  # it was only looked at

"""The status of a table for link previews and for people who have not joined: its summary, and whose turn it
is.
"""

from __future__ import annotations

import asyncio
import contextlib

from server.hub.lobby import LobbyList, Summary

from .live_table import LiveTable
from .registry import TableRegistry

TURN_TIMEOUT_S = 2.0
"""Seconds to wait for the seats that are asked; the status is sent without them after that."""


class Status:
    """Reads tables without joining them. Any client that knows a table's name may do so, as with `join`."""

    def __init__(self, registry: TableRegistry, lobby: LobbyList) -> None:
        self.registry = registry
        self.lobby = lobby

    async def at(self, table: str) -> Summary | None:
        """The table's summary with `asked`, the seats that are asked; None if it is over or doesn't exist."""
        summary = self.lobby.tables.get(table)
        if summary is None:
            return None
        asked = await self._asked(table) if summary["phase"] == "playing" else []
        return {**self.lobby.outlined(summary), "asked": asked}

    async def _asked(self, table: str) -> list[int]:
        """The seats that are asked now; empty if too many jobs or tables are queued to find out."""
        live = self.registry.tables.get(table)
        settings = self.registry.settings
        if len(live.queue) >= settings.queue if live else len(self.registry.loading) >= settings.loading:
            return []
        told: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self.registry.enqueue(live or self.registry.live(table), self._look, told)
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(told, TURN_TIMEOUT_S)
        return []

    @staticmethod
    async def _look(live: LiveTable, told: asyncio.Future[list[int]]) -> None:
        slept = not live.awake
        match = live.table.match if live.table is not None else None
        if not told.done():
            told.set_result(sorted({ask.seat for ask in match.asks}) if match is not None else [])
        if slept and live.awake:
            live.sleep()  # it was woken only for this check

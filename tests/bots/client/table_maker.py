"""A client that makes tables for bots, and starts them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from typing import Any

from bots.client.client import Connection
from protocol.frames import Diff, Full, Make, Refused, Start
from protocol.mirror import Mirror
from tests.waiting import LIMIT, until


class Host:
    """A guest that makes tables and watches."""

    def __init__(self, url: str) -> None:
        self.connection = Connection(url, "h" * 20 + os.urandom(8).hex(), "Host", self.hear)
        self.session = self.connection.session
        self.refused: list[str] = []
        self.kinds: dict[tuple[str, int], list[str]] = {}
        """By table and seat: the kind of the seat, at each change."""

    def hear(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Refused):
            self.refused.append(frame.code)
        if isinstance(frame, Full | Diff) and mirror is not None:
            for seat, row in enumerate(mirror.document["public"]["seats"]):
                seen = self.kinds.setdefault((mirror.table, seat), [])
                if seen[-1:] != [row["kind"]]:
                    seen.append(row["kind"])

    async def make(self, wants: list[str], game: str = "machi_koro") -> Mirror:
        """A new table that this guest watches."""
        options = {"play_out": False} if game == "machi_koro" else {}
        frame = Make(self.session.next_id(), game, len(wants), options, wants=wants)
        made = await self.connection.request(frame)
        return self.session.join(made.table)

    async def start(self, mirror: Mirror) -> None:
        """Start when all seats are taken."""
        await until(lambda: mirror.version > 0 and taken(mirror))
        await self.connection.request(Start(self.session.next_id(), mirror.table))


def taken(mirror: Mirror) -> bool:
    return all(row["kind"] in ("bot", "person") for row in mirror.document["public"]["seats"])


def over(mirror: Mirror) -> bool:
    return bool(mirror.document["public"]["table"]["phase"] == "over")


@contextlib.asynccontextmanager
async def host_at(url: str) -> AsyncIterator[Host]:
    """A connected host."""
    host = Host(url)
    running = asyncio.create_task(host.connection.run())
    await asyncio.wait_for(host.connection.welcomed(), LIMIT)
    yield host
    await host.connection.close()
    await running

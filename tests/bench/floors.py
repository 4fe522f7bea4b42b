"""The least that a stage of a move could cost on this stack: the same bytes, and nothing else done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from hiredis import Reader, pack_command

from protocol.codec import packed, unpacked
from server.table.entries import encode as encode_entry
from server.table.table import Table
from server.table.viewers import Viewers

from .stages import Recorded, best, private_redis, viewed


def floors(engine: Any, log: Recorded, seats: int) -> dict[str, tuple[str, float]]:
    """By stage: what the floor is, and what it costs in CPU us."""
    entries = [encode_entry(entry) for entry in log.entries]
    snapshots = [Table.unpack(engine, data).pack() for data in log.tables]
    patches = [nodes for item in viewed(engine, log, seats)() for nodes in [told(*item)]]
    return {
        "tell: view, diff, patches for all seats": (
            "encoding the same patches",
            best(lambda nodes: [packed(node) for node in nodes], lambda: patches),
        ),
        "encode an entry of the log": ("the same bytes as one", best(packed, lambda: entries)),
        "snapshot of the table": ("the same bytes as one", best(packed, lambda: snapshots)),
        "commit, 50 at a time (this process alone)": (
            "raw pipeline, 50 commands in each",
            asyncio.run(pipelined(entries, snapshots)),
        ),
    }


def told(viewers: Viewers, table: Table) -> list[Any]:
    """The patches of a version as plain data: the public one, then those of the seats."""
    step = viewers.advance(table)
    return [unpacked(step.public), *(unpacked(mine) for mine in step.mine.values())]


async def pipelined(
    entries: Sequence[bytes], snapshots: Sequence[bytes], at_once: int = 50, batches: int = 40
) -> float:
    """CPU us of this process for a command that appends an entry to a log (every twentieth with a snapshot),
    in batches over a plain connection."""
    with private_redis() as url:
        reader, writer = await asyncio.open_unix_connection(url.removeprefix("unix://"))
        replies, since = Reader(), time.process_time_ns()
        for batch in range(batches):
            place = batch % len(entries)
            commands: list[Any] = [("RPUSH", f"log:{n}", entries[place]) for n in range(at_once)]
            if batch % 20 == 0:
                commands += [("SET", f"state:{n}", snapshots[place]) for n in range(at_once)]
            writer.write(b"".join(map(pack_command, commands)))
            got = 0
            while got < len(commands):
                replies.feed(await reader.read(1 << 16))
                while replies.gets() is not False:
                    got += 1
        spent = time.process_time_ns() - since
        writer.close()
        await writer.wait_closed()
    return spent / at_once / batches / 1000

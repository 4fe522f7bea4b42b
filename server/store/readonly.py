"""Makes a Redis read-only, all of its primaries or none.

A primary is told to count on more replicas than there can be. So it refuses writes by itself, and what it
counted on before can still be read off it.
"""

from __future__ import annotations

import contextlib
import itertools
from typing import Any, Final

from redis import exceptions as errors
from redis.asyncio.cluster import RedisCluster

from .clients import StoreAway, words
from .durability import primaries, text
from .keys import mark

READ_ONLY: Final = 1_000_000
"""Added to `min-replicas-to-write` a Redis takes no writes; taken off again, it is as it was."""


async def stop_writes(client: Any, stopped: bool = True) -> None:
    """Have all primaries take no writes, or take them again. What a hub wants to store waits then, and
    nothing more is acknowledged. Raises StoreAway where a primary doesn't let itself be told, or takes
    writes all the same: then none of them is stopped."""
    try:
        for name, ask in primaries(client):
            await _stop(name, ask, stopped)
        if stopped:
            await _insist(client)
    except StoreAway:
        if stopped:
            for name, ask in primaries(client):
                with contextlib.suppress(StoreAway):
                    await _stop(name, ask, False)
        raise


async def _insist(client: Any) -> None:
    """Raise StoreAway unless every primary refuses a write."""
    for name, one in _one_key_each(client).items():
        try:
            await client.execute_command("DEL", one)
        except errors.RedisError as refused:
            if "NOREPLICAS" in str(refused):
                continue
            raise StoreAway(f"Redis{name} can't be made read-only: {words(refused)}") from refused
        raise StoreAway(
            f"Redis{name} can't be made read-only while its min-replicas-max-lag is 0: "
            "CONFIG SET min-replicas-max-lag 10, and export again."
        )


async def _stop(name: str, ask: Any, stopped: bool) -> None:
    """Have a primary count on more replicas than there can be, or on as many as before. Raises StoreAway."""
    try:
        found = dict(await ask("CONFIG GET", "min-replicas-to-write"))
        least = next((int(text(value)) for value in found.values()), 0)
        least = least % READ_ONLY + (READ_ONLY if stopped else 0)
        await ask("CONFIG SET", "min-replicas-to-write", str(least))
    except errors.RedisError as refused:
        raise StoreAway(f"Redis{name} can't be made read-only: {words(refused)}") from refused


def _one_key_each(client: Any) -> dict[str, str]:
    """Of every primary, as `primaries` calls it, a key that lies on it. Nothing does lie there."""
    if not isinstance(client, RedisCluster):
        return {"": mark("export")}
    wanted = {f" at {node.name}" for node in client.get_primaries()}
    found: dict[str, str] = {}
    for number in itertools.count():
        one = mark(f"export{number}")
        if node := client.get_node_from_key(one):
            found.setdefault(f" at {node.name}", one)
        if wanted <= found.keys():
            break
    return found

"""Makes a Redis read-only: all of its primaries or none.

A primary is configured to require more replicas than can exist, so it refuses writes. The previous setting
can still be derived from the value.
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
"""Adding this to `min-replicas-to-write` makes a Redis refuse writes; subtracting it restores the setting."""


async def stop_writes(client: Any, stopped: bool = True) -> None:
    """Make all primaries refuse writes, or accept them again. Meanwhile the writes of hubs wait, and none is
    acknowledged. Raises StoreAway if a primary can't be configured or still accepts writes; then all of them
    accept writes again."""
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
    """Make a primary require more replicas than can exist, or restore its setting. Raises StoreAway."""
    try:
        found = dict(await ask("CONFIG GET", "min-replicas-to-write"))
        least = next((int(text(value)) for value in found.values()), 0)
        least = least % READ_ONLY + (READ_ONLY if stopped else 0)
        await ask("CONFIG SET", "min-replicas-to-write", str(least))
    except errors.RedisError as refused:
        raise StoreAway(f"Redis{name} can't be made read-only: {words(refused)}") from refused


def _one_key_each(client: Any) -> dict[str, str]:
    """For each primary (named as in `primaries`) a key of one of its slots, which holds no value."""
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

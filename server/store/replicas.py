"""The replicas of a Redis, each asked on a connection of its own: any of them may soon be the primary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from .clients import WAYS, words

PATIENCE: Final = 3.0
"""Seconds that a replica has for its answers."""

SAME: Final = ("username", "password", "credential_provider")
"""What a replica asks for like its primary, beside what belongs to TLS."""

Place = tuple[str, int]
"""A host and a port."""

Ask = Callable[..., Awaitable[Any]]

Found = TypeVar("Found")


def known(client: Any) -> list[Place]:
    """Those that the map of a cluster names; a single Redis names them when it is asked."""
    if not isinstance(client, RedisCluster):
        return []
    return [(str(node.host), int(node.port)) for node in client.get_replicas()]


def named(info: Mapping[str, Any]) -> list[Place]:
    """Those that follow a primary, as it says itself."""
    rows = [info[f"slave{n}"] for n in range(int(info.get("connected_slaves", 0))) if f"slave{n}" in info]
    return [(str(row["ip"]), int(row["port"])) for row in rows]


async def each(
    client: Any, places: Sequence[Place], look: Callable[[Ask], Awaitable[Found]]
) -> dict[Place, Found | Exception]:
    """What `look` finds out of each of them, by place; an error where one can't be asked."""

    async def at(place: Place) -> Found | Exception:
        replica = _beside(client, place)
        try:
            async with asyncio.timeout(PATIENCE):
                return await look(replica.execute_command)
        except (errors.RedisError, OSError, TimeoutError) as wrong:
            return ConnectionError(words(wrong))
        finally:
            await replica.aclose()

    return dict(zip(places, await asyncio.gather(*map(at, places)), strict=True))


def _beside(client: Any, place: Place) -> Any:
    """A client for one more server, which lets in whom its primary does."""
    if isinstance(client, RedisCluster):
        node = client.get_random_node()
        kind, ways = node.connection_class, node.connection_kwargs
    else:
        kind, ways = client.connection_pool.connection_class, client.connection_pool.connection_kwargs
    tls = issubclass(kind, SSLConnection)
    more = {name: value for name, value in ways.items() if name in SAME or (tls and name.startswith("ssl_"))}
    patience = {**WAYS, "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    return Redis(host=place[0], port=place[1], ssl=tls, retry=Retry(NoBackoff(), 0), **patience, **more)

"""Queries the replicas of a Redis, each on a separate connection: any of them may soon be the primary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from .clients import CONNECTION_SETTINGS, words
from .connections import factory_of

ANSWER_TIMEOUT_S: Final = 3.0
"""The timeout for all answers of a replica (seconds)."""

SAME: Final = ("username", "password", "credential_provider")
"""Connection settings that a replica shares with its primary, besides those for TLS."""

Place = tuple[str, int]
"""A host and a port."""

Ask = Callable[..., Awaitable[Any]]

Found = TypeVar("Found")


def known(client: Any) -> list[Place]:
    """The replicas in the map of a cluster. A single Redis names them only in its INFO (`named`)."""
    if not isinstance(client, RedisCluster):
        return []
    return [(str(node.host), int(node.port)) for node in client.get_replicas()]


def named(info: Mapping[str, Any]) -> list[Place]:
    """The replicas that a primary lists in its INFO."""
    rows = [info[f"slave{n}"] for n in range(int(info.get("connected_slaves", 0))) if f"slave{n}" in info]
    return [(str(row["ip"]), int(row["port"])) for row in rows]


async def each(
    client: Any, places: Sequence[Place], look: Callable[[Ask], Awaitable[Found]]
) -> dict[Place, Found | Exception]:
    """The result of `look` for each replica, or the error if it can't be queried."""

    async def at(place: Place) -> Found | Exception:
        replica = _beside(client, place)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                return await look(replica.execute_command)
        except (errors.RedisError, OSError, TimeoutError) as wrong:
            return ConnectionError(words(wrong))
        finally:
            await replica.aclose()

    return dict(zip(places, await asyncio.gather(*map(at, places)), strict=True))


def _beside(client: Any, place: Place) -> Any:
    """A client for one more server, with the credentials of its primary."""
    factory = factory_of(client)
    same = SAME + (tuple(name for name in factory.settings if name.startswith("ssl_")) if factory.tls else ())
    more = {name: value for name, value in factory.settings.items() if name in same}
    patience = {
        **CONNECTION_SETTINGS,
        "socket_timeout": ANSWER_TIMEOUT_S,
        "socket_connect_timeout": ANSWER_TIMEOUT_S,
    }
    return Redis(
        host=place[0], port=place[1], ssl=factory.tls, retry=Retry(NoBackoff(), 0), **patience, **more
    )

"""What of a Redis's settings stands against the promise that what was acknowledged is never lost.

Asked once, when a hub starts; what is found goes into the log, for the person who has set it up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from redis import exceptions as errors
from redis.asyncio.cluster import RedisCluster

NEEDED = {"appendonly": "yes", "appendfsync": "always"}
"""Settings without which a Redis answers before its own disk has it."""

PROMOTION = ("cluster-replica-validity-factor", "cluster-allow-replica-migration")
"""Settings of a cluster that decide which replica may be promoted."""


async def complaints(client: Any, copies: int) -> list[str]:
    """A line for whatever is wrong with each primary that this client knows."""
    found: list[str] = []
    for name, ask in _primaries(client):
        try:
            settings = dict(await ask("CONFIG GET", *NEEDED, *(PROMOTION if name else ())))
            replication = dict(await ask("INFO", "replication")) if copies else {}
        except (errors.ResponseError, errors.RedisClusterException):
            found.append(f"Redis{name} doesn't tell whether it has appendonly yes and appendfsync always.")
            continue
        found += [f"Redis{name} {what}" for what in _wrong(settings, replication, copies)]
    return found


def _primaries(client: Any) -> Iterator[tuple[str, Any]]:
    """Every primary: how it is called where there are several, and how it is asked."""
    if not isinstance(client, RedisCluster):
        yield "", client.execute_command
        return
    for node in client.get_primaries():

        async def ask(*words: str, at: Any = node) -> Any:
            return await client.execute_command(*words, target_nodes=at)

        yield f" at {node.name}", ask


def _wrong(settings: Mapping[Any, Any], replication: Mapping[str, Any], copies: int) -> Iterator[str]:
    has = {_text(name): _text(value) for name, value in settings.items()}
    for name, safe in NEEDED.items():
        if has.get(name) != safe:
            yield f"has {name} not set to {safe}: it can lose acknowledged moves."
    if not copies:
        return
    replicas = int(replication.get("connected_slaves", 0))
    if replicas < copies:
        yield f"has {replicas} replicas, but COPIES is {copies}: moves wait until it has more."
    if replicas > copies:
        yield (
            f"has {replicas} replicas, but COPIES is {copies}: one that lacks a move may be promoted. "
            f"Set COPIES to {replicas}, or keep the others from being promoted."
        )
    if has.get("cluster-replica-validity-factor") == "0":
        yield "has cluster-replica-validity-factor 0: a replica may be promoted however old its data is."
    if has.get("cluster-allow-replica-migration") == "yes":
        yield "has cluster-allow-replica-migration yes: a replica that moves in may be promoted too early."


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)

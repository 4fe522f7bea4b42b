"""Checks that a Redis responds, and that this user has all permissions that a hub needs.

The check runs at the start and reports everything at once, before any table waits for it. Every command is
tried with arguments that change nothing, and one key of every kind is written to without effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from redis import exceptions as errors
from redis.asyncio.cluster import RedisCluster

from .address import parsed
from .clients import StoreAway, connected
from .cluster import link_to
from .keys import (
    DUE,
    HUBS,
    LOADS,
    LOBBY,
    REPORTED,
    beginning,
    book,
    group,
    key,
    mark,
    node_outages,
    notices,
    once,
)
from .links import Command
from .refusals import RedisRefusal, forbidden, lacking, refusal

SPARE: Final = mark("rights")
"""A key with a string. Redis checks permissions before types, so commands for other types fail after that
check."""

TRIED: Final[tuple[str, ...]] = (
    "SET KEY 1 PX 60000",
    *("EVAL return(1) 1 KEY", "EVALSHA 0000000000000000000000000000000000000000 1 KEY"),
    *("EXISTS KEY", "EXPIRE KEY 60", "PEXPIRE KEY 60000", "TTL KEY", "PTTL KEY", "GET KEY", "TIME"),
    *("HGET KEY a", "HMGET KEY a", "HGETALL KEY", "HKEYS KEY", "HEXISTS KEY a"),
    *("HSET KEY a 1", "HSETNX KEY a 1", "HDEL KEY a"),
    *("LINDEX KEY 0", "LLEN KEY", "LRANGE KEY 0 1", "LREM KEY 0 a", "LSET KEY 0 a"),
    "RPUSH KEY a",
    *("ZADD KEY 1 a", "ZCARD KEY", "ZRANGE KEY 0 1", "ZRANGEBYSCORE KEY 0 1", "ZREM KEY a"),
    *("ZREMRANGEBYSCORE KEY 0 1", "ZSCORE KEY a"),
    "DEL KEY",
    "PUBLISH hub:rights x",
    "PING",
)
"""All commands that hubs and their scripts use."""

WRITTEN: Final[tuple[Command, ...]] = (
    *(("HDEL", name, "") for name in (LOBBY, LOADS)),
    *(("ZREM", name, "") for name in (DUE, HUBS, REPORTED)),
    *(("DEL", it("rights")) for it in (group, once, beginning)),
    ("DEL", notices("rights", "devices")),
    ("DEL", key("rights", "log")),
    ("DEL", book("rights", "games")),
    ("DEL", "allow:{rights}:rights"),
    ("DEL", node_outages("rights")),
)
"""A write to a key of every kind."""

ACROSS: Final[Command] = ("EXISTS", SPARE, LOBBY)
"""Keys that are on one node of a single server, but not in a cluster."""

IN_CLUSTER: Final = (errors.MovedError, errors.ClusterCrossSlotError, errors.ClusterDownError)
"""The errors of a cluster node for a client that takes it for a single server; compared by exact type."""

ALONE: Final = refusal(errors.ClusterCrossSlotError("Keys in request don't hash to the same slot"))

HEARD: Final[tuple[Command, ...]] = (("SUBSCRIBE", LOBBY), ("SUBSCRIBE", "hub:rights"))


async def reach(url: str) -> None:
    """Check that a Redis responds at this address. Raises StoreAway; ValueError for an invalid address."""
    async with connected(url) as client:
        await client.ping()


async def may_serve(url: str) -> None:
    """Raise StoreAway if no Redis responds, or if a hub would lack something permanently; ValueError for an
    invalid address."""
    async with connected(url) as client:
        for lack in await lacks(client, parsed(url).user):
            raise StoreAway(*lack)
        await client.ping()  # a cluster's client sends further commands before its first one


async def lacks(client: Any, user: str = "") -> list[RedisRefusal]:
    """What a hub would lack as this user. Raises StoreAway if Redis doesn't respond."""
    tried = [tuple(SPARE if word == "KEY" else word for word in text.split()) for text in TRIED]
    in_cluster = isinstance(client, RedisCluster)
    link = link_to(client)
    try:
        replies = await link.send([*tried, *([] if in_cluster else [ACROSS]), *WRITTEN, *HEARD])
    finally:
        await link.close()
    refused = [it for it in replies if isinstance(it, BaseException)]
    if not in_cluster and any(type(it) in IN_CLUSTER for it in refused):
        return [ALONE]
    return list(_found(refused, user or "default"))


def _found(refused: list[BaseException], user: str) -> Iterator[RedisRefusal]:
    """The permanent refusals among these: all missing permissions as one, and the first of the others."""
    if missing := [it for wrong in refused if (it := lacking(wrong))]:
        yield forbidden(missing, user)
    for wrong in refused:
        if isinstance(wrong, StoreAway):
            raise wrong
        if type(wrong) in IN_CLUSTER or "unknown command" in str(wrong):
            yield refusal(wrong)
            return

"""Checks whether the settings of a Redis server keep the promise that acknowledged writes are never lost.

Each hub checks this when it starts and logs complaints; `python -m server doctor` checks it for operators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from redis import exceptions as errors
from redis.asyncio.cluster import RedisCluster

from .replicas import Ask, Place, each, known

NEEDED = {"appendonly": "yes", "appendfsync": "always"}
"""Without these settings Redis acknowledges writes before they are on disk."""

ON_REWRITE = "no-appendfsync-on-rewrite"
"""With "yes" writes are not synced to disk while the append-only file is rewritten."""

LET_ASK = "See to it that it has appendonly yes and appendfsync always, or let this user ask it."

PROMOTION = ("cluster-replica-validity-factor", "cluster-allow-replica-migration")
"""Cluster settings that decide which replica may be promoted."""


class Complaint(NamedTuple):
    """A problem of a Redis server, and its remedy."""

    what: str
    mend: str
    grave: bool = True
    """Does it break a promise, or is it only worth knowing?"""


async def complaints(client: Any, copies: int, replicas: Sequence[Place] = ()) -> list[Complaint]:
    """All complaints about each primary of this client and about its replicas: those that a cluster names,
    otherwise the given ones."""
    found: list[Complaint] = []
    for name, ask in primaries(client):
        try:
            settings = dict(await ask("CONFIG GET", *NEEDED, *(PROMOTION if name else ())))
            replication = dict(await ask("INFO", "replication")) if copies else {}
        except (errors.ResponseError, errors.RedisClusterException):
            told = f"Redis{name} doesn't tell whether it has appendonly yes and appendfsync always."
            mend = "See to it that it has, or let this user ask: ACL SETUSER USER +config|get +info"
            found.append(Complaint(told, mend))
            continue
        found += [it._replace(what=f"Redis{name} {it.what}") for it in _wrong(settings, replication, copies)]
    return found + await _of_replicas(client, known(client) or replicas, copies)


async def _of_replicas(client: Any, replicas: Sequence[Place], copies: int) -> list[Complaint]:
    """Complaints about how replicas write to disk."""
    found: list[Complaint] = []
    for (host, port), seen in (await each(client, replicas, _disk)).items():
        name = f"Redis at {host}:{port}, a replica,"
        if isinstance(seen, Exception):
            told = Complaint(f"{name} can't be asked how it is set: {seen}", LET_ASK, grave=False)
            found.append(told)
        else:
            found += [
                it._replace(what=f"{name} {it.what}", grave=bool(copies)) for it in _wrong_at(*seen, copies)
            ]
    return found


async def _disk(ask: Ask) -> tuple[Mapping[str, str], Mapping[str, Any]]:
    """A server's disk settings and its INFO."""
    settings = dict(await ask("CONFIG GET", *NEEDED, ON_REWRITE))
    info = dict(await ask("INFO"))
    return {text(name): text(value) for name, value in settings.items()}, info


def _wrong_at(has: Mapping[str, str], info: Mapping[str, Any], copies: int) -> Iterator[Complaint]:
    """Complaints about one replica."""
    bad = "moves wait until it happens to write" if copies else "promoted, it can lose acknowledged moves"
    for name, safe in {**NEEDED, ON_REWRITE: "no"}.items():
        if has.get(name) != safe:
            yield Complaint(f"has {name} not set to {safe}: {bad}.", _set(name, safe))
    if text(info.get("aof_last_write_status", "ok")) != "ok":
        yield Complaint(
            "could not write its append-only file.", "Look at its log; most likely its disk is full."
        )
    if text(info.get("master_link_status", "up")) != "up":
        yield Complaint(
            "doesn't hear its primary just now.", "Look at its log, and at the way between the two."
        )


def primaries(client: Any) -> Iterator[tuple[str, Any]]:
    """Each primary: its name (empty for a single server) and a function that sends it a command."""
    if not isinstance(client, RedisCluster):
        yield "", client.execute_command
        return
    for node in client.get_primaries():

        async def ask(*words: str, at: Any = node) -> Any:
            return await client.execute_command(*words, target_nodes=at)

        yield f" at {node.name}", ask


def _wrong(settings: Mapping[Any, Any], replication: Mapping[str, Any], copies: int) -> Iterator[Complaint]:
    has = {text(name): text(value) for name, value in settings.items()}
    for name, safe in NEEDED.items():
        if has.get(name) != safe:
            yield Complaint(
                f"has {name} not set to {safe}: it can lose acknowledged moves.", _set(name, safe)
            )
    if not copies:
        return
    replicas = int(replication.get("connected_slaves", 0))
    if replicas < copies:
        yield Complaint(
            f"has {replicas} replicas, but COPIES is {copies}: moves wait until it has more.",
            f"Start {copies - replicas} more that follow it, or set COPIES to {replicas}.",
        )
    if replicas > copies:
        yield Complaint(
            f"has {replicas} replicas, but COPIES is {copies}: one that lacks a move may be promoted.",
            f"Set COPIES to {replicas}, or keep the others from being promoted.",
        )
    if has.get("cluster-replica-validity-factor") == "0":
        yield Complaint(
            "has cluster-replica-validity-factor 0: a replica may be promoted however old its data is.",
            _set("cluster-replica-validity-factor", "10"),
        )
    if has.get("cluster-allow-replica-migration") == "yes":
        yield Complaint(
            "has cluster-allow-replica-migration yes: a replica that moves in may be promoted too early.",
            _set("cluster-allow-replica-migration", "no"),
        )


def _set(name: str, value: str) -> str:
    return f"Set {name} {value} in its configuration, and now by CONFIG SET {name} {value}."


def text(value: Any) -> str:
    """A reply as text."""
    return value.decode() if isinstance(value, bytes) else str(value)

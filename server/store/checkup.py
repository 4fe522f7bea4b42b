"""Checks a Redis server from outside: write latency, clock, version, memory, access and settings.

Used by `python -m server doctor`, for operators. Every hub checks durability itself (`durability.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from redis import exceptions as errors

from .address import parsed
from .clients import StoreAway, away, connected
from .cluster import link_to
from .durability import Complaint, complaints, primaries, text
from .keys import mark
from .links import Command
from .redis_permissions import lacks
from .refusals import RELEASE
from .replicas import known, named

TIMED_WRITES = 50
"""The number of small writes to time."""

LONG_S = 3.0
"""Seconds after which no further write is timed: each may wait a second for a misconfigured replica."""

OLDEST, WITH_COPIES = (6, 2), (7, 2)
"""The first versions that have all commands a hub uses, without `COPIES` and with it."""

FULL_MEMORY_SHARE = 0.8
"""The share of `maxmemory` above which a warning is due."""

MAX_CLOCK_DRIFT_S = 1.0
"""The clock difference above which people notice wrong deadlines (seconds)."""


NOT_TOLD = "does not tell this user how it is: version, memory, disk and replicas were not looked at."


class Primary(NamedTuple):
    """One server that accepts writes."""

    name: str
    version: str
    ahead: float
    """The least number of seconds by which its clock is ahead of this machine's."""


class Checkup(NamedTuple):
    """The result of a check."""

    primaries: list[Primary]
    replicas: int
    """The number of replicas that were checked too."""
    write_s: float | None
    """The median duration of a small write with the hub's guarantees (seconds); None if writes fail."""
    complaints: list[Complaint]


async def checkup(url: str, copies: int) -> Checkup:
    """Check the Redis at this address. Raises StoreAway; ValueError for an invalid address."""
    user = parsed(url).user or "default"
    async with connected(url) as client:
        if missing := await lacks(client, user):  # until that is mended every other check would fail
            return Checkup([], 0, None, [Complaint(*it) for it in missing])
        await client.ping()
        found, wrong, follow = list[Primary](), list[Complaint](), known(client)
        for name, ask in primaries(client):
            info = await _info(ask)
            found.append(Primary(name, _version(info), await _ahead(ask)))
            settings = await _settings(ask)
            said = [*_state(info, settings, copies), *_memory(info, settings), *_reach(url, info, settings)]
            said += [] if info else [Complaint(NOT_TOLD, f"Allow it in Redis: ACL SETUSER {user} +info")]
            said += _drift(found[-1].ahead)
            wrong += [it._replace(what=f"Redis{name} {it.what}") for it in said]
            follow = follow or named(info)
        wrong = [*await complaints(client, copies, follow), *wrong]
        try:
            return Checkup(found, len(follow), await _write_s(client, copies), wrong)
        except StoreAway as why:
            refused = Complaint(why.what, why.mend or "Mend what else is wrong with it first.")
            return Checkup(found, len(follow), None, [*wrong, refused])


async def _info(ask: Any) -> Mapping[str, Any]:
    """The reply to INFO; empty if this user may not ask."""
    try:
        return dict(await ask("INFO"))
    except errors.ResponseError:
        return {}


async def _settings(ask: Any) -> Mapping[str, str]:
    """The settings to check; empty if this user may not ask."""
    names = ("maxmemory-policy", "no-appendfsync-on-rewrite", "requirepass", "min-replicas-to-write")
    try:
        found = dict(await ask("CONFIG GET", *names))
    except errors.ResponseError:
        return {}
    return {text(name): text(value) for name, value in found.items()}


async def _ahead(ask: Any) -> float:
    """The least number of seconds by which its clock is ahead of ours. The server reads its clock at an
    unknown moment between request and response, which may be far apart under load."""
    since = time.time()
    seconds, micros = await ask("TIME")
    said = float(seconds) + float(micros) / 1e6
    return said - min(max(said, since), time.time())


async def _write_s(client: Any, copies: int) -> float:
    """The median duration of a small write, over a link like a hub's."""
    link = link_to(client, copies)
    took, begun = list[float](), time.perf_counter()
    try:
        for number in range(TIMED_WRITES):
            if took and time.perf_counter() - begun > LONG_S:
                break
            command: Command = ("SET", mark("doctor"), number, "PX", 60_000)
            since = time.perf_counter()
            (reply,) = await link.send([command])
            if isinstance(reply, BaseException):
                raise away(reply)
            took.append(time.perf_counter() - since)
    finally:
        await link.close()
    return median(took)


def _version(info: Mapping[str, Any]) -> str:
    return str(info.get("valkey_version") or info.get("redis_version", ""))


def _drift(ahead: float) -> Iterator[Complaint]:
    if abs(ahead) > MAX_CLOCK_DRIFT_S:
        way = "ahead of" if ahead > 0 else "behind"
        yield Complaint(
            f"has a clock {abs(ahead):.1f} s {way} this machine's: people are told wrong times by it.",
            "Have all machines ask a time server (chrony, systemd-timesyncd).",
        )


def _state(info: Mapping[str, Any], settings: Mapping[str, str], copies: int) -> Iterator[Complaint]:
    """Why it can't serve hubs at all, or not now."""
    needs = WITH_COPIES if copies else OLDEST
    if info and _parts(_version(info)) < needs:
        yield Complaint(
            f"is version {_version(info)}, older than {needs[0]}.{needs[1]}.", "Run a newer one, or Valkey."
        )
    if text(info.get("role")) == "slave":
        yield Complaint("is a replica: it takes no writes.", "Set REDIS to its primary, or to sentinels.")
    if settings.get("no-appendfsync-on-rewrite") == "yes":
        yield Complaint(
            "has no-appendfsync-on-rewrite yes: while its file is rewritten it can lose acknowledged moves.",
            "Set no-appendfsync-on-rewrite no.",
        )
    if (wanted := int(settings.get("min-replicas-to-write") or 0)) > int(info.get("connected_slaves", 0)):
        yield Complaint(
            f"has min-replicas-to-write {wanted} and fewer replicas: it takes no writes.",
            RELEASE,
        )
    for name, words_ in (("aof_last_write_status", "write"), ("aof_last_bgrewrite_status", "rewrite")):
        if text(info.get(name, "ok")) != "ok":
            yield Complaint(
                f"could not {words_} its append-only file.", "Look at its log; most likely its disk is full."
            )


def _memory(info: Mapping[str, Any], settings: Mapping[str, str]) -> Iterator[Complaint]:
    """Complaints about memory: eviction policy, evicted keys, fill level."""
    if settings.get("maxmemory-policy", "noeviction") != "noeviction":
        yield Complaint(
            f"has maxmemory-policy {settings['maxmemory-policy']}: when it is full it throws tables away.",
            "Set maxmemory-policy noeviction.",
        )
    if int(info.get("evicted_keys", 0)):
        yield Complaint(
            f"has thrown away {info['evicted_keys']} keys since it started, because it was full.",
            "Set maxmemory-policy noeviction, and give it more memory.",
        )
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    if most and used > FULL_MEMORY_SHARE * most:
        yield Complaint(
            f"is {used / most:.0%} full: once it is, no move can be stored.",
            "Set maxmemory higher, or keep finished tables for a shorter time (STAMMTISCH_OVER_TTL_S).",
            grave=used > most,
        )


def _reach(url: str, info: Mapping[str, Any], settings: Mapping[str, str]) -> Iterator[Complaint]:
    """Complaints about how it is addressed, and about access without a password."""
    parts = urlsplit(url)
    in_cluster = bool(int(info.get("cluster_enabled", 0)))
    if in_cluster and not parts.scheme.startswith("cluster+") and "cluster=" not in parts.query:
        yield Complaint("is a node of a cluster, and REDIS names it alone.", "Begin REDIS with cluster+.")
    near = parts.scheme == "unix" or parts.hostname in ("localhost", "127.0.0.1", "::1")
    if not near and not parts.username and settings.get("requirepass") == "":
        yield Complaint(
            "asks for no password: any client that reaches it can read every hand and change every table.",
            "Set requirepass, and REDIS=redis://:password@…; or let its firewall admit hubs alone.",
            grave=False,
        )


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())

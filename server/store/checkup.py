"""A Redis looked at from outside: how fast it writes, what its clock says, what in it is wrong for us.

For whoever hosts: `python -m server doctor`. Durability itself is looked at by every hub (`durability.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from redis import exceptions as errors

from .clients import StoreAway, connect, words
from .cluster import link_to
from .durability import Complaint, complaints, primaries, text
from .keys import mark
from .links import Command
from .replicas import known, named

WRITES = 50
"""Small writes that are timed."""

LONG_S = 3.0
"""After so long no more of them are: each may wait a second, for a replica that is set badly."""

OLDEST, WITH_COPIES = (6, 2), (7, 2)
"""The first versions that have all commands a hub uses, without `COPIES` and with."""

FULL = 0.8
"""From this part of `maxmemory` on, there is not much left."""

ADRIFT = 1.0
"""Seconds between two clocks from which on deadlines are felt to be wrong."""


class Primary(NamedTuple):
    """One server that takes writes."""

    name: str
    version: str
    ahead: float
    """Seconds that its clock is ahead of this machine's, at least."""


class Checkup(NamedTuple):
    """What was found."""

    primaries: list[Primary]
    replicas: int
    """So many of them were asked as well."""
    write_s: float | None
    """Seconds that a small write takes until it counts, as a hub's does: the median; None where none can be
    made."""
    complaints: list[Complaint]


async def checkup(url: str, copies: int) -> Checkup:
    """Look at the Redis at this address. Raises StoreAway, or ValueError for no address."""
    client: Any = connect(url)
    try:
        await client.ping()
        found, wrong, follow = list[Primary](), list[Complaint](), known(client)
        for name, ask in primaries(client):
            info = dict(await ask("INFO"))
            found.append(Primary(name, _version(info), await _ahead(ask)))
            settings = await _settings(ask)
            said = [*_state(info, settings, copies), *_memory(info, settings), *_reach(url, info, settings)]
            said += _drift(found[-1].ahead)
            wrong += [it._replace(what=f"Redis{name} {it.what}") for it in said]
            follow = follow or named(info)
        wrong = [*await complaints(client, copies, follow), *wrong]
        try:
            return Checkup(found, len(follow), await _write_s(client, copies), wrong)
        except StoreAway as away:
            refused = Complaint(f"Redis takes no writes: {away}", "Mend what else is wrong with it first.")
            return Checkup(found, len(follow), None, [*wrong, refused])
    except (errors.RedisError, errors.RedisClusterException, OSError, TimeoutError) as away:
        raise StoreAway(words(away)) from away
    finally:
        await client.aclose()


async def _settings(ask: Any) -> Mapping[str, str]:
    """What can be asked of its settings; nothing where that isn't told."""
    names = ("maxmemory-policy", "no-appendfsync-on-rewrite", "requirepass", "min-replicas-to-write")
    try:
        found = dict(await ask("CONFIG GET", *names))
    except errors.ResponseError:
        return {}
    return {text(name): text(value) for name, value in found.items()}


async def _ahead(ask: Any) -> float:
    """How far its clock is ahead of ours, at least: nobody knows when it was read between question and
    answer, and where much is to be done, that may be long."""
    since = time.time()
    seconds, micros = await ask("TIME")
    said = float(seconds) + float(micros) / 1e6
    return said - min(max(said, since), time.time())


async def _write_s(client: Any, copies: int) -> float:
    """How long a small write takes, over a link as hubs have it."""
    link = link_to(client, copies)
    took, begun = list[float](), time.perf_counter()
    try:
        for number in range(WRITES):
            if took and time.perf_counter() - begun > LONG_S:
                break
            command: Command = ("SET", mark("doctor"), number, "PX", 60_000)
            since = time.perf_counter()
            (reply,) = await link.send([command])
            if isinstance(reply, BaseException):
                raise StoreAway(words(reply))
            took.append(time.perf_counter() - since)
    finally:
        await link.close()
    return median(took)


def _version(info: Mapping[str, Any]) -> str:
    return str(info.get("valkey_version") or info.get("redis_version", "0"))


def _drift(ahead: float) -> Iterator[Complaint]:
    if abs(ahead) > ADRIFT:
        way = "ahead of" if ahead > 0 else "behind"
        yield Complaint(
            f"has a clock {abs(ahead):.1f} s {way} this machine's: what games wait for is wrong by it.",
            "Have all machines ask a time server (chrony, systemd-timesyncd).",
        )


def _state(info: Mapping[str, Any], settings: Mapping[str, str], copies: int) -> Iterator[Complaint]:
    """What it can't do, or can't do now."""
    needs = WITH_COPIES if copies else OLDEST
    if _parts(_version(info)) < needs:
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
            "Start replicas, or set it to 0 (`python -m server export --release` where tables were moved).",
        )
    for name, words_ in (("aof_last_write_status", "write"), ("aof_last_bgrewrite_status", "rewrite")):
        if text(info.get(name, "ok")) != "ok":
            yield Complaint(
                f"could not {words_} its append-only file.", "Look at its log; most likely its disk is full."
            )


def _memory(info: Mapping[str, Any], settings: Mapping[str, str]) -> Iterator[Complaint]:
    """What becomes of it when it is full."""
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
    if most and used > FULL * most:
        yield Complaint(
            f"is {used / most:.0%} full: once it is, no move can be stored.",
            "Set maxmemory higher, or keep finished tables for a shorter time (STAMMTISCH_OVER_TTL_S).",
            grave=used > most,
        )


def _reach(url: str, info: Mapping[str, Any], settings: Mapping[str, str]) -> Iterator[Complaint]:
    """How it is reached, and who else might."""
    parts = urlsplit(url)
    in_cluster = bool(int(info.get("cluster_enabled", 0)))
    if in_cluster and not parts.scheme.startswith("cluster+") and "cluster=" not in parts.query:
        yield Complaint("is a node of a cluster, and REDIS names it alone.", "Begin REDIS with cluster+.")
    near = parts.scheme == "unix" or parts.hostname in ("localhost", "127.0.0.1", "::1")
    if not near and not parts.username and settings.get("requirepass") == "":
        yield Complaint(
            "asks for no password: whoever reaches it can read every hand and change every table.",
            "Set requirepass, and REDIS=redis://:password@…; or let its firewall admit hubs alone.",
            grave=False,
        )


def _parts(version: str) -> tuple[int, ...]:
    """A version as numbers."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())

"""Checks an installation; each finding says what is wrong and how to fix it."""

from __future__ import annotations

import os
import re
import resource
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from server.net.connection_limits import RESERVED_FILES, rooms
from server.process.file_limits import LISTEN_BACKLOG, open_more_files
from server.settings.config import Settings
from server.store.checkup import Checkup, checkup
from server.store.clients import StoreAway
from server.store.embedded import CannotStart, address, binary

from .findings import ADVICE, FINE, WRONG, Finding
from .hubs import looked_at
from .packages import brought, clashes, machine_code, packages
from .probe import outside
from .setting_checks import values

MIN_CLUB_CLIENTS: Final = 500
"""A hub with room for fewer clients is too small for a club."""

SLOW_S, TOO_SLOW_S = 0.01, 0.05
"""Seconds for a write to the disk: above the first it is slow, above the second too slow."""

MIN_FREE_DISK_BYTES: Final = 256 << 20
"""Free bytes below which a disk counts as almost full: a club's evening is some megabytes, at times written
twice."""

IN_MEMORY = ("tmpfs", "ramfs")
"""File systems that lose their files in a power failure."""


async def doctor(settings: Settings, at: str = "") -> list[Finding]:
    """Run all checks. `at`: the public address of the server, possibly behind a proxy."""
    found = [*packages(), *machine_code(), *clashes(), *brought(), *limits(settings), *values(settings)]
    url, folder = settings.redis, Path(settings.data)
    if not url:
        found += disk(folder)
        url = address(folder)
    if url:
        answered = await redis(url, settings.copies, running=bool(settings.redis))
        found += answered
        if any(it.state == FINE for it in answered):
            more, settings = await looked_at(url, settings)
            found += more
    return found + (await outside(at, settings) if at else [])


# -- this machine ----------------------------------------------------------------------------------


def limits(settings: Settings) -> Iterator[Finding]:
    """How many people the limit of open files and the listen backlog allow."""
    files = open_more_files()
    room = rooms(files)[1] if files != resource.RLIM_INFINITY else settings.max_sockets
    said = f"A hub may open {files} files: room for {room} people and bots."
    needed = settings.max_sockets * 3 // 2 + RESERVED_FILES
    if room < settings.max_sockets:
        mend = f"STAMMTISCH_MAX_SOCKETS is {settings.max_sockets}: LimitNOFILE={needed}, or ulimit -n."
        yield Finding(WRONG if room < MIN_CLUB_CLIENTS else ADVICE, said, mend)
    else:
        yield Finding(FINE, said)
    queue = Path("/proc/sys/net/core/somaxconn")
    if queue.exists() and (most := int(queue.read_text())) < LISTEN_BACKLOG:
        yield Finding(
            ADVICE,
            f"Only {most} connections may be pending: when all clients reconnect at once, some wait longer.",
            f"sysctl net.core.somaxconn={LISTEN_BACKLOG}",
        )


def disk(folder: Path) -> Iterator[Finding]:
    """Can the embedded Redis work in its folder, and how long does a write take there?"""
    try:
        binary()
    except CannotStart as why:
        yield Finding(WRONG, "There is no Redis server on this machine.", str(why))
    place = next(it for it in (folder.absolute(), *folder.absolute().parents) if it.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Finding(WRONG, f"{place} can't be written to.", "Set DATA to a folder of this user's.")
        return
    if (kind := file_system(place)) in IN_MEMORY:
        yield Finding(
            WRONG,
            f"{place} lies in memory ({kind}): all tables are gone with the power.",
            "Set DATA to a folder on a disk.",
        )
    try:
        took = write_s(place)
    except OSError as wrong:
        said = f"Nothing can be written below {place}: {wrong.strerror}. All tables wait until that is fixed."
        yield Finding(WRONG, said, "Make room there, or set DATA to a folder on another disk.")
        return
    if (left := shutil.disk_usage(place).free) < MIN_FREE_DISK_BYTES:
        said = f"Only {left >> 20} MB are free on the disk below {place}; once it is full, all tables wait."
        yield Finding(ADVICE, said, "Make room there: rewriting the stored data needs its size twice.")
    said = f"A write to the disk below {place} takes {took * 1000:.1f} ms (median)."
    yield _speed(took, said, "Put DATA on a faster disk; a server-grade solid-state disk is best.")


def write_s(folder: Path, writes: int = 50) -> float:
    """The median time in seconds of a small write with fsync."""
    path, took = folder / f".doctor-{os.getpid()}", []
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        for _ in range(writes):
            since = time.perf_counter()
            os.write(file, b"\0" * 200)
            os.fsync(file)
            took.append(time.perf_counter() - since)
    finally:
        os.close(file)
        path.unlink()
    return median(took)


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The type of a folder's file system; "" if unknown."""
    kinds = {}
    if mounts.exists():
        rows = (line.split() for line in mounts.read_text().splitlines())
        kinds = {Path(re.sub(r"\\040", " ", row[1])): row[2] for row in rows}
    return next((kinds[it] for it in (folder, *folder.parents) if it in kinds), "")


def _speed(took: float, said: str, mend: str) -> Finding:
    if took < SLOW_S:
        return Finding(FINE, said)
    return Finding(WRONG if took > TOO_SLOW_S else ADVICE, f"{said} Every move waits for that.", mend)


# -- Redis -----------------------------------------------------------------------------------------


async def redis(url: str, copies: int, running: bool = True) -> list[Finding]:
    """Check a Redis. `running`: count a Redis that doesn't answer as a fault."""
    try:
        found = await checkup(url, copies)
    except StoreAway as away:
        return [Finding(WRONG, away.what, away.mend)] if running else []
    except ValueError as wrong:
        return [Finding(WRONG, f"REDIS is no address of a Redis: {wrong}.", "See `serve --help`.")]
    return [
        *_seen(found),
        *(Finding(WRONG if it.grave else ADVICE, it.what, it.mend) for it in found.complaints),
    ]


def _seen(found: Checkup) -> Iterator[Finding]:
    for it in found.primaries:
        version = f"is version {it.version}" if it.version else "answers"
        told = f"Redis{it.name} {version}; its clock differs by {it.ahead * 1000:+.0f} ms."
        yield Finding(FINE, told)
    if found.replicas:
        those = "1 replica was" if found.replicas == 1 else f"{found.replicas} replicas were"
        yield Finding(FINE, f"{those} asked how they write to their disks.")
    if found.write_s is None:
        return
    said = f"A write to Redis counts after {found.write_s * 1000:.1f} ms (median)."
    yield _speed(found.write_s, said, "A faster disk below Redis, or a shorter way to it.")


class Printout(NamedTuple):
    """The printed lines and the exit status of the command."""

    lines: list[str]
    status: int


def findings_text(findings: Sequence[Finding]) -> Printout:
    """The findings for a terminal; the worst come last, next to the prompt."""
    order = (FINE, ADVICE, WRONG)
    lines = []
    for it in sorted(findings, key=lambda one: order.index(one.state)):
        lines.append(f"{it.state:<7} {it.what}")
        lines += [f"        {it.mend}"] if it.mend else []
    wrong, advice = (sum(it.state == state for it in findings) for state in (WRONG, ADVICE))
    lines += ["", f"{wrong} wrong, {advice} to think about." if wrong or advice else "All is well."]
    return Printout(lines, int(wrong > 0))

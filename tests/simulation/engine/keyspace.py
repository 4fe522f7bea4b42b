"""The data of an engine, and its commands. Every command that changes data appends an effect to the
`journal`, in a form that gives the same data whenever it is replayed. The journal is the content of the disk.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

Words = Sequence[bytes]
Effect = tuple[bytes, ...]

T = TypeVar("T")


class Wrong(Exception):
    """An error reply to a command."""


OTHER_KIND: Final = "WRONGTYPE Operation against a key holding the wrong kind of value"


class Status(str):
    """A simple string reply."""


class Scores(dict[bytes, float]):
    """A sorted set."""

    def ordered(self) -> list[tuple[bytes, float]]:
        return sorted(self.items(), key=lambda pair: (pair[1], pair[0]))


KINDS: Final[dict[bytes, type]] = {b"string": bytes, b"list": list, b"hash": dict, b"zset": Scores}
"""The types of values, by Redis's name."""


class Keyspace:
    """Keys and their values. `clock()` returns microseconds; `publish(channel, message)` sends to
    subscribers."""

    def __init__(
        self, clock: Callable[[], int], publish: Callable[[bytes, bytes], int] = lambda channel, message: 0
    ) -> None:
        self.clock = clock
        self.publish = publish
        self.data: dict[bytes, Any] = {}
        self.ends: dict[bytes, int] = {}
        """When keys expire, in ms."""
        self.journal: list[Effect] = []

    def replay(self, effects: Iterable[Effect]) -> None:
        """Apply the effects of a journal."""
        for effect in effects:
            self.run(effect)

    def run(self, words: Words) -> Any:
        """Run a command; returns an int, bytes, None, a Status, or a list of these. Raises Wrong."""
        name = words[0].upper().decode()
        command = COMMANDS.get(name)
        if command is None:
            raise Wrong(f"ERR unknown command '{name}'")
        return command(self, *words[1:])

    # -- inside ------------------------------------------------------------------------------------

    def _at(self, key: bytes, kind: type[T]) -> T | None:
        end = self.ends.get(key)
        if end is not None and end <= self.clock() // 1000:
            self.data.pop(key, None)
            del self.ends[key]
        found = self.data.get(key)
        if found is not None and type(found) is not kind:
            raise Wrong(OTHER_KIND)
        return found

    def _made(self, key: bytes, kind: type[T]) -> T:
        found = self._at(key, kind)
        if found is None:
            found = self.data[key] = kind()
        return found

    def _left(self, key: bytes, what: Any) -> None:
        """Remove a key whose value has become empty."""
        if not what:
            del self.data[key]
            self.ends.pop(key, None)

    def _write(self, *effect: bytes) -> None:
        self.journal.append(effect)

    def _there(self, key: bytes) -> bool:
        try:
            return self._at(key, object) is not None
        except Wrong:
            return True

    # -- keys --------------------------------------------------------------------------------------

    def exists(self, *keys: bytes) -> int:
        return sum(map(self._there, keys))

    def delete(self, *keys: bytes) -> int:
        gone = [key for key in keys if self._there(key)]
        for key in gone:
            del self.data[key]
            self.ends.pop(key, None)
            self._write(b"DEL", key)
        return len(gone)

    def pexpireat(self, key: bytes, end: bytes) -> int:
        if not self._there(key):
            return 0
        if int(end) <= self.clock() // 1000:
            return self.delete(key)
        self.ends[key] = int(end)
        self._write(b"PEXPIREAT", key, end)
        return 1

    def pexpire(self, key: bytes, ms: bytes) -> int:
        return self.pexpireat(key, b"%d" % (self.clock() // 1000 + int(ms)))

    def expire(self, key: bytes, seconds: bytes) -> int:
        return self.pexpire(key, b"%d" % (int(seconds) * 1000))

    def pttl(self, key: bytes) -> int:
        if not self._there(key):
            return -2
        return self.ends[key] - self.clock() // 1000 if key in self.ends else -1

    def ttl(self, key: bytes) -> int:
        ms = self.pttl(key)
        return (ms + 500) // 1000 if ms >= 0 else ms

    def packed(self, key: bytes) -> Effect:
        """An effect that creates a key elsewhere with its current value and expiry."""
        found = self.data[key]
        kind = next(name for name, one in KINDS.items() if type(found) is one)
        if isinstance(found, Scores):
            words = [word for member, score in found.items() for word in (number(score), member)]
        elif isinstance(found, dict):
            words = [word for pair in found.items() for word in pair]
        else:
            words = [found] if isinstance(found, bytes) else found
        return b"RESTORE", key, b"%d" % self.ends.get(key, 0), kind, *words

    def restore(self, key: bytes, end: bytes, kind: bytes, *words: bytes) -> Status:
        """Create a key as it was elsewhere; an end of 0 means no expiry."""
        made: Any = KINDS[kind]()
        if isinstance(made, Scores):
            made.update((member, float(score)) for score, member in zip(words[::2], words[1::2], strict=True))
        elif isinstance(made, dict):
            made.update(zip(words[::2], words[1::2], strict=True))
        else:
            made = words[0] if isinstance(made, bytes) else list(words)
        self.data[key] = made
        self.ends.pop(key, None)
        if int(end):
            self.ends[key] = int(end)
        self._write(b"RESTORE", key, end, kind, *words)
        return Status("OK")

    def time(self) -> list[bytes]:
        seconds, micros = divmod(self.clock(), 1_000_000)
        return [b"%d" % seconds, b"%d" % micros]

    # -- strings -----------------------------------------------------------------------------------

    def get(self, key: bytes) -> bytes | None:
        return self._at(key, bytes)

    def set(self, key: bytes, value: bytes, *more: bytes) -> Status | None:
        options = [word.upper() for word in more]
        if b"NX" in options and self._there(key):
            return None
        self.data[key] = bytes(value)
        self.ends.pop(key, None)
        self._write(b"SET", key, value)
        for word, times in ((b"EX", 1000), (b"PX", 1)):
            if word in options:
                self.pexpire(key, b"%d" % (int(more[options.index(word) + 1]) * times))
        return Status("OK")

    # -- lists -------------------------------------------------------------------------------------

    def llen(self, key: bytes) -> int:
        return len(self._at(key, list) or ())

    def lindex(self, key: bytes, at: bytes) -> bytes | None:
        found: list[bytes] = self._at(key, list) or []
        number = int(at)
        return found[number] if -len(found) <= number < len(found) else None

    def lrange(self, key: bytes, start: bytes, stop: bytes) -> list[bytes]:
        found: list[bytes] = self._at(key, list) or []
        return found[part(len(found), int(start), int(stop))]

    def rpush(self, key: bytes, *values: bytes) -> int:
        found: list[bytes] = self._made(key, list)
        found.extend(values)
        self._write(b"RPUSH", key, *values)
        return len(found)

    def lrem(self, key: bytes, count: bytes, value: bytes) -> int:
        found: list[bytes] = self._at(key, list) or []
        equal, most = [at for at, one in enumerate(found) if one == value], int(count)
        gone = equal[:most] if most > 0 else equal[most:]
        for at in reversed(gone):
            del found[at]
        if gone:
            self._write(b"LREM", key, count, value)
            self._left(key, found)
        return len(gone)

    # -- hashes ------------------------------------------------------------------------------------

    def hset(self, key: bytes, *pairs: bytes) -> int:
        found: dict[bytes, bytes] = self._made(key, dict)
        before = len(found)
        found.update(zip(pairs[::2], pairs[1::2], strict=True))
        self._write(b"HSET", key, *pairs)
        return len(found) - before

    def hsetnx(self, key: bytes, field: bytes, value: bytes) -> int:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return 0 if field in found else self.hset(key, field, value)

    def hexists(self, key: bytes, field: bytes) -> int:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return int(field in found)

    def hget(self, key: bytes, field: bytes) -> bytes | None:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return found.get(field)

    def hmget(self, key: bytes, *fields: bytes) -> list[bytes | None]:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return [found.get(field) for field in fields]

    def hgetall(self, key: bytes) -> list[bytes]:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return [word for pair in found.items() for word in pair]

    def hkeys(self, key: bytes) -> list[bytes]:
        found: dict[bytes, bytes] = self._at(key, dict) or {}
        return [*found]

    def hdel(self, key: bytes, *fields: bytes) -> int:
        found: dict[bytes, bytes] | None = self._at(key, dict)
        gone = [field for field in dict.fromkeys(fields) if found and found.pop(field, None) is not None]
        if gone:
            self._write(b"HDEL", key, *gone)
            self._left(key, found)
        return len(gone)

    # -- sorted sets -------------------------------------------------------------------------------

    def zadd(self, key: bytes, *words: bytes) -> int:
        rest = list(words)
        options = set()
        while rest[0].upper() in (b"NX", b"LT"):
            options.add(rest.pop(0).upper())
        found = self._made(key, Scores)
        new, changed = 0, []
        for score, member in zip(map(float, rest[::2]), rest[1::2], strict=True):
            has = found.get(member)
            if has is None:
                new += 1
            elif b"NX" in options or (b"LT" in options and score >= has) or score == has:
                continue
            found[member] = score
            changed += [number(score), member]
        if changed:
            self._write(b"ZADD", key, *changed)
        return new

    def zrem(self, key: bytes, *members: bytes) -> int:
        found = self._at(key, Scores)
        gone = [one for one in dict.fromkeys(members) if found and found.pop(one, None) is not None]
        if gone:
            self._write(b"ZREM", key, *gone)
            self._left(key, found)
        return len(gone)

    def zscore(self, key: bytes, member: bytes) -> bytes | None:
        score = (self._at(key, Scores) or Scores()).get(member)
        return None if score is None else number(score)

    def zrange(self, key: bytes, start: bytes, stop: bytes, *more: bytes) -> list[bytes]:
        rows = (self._at(key, Scores) or Scores()).ordered()
        rows = rows[part(len(rows), int(start), int(stop))]
        if more and more[0].upper() == b"WITHSCORES":
            return [word for member, score in rows for word in (member, number(score))]
        return [member for member, _ in rows]

    def zrangebyscore(self, key: bytes, low: bytes, high: bytes, *more: bytes) -> list[bytes]:
        rows = (self._at(key, Scores) or Scores()).ordered()
        found = [member for member, score in rows if float(low) <= score <= float(high)]
        if more:
            first, count = int(more[1]), int(more[2])
            found = found[first : first + count]
        return found

    def zremrangebyscore(self, key: bytes, low: bytes, high: bytes) -> int:
        return self.zrem(key, *gone) if (gone := self.zrangebyscore(key, low, high)) else 0

    def tell(self, channel: bytes, message: bytes) -> int:
        return self.publish(channel, message)


def part(length: int, start: int, stop: int) -> slice:
    """The slice from `start` to `stop`, both included; negative numbers count from the end."""
    start = max(0, start + length) if start < 0 else start
    stop = stop + length if stop < 0 else stop
    return slice(start, max(start, stop + 1))


def number(score: float) -> bytes:
    """A score as text."""
    if math.isinf(score):
        return b"inf" if score > 0 else b"-inf"
    return b"%d" % score if score == int(score) else repr(score).encode()


COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    "DEL": Keyspace.delete,
    "PUBLISH": Keyspace.tell,
    **{
        name.upper(): getattr(Keyspace, name)
        for name in [
            "exists",
            "pexpireat",
            "pexpire",
            "expire",
            "pttl",
            "ttl",
            "restore",
            "time",
            "get",
            "set",
            "llen",
            "lindex",
            "lrange",
            "rpush",
            "lrem",
            "hset",
            "hsetnx",
            "hexists",
            "hget",
            "hmget",
            "hkeys",
            "hgetall",
            "hdel",
            "zadd",
            "zrem",
            "zscore",
            "zrange",
            "zrangebyscore",
            "zremrangebyscore",
        ]
    },
}
"""The commands in use, by name."""

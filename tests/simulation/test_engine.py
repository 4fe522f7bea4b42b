"""The engine of the simulation held against the real one: the same operations on both, the same answers, the
same messages, the same data in the end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from redis import Redis
from redis import exceptions as errors

from server.store import scripts as ours
from server.store.keys import DUE, HUBS, LOBBY, allowed, key, keys
from server.store.links import Script

from .engine.keyspace import Keyspace, Wrong
from .engine.scripts import Scripts

TABLES, HUB_NAMES, PEOPLE = ("one", "two"), ("a", "b", "c"), ("x:0", "x:1", "y:-1")

NEAR = 3000
"""Milliseconds that two looks at a clock may lie apart."""


class Both:
    """The real engine and ours."""

    def __init__(self, url: str) -> None:
        client: Any = Redis.from_url(url, protocol=2)
        client.script_flush()
        self.client = client
        self.real = client.connection_pool.get_connection()
        self.heard = self.client.pubsub()
        self.heard.subscribe(LOBBY, *(f"hub:{name}" for name in HUB_NAMES))
        for _ in range(1 + len(HUB_NAMES)):
            assert self.heard.get_message(timeout=5)["type"] == "subscribe"
        self.told: list[tuple[bytes, bytes]] = []
        self.keys = Keyspace(lambda: time.time_ns() // 1000, self._publish)
        self.scripts = Scripts()

    def _publish(self, channel: bytes, message: bytes) -> int:
        self.told.append((channel, message))
        return 1

    def run(self, *words: Any) -> tuple[Any, Any]:
        """Carry out the same on both; both answers."""
        plain = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self.real.send_command(*plain)
        try:
            real = self.real.read_response()
        except errors.ResponseError as wrong:
            real = type(wrong)
        try:
            name, *rest = plain
            if name in (b"EVAL", b"EVALSHA"):
                answer = self.scripts.run(self.keys, name, rest)
            else:
                answer = self.keys.run(plain)
        except Wrong as wrong:
            script = str(wrong).startswith("NOSCRIPT")
            answer = errors.NoScriptError if script else errors.ResponseError
        return real, str(answer).encode() if isinstance(answer, str) else answer

    def messages(self) -> list[tuple[bytes, bytes]]:
        """What the real one has told so far."""
        found: list[tuple[bytes, bytes]] = []
        while len(found) < len(self.told) and (one := self.heard.get_message(timeout=5)) is not None:
            found.append((one["channel"], one["data"]))
        return found


def call(script: Script, places: Sequence[str], *args: Any) -> tuple[Any, ...]:
    """A step of ours, with its text."""
    return ("EVAL", script.text, len(places), *places, *args)


def drawn(random: Random) -> tuple[Any, ...]:
    """Something that a hub might ask for."""
    table, hub = random.choice(TABLES), random.choice(HUB_NAMES)
    log, state, hubs, here, chat = keys(table)
    field, number = f"{hub} {random.choice(PEOPLE)}", random.randrange(6)
    line = f"said {random.randrange(12)} {number}".encode()
    snapshot = random.choice((b"", b"snapshot"))
    rates = [word for _ in range(2) for word in (random.choice(("60000.000", "30000.500")), number + 1)]
    due = random.choice(("", "0", random.randrange(100)))
    entry = b"entry %d" % random.randrange(3)
    commit = (table, hub, number, entry, snapshot, random.choice((60, 600)), due, random.choice("01"))
    return random.choice(
        (
            call(ours.COMMIT, [*keys(table), DUE], *commit),
            call(ours.COMMIT, [*keys(table), DUE], *commit),
            call(ours.COMMIT, keys(table), *commit),
            call(ours.LOAD, [log, state, hubs], hub),
            call(ours.LENGTHS, [key(one, "log") for one in TABLES], hub),
            call(ours.FOLLOW, [log, hubs, DUE, hubs], hub),
            call(ours.TELL, [hubs], table, hub, number, entry),
            call(ours.NOTE, [hubs], hub, line),
            call(ours.SAY, [log, chat, hubs], table, hub, line, 7, 5, random.choice("01")),
            call(ours.ANNOUNCE, [LOBBY], table, random.choice((b"", b"open", b"over"))),
            call(ours.ALLOW, [allowed("tables", "x"), allowed("tables", hub)], *rates),
            call(ours.SETTLED, [DUE], table, random.randrange(100)),
            call(ours.HERE, [log, here], field, random.choice((b"", b"row"))),
            call(ours.ALIVE, [HUBS], hub, 60_000, 10_000),
            ("EVALSHA", ours.COMMIT.sha, 0),
            ("LRANGE", log, random.randrange(-4, 4), random.randrange(-4, 4)),
            ("LRANGE", DUE, 0, -1),
            ("LLEN", log),
            ("ZADD", DUE, random.choice(("NX", "LT")), random.randrange(100), table),
            ("ZADD", DUE, random.randrange(100), table),
            ("ZREM", hubs, hub),
            ("ZREM", DUE, table),
            ("ZRANGEBYSCORE", DUE, 0, random.randrange(100), "LIMIT", 0, 1),
            ("ZRANGE", DUE, 0, -1, "WITHSCORES"),
            ("HGETALL", LOBBY),
            ("HGETALL", chat),
            ("HDEL", here, field, field, "nobody"),
            ("EXISTS", HUBS, log, "nothing"),
            ("SET", f"once:{number}", hub, "NX", "EX", 60),
            ("SET", f"mark:{number}", 1, "PX", 60_000),
            ("GET", f"once:{number}"),
            ("DEL", random.choice((log, here, chat))),
        )
    )


def differences(both: Both) -> Iterator[str]:
    """What lies there otherwise."""
    names = sorted(both.client.keys())
    if names != sorted(name for name in both.keys.data if both.keys.exists(name)):
        yield f"{names} {sorted(both.keys.data)}"
    for name in names:
        left = both.client.pttl(name), both.keys.pttl(name)
        if abs(left[0] - left[1]) > NEAR:
            yield f"{name!r} is kept for {left} ms"
        read = {
            b"list": ("LRANGE", name, 0, -1),
            b"hash": ("HGETALL", name),
            b"zset": ("ZRANGE", name, 0, -1, "WITHSCORES"),
            b"string": ("GET", name),
        }[both.client.type(name)]
        real, answer = both.run(*read)
        if read[0] == "ZRANGE":
            real, answer = by_member(real), by_member(answer)
        if not alike(real, answer):
            yield f"{name!r}: {real} {answer}"


def by_member(row: list[Any]) -> list[list[Any]]:
    """Members with their scores, not in the order of these, which may be times."""
    return sorted([member, score] for member, score in zip(row[::2], row[1::2], strict=True))


def alike(real: Any, answer: Any) -> bool:
    """The same, but for times."""
    if isinstance(real, list) and isinstance(answer, list):
        return len(real) == len(answer) and all(map(alike, real, answer))
    if real == answer:
        return True
    try:
        return abs(int(real) - int(answer)) <= NEAR and int(real) > 1_000_000_000
    except (TypeError, ValueError):
        return False


def by_channel(messages: Sequence[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    """What each hub heard, in its order. Which of two hubs is told first hangs on when each was last there,
    to the millisecond."""
    heard: dict[bytes, list[bytes]] = {}
    for channel, data in messages:
        heard.setdefault(channel, []).append(data)
    return heard


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_do_the_same(new_redis_url: Any, seed: int) -> None:
    both, random = Both(new_redis_url()), Random(seed)
    for _ in range(600):
        words = drawn(random)
        real, answer = both.run(*words)
        if words[0] == "HGETALL" and isinstance(real, list):
            real, answer = sorted(real), sorted(answer)
        assert alike(real, answer), (words[0], words[-8:], real, answer)
    assert by_channel(both.messages()) == by_channel(both.told)
    assert list(differences(both)) == []
    real, answer = both.run(*call(ours.AGES, [HUBS]))
    ages, others = (dict(by_member(it)) for it in (real, answer))
    assert ages.keys() == others.keys() and len(ages) == len(HUB_NAMES)
    assert all(abs(ages[hub] - others[hub]) < NEAR for hub in ages)


def test_what_was_written_down_makes_the_same_again() -> None:
    """The disk holds effects: carried out again they give the same data, whatever the time is then."""
    now, random = [1_000_000], Random(5)
    keyspace, scripts = Keyspace(lambda: now[0]), Scripts()
    for _ in range(600):
        now[0] += 1000
        words = [word if isinstance(word, bytes) else str(word).encode() for word in drawn(random)]
        try:
            if words[0] == b"EVAL":
                scripts.run(keyspace, words[0], words[1:])
            else:
                keyspace.run(words)
        except Wrong:
            continue
    again = Keyspace(lambda: now[0])
    again.replay(keyspace.journal)
    assert keyspace.data and (again.data, again.ends) == (keyspace.data, keyspace.ends)

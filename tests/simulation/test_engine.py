"""Compares the simulation's engine with a real Redis: the same operations must give the same replies,
messages and data."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from redis import Redis
from redis import exceptions as errors

from server.store import scripts as ours
from server.store.keys import DUE, HUBS, LOBBY, allowed, key, keys, node_outages
from server.store.links import Script

from ..store.test_store_faults import cluster
from ..waiting import LIMIT, until
from .engine.keyspace import Keyspace, Wrong
from .engine.scripts import Scripts
from .engine.slots import Slots, evenly, slot_of

TABLES, HUB_NAMES, PEOPLE = ("one", "two"), ("a", "b", "c"), ("x:0", "x:1", "y:-1")

NEAR = 3000
"""The greatest difference in milliseconds between two readings of a clock."""

TRIES = range(5)


class StoodStill(Exception):
    """The machine, while both engines were asked: their clocks can't be compared, and all begins anew."""


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """What both engines do in the body, they do at the same time. Raises StoodStill."""
    begun = time.monotonic()
    yield
    if time.monotonic() - begun > NEAR / 2 / 1000:
        raise StoodStill


class Both:
    """The real engine and the simulated one."""

    def __init__(
        self, url: str, slots: Slots | None = None, told: list[tuple[bytes, bytes]] | None = None
    ) -> None:
        """For a cluster, `slots` is the simulated node's map, and `told` the messages published at any
        node."""
        client: Any = Redis.from_url(url, protocol=2)
        client.script_flush()
        self.client = client
        self.real = client.connection_pool.get_connection()
        self.heard = self.client.pubsub()
        self.heard.subscribe(LOBBY, *(f"hub:{name}" for name in HUB_NAMES))
        for _ in range(1 + len(HUB_NAMES)):
            assert self.heard.get_message(timeout=LIMIT)["type"] == "subscribe"
        self.told = [] if told is None else told
        self.in_cluster = slots is not None
        self.slots = slots or Slots(0, True, (), ())
        self.keys = Keyspace(lambda: time.time_ns() // 1000, self._publish)
        self.scripts = Scripts()

    def _publish(self, channel: bytes, message: bytes) -> int:
        self.told.append((channel, message))
        return 1

    def run(self, *words: Any, asking: bool = False) -> tuple[Any, Any]:
        """Run the same command on both; returns both replies. `asking`: for a slot that is being imported.
        Raises StoodStill."""
        with at_once():
            return self._run(words, asking)

    def _run(self, words: Sequence[Any], asking: bool) -> tuple[Any, Any]:
        plain = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        if asking:
            self.real.send_command("ASKING")
            assert self.real.read_response() == b"OK"
        self.real.send_command(*plain)
        try:
            real = self.real.read_response()
        except errors.AskError as wrong:
            real = type(wrong), wrong.slot_id, wrong.port
        except errors.ResponseError as wrong:
            real = type(wrong)
        try:
            answer = self._ours(plain, asking)
        except Wrong as wrong:
            word, *more = str(wrong).split()
            kind = ERRORS.get(word, errors.ResponseError)
            elsewhere = issubclass(kind, errors.AskError)
            answer = (kind, int(more[0]), int(more[1].rpartition(":")[2])) if elsewhere else kind
        return real, str(answer).encode() if isinstance(answer, str) else answer

    def _ours(self, words: Sequence[bytes], asking: bool) -> Any:
        if self.in_cluster and (refused := self.slots.refusal(words, self.keys.exists, asking)):
            raise refused
        name, *rest = words
        if name in (b"EVAL", b"EVALSHA"):
            return self.scripts.run(self.keys, name, rest)
        return self.keys.run(words)

    def messages(self) -> list[tuple[bytes, bytes]]:
        """The messages of the real engine so far."""
        found: list[tuple[bytes, bytes]] = []
        while len(found) < len(self.told) and (one := self.heard.get_message(timeout=LIMIT)) is not None:
            found.append((one["channel"], one["data"]))
        return found


ERRORS: Final[dict[str, type[errors.ResponseError]]] = {
    "NOSCRIPT": errors.NoScriptError,
    "MOVED": errors.MovedError,
    "ASK": errors.AskError,
    "TRYAGAIN": errors.TryAgainError,
    "CROSSSLOT": errors.ClusterCrossSlotError,
}
"""The client's exception for the first word of an error reply."""


def call(script: Script, places: Sequence[str], *args: Any) -> tuple[Any, ...]:
    """A call of one of the product's scripts, with its text."""
    return ("EVAL", script.text, len(places), *places, *args)


def drawn(random: Random) -> tuple[Any, ...]:
    """A random operation of a hub."""
    table, hub = random.choice(TABLES), random.choice(HUB_NAMES)
    log, state, hubs, here, chat = keys(table)
    field, number = f"{hub} {random.choice(PEOPLE)}", random.randrange(6)
    sent = random.choice((b"\x01", b"\x02", b"\xcc\x81", b"\xcd\x01\x02"))
    line = b"said %d%s%d" % (random.randrange(2), sent, number)
    snapshot = random.choice((b"", b"snapshot"))
    rates = [word for _ in range(2) for word in (random.choice(("60000.000", "30000.500")), number + 1)]
    due = random.choice(("", "0", random.randrange(100)))
    entry = b"entry %d" % random.randrange(3)
    commit = (table, hub, number, entry, snapshot, random.choice((60, 600)), due, random.choice("01"))
    spoken = (table, hub, line, 6, 2, 2, random.choice("01"))
    along = random.choice((b"", b"along with it"))
    return random.choice(
        (
            call(ours.COMMIT, [*keys(table), DUE], *commit, along),
            call(ours.COMMIT, [*keys(table), DUE], *commit, along),
            call(ours.COMMIT, keys(table), *commit, along),
            call(ours.LOAD, [log, state, hubs], hub),
            call(ours.BREAK, [log, state], "an edition", f"how {number}"),
            call(ours.MEND, [state]),
            call(ours.LENGTHS, [key(one, "log") for one in TABLES], hub),
            call(ours.FOLLOW, [log, hubs, DUE, hubs], hub),
            call(ours.TELL, [hubs], table, hub, number, entry, along),
            call(ours.NOTE, [hubs], hub, line),
            call(ours.SAY, [log, chat, hubs, key(table, "said")], *spoken),
            call(ours.ANNOUNCE, [LOBBY], table, random.choice((b"", b"open", b"over"))),
            call(ours.ALLOW, [allowed("tables", "x"), allowed("tables", hub)], *rates),
            call(ours.SETTLED, [DUE], table, random.randrange(100)),
            call(ours.HERE, [log, here], field, random.choice((b"", b"row"))),
            call(ours.PULSE, [node_outages("x")], random.randrange(40), 9, 2, random.choice((6, 600))),
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
            ("HKEYS", here),
            ("HEXISTS", here, "a"),
            ("HSETNX", here, "a", "4"),
            ("HDEL", here, field, field, "nobody"),
            ("EXISTS", HUBS, log, "nothing"),
            ("SET", f"once:{number}", hub, "NX", "EX", 60),
            ("SET", f"mark:{number}", 1, "PX", 60_000),
            ("GET", f"once:{number}"),
            ("DEL", random.choice((log, here, chat))),
        )
    )


def differences(both: Both) -> Iterator[str]:
    """The differences between the data of both."""
    names = sorted(both.client.keys())
    if names != sorted(name for name in both.keys.data if both.keys.exists(name)):
        yield f"{names} {sorted(both.keys.data)}"
    for name in names:
        with at_once():
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
    """Members with their scores, sorted by member, since scores may be times."""
    return sorted([member, score] for member, score in zip(row[::2], row[1::2], strict=True))


def alike(real: Any, answer: Any) -> bool:
    """Equal, apart from times."""
    if isinstance(real, list) and isinstance(answer, list):
        return len(real) == len(answer) and all(map(alike, real, answer))
    if real == answer:
        return True
    try:
        return abs(int(real) - int(answer)) <= NEAR and int(real) > 1_000_000_000
    except (TypeError, ValueError):
        return False


def by_channel(messages: Sequence[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    """The messages to each hub, in order. The order between hubs depends on their heartbeats, to the
    millisecond."""
    heard: dict[bytes, list[bytes]] = {}
    for channel, data in messages:
        heard.setdefault(channel, []).append(data)
    return heard


class BothClusters:
    """Two nodes of a real cluster, and two of the simulated one."""

    def __init__(self, ports: Sequence[int], random: Random) -> None:
        self.random = random
        self.told: list[tuple[bytes, bytes]] = []
        places = [(port,) for port in ports]
        self.nodes = [
            Both(f"redis://127.0.0.1:{port}", Slots(part, True, evenly(2), places), self.told)
            for part, port in enumerate(ports)
        ]
        self.names = [both.client.cluster("MYID").decode() for both in self.nodes]
        self.refused: Counter[type] = Counter()

    def play(self, count: int) -> None:
        """Run `count` operations at random nodes, and compare."""
        for _ in range(count):
            words, asking = drawn(self.random), self.random.random() < 0.3
            real, answer = self.random.choice(self.nodes).run(*words, asking=asking)
            if words[0] == "HGETALL" and isinstance(real, list):
                real, answer = sorted(real), sorted(answer)
            assert alike(real, answer), (words[0], words[-8:], real, answer)
            if isinstance(real, tuple | type):
                self.refused[real[0] if isinstance(real, tuple) else real] += 1

    def move(self, key: bytes) -> None:
        """Move the slot of a key with all its keys, while other operations run."""
        slot = slot_of(key)
        here = next(part for part, both in enumerate(self.nodes) if both.slots.owners[slot] == part)
        source, target = self.nodes[here], self.nodes[1 - here]
        target.client.cluster("SETSLOT", slot, "IMPORTING", self.names[here])
        target.slots.coming.add(slot)
        self.play(30)
        source.client.cluster("SETSLOT", slot, "MIGRATING", self.names[1 - here])
        source.slots.leaving[slot] = 1 - here
        self.play(30)
        while found := source.client.cluster("GETKEYSINSLOT", slot, 1):
            name, port = found[0].encode(), target.slots.places[1 - here][0]
            source.client.execute_command("MIGRATE", "127.0.0.1", port, name, 0, 60_000, "REPLACE")
            target.keys.run(source.keys.packed(name))
            source.keys.run((b"DEL", name))
            self.play(40)
        for both in (target, source):
            both.client.cluster("SETSLOT", slot, "NODE", self.names[1 - here])
            owners = [1 - here if n == slot else owner for n, owner in enumerate(both.slots.owners)]
            both.slots.learn(owners, both.slots.places)
        self.play(60)


def maps(both: Both) -> tuple[Any, Any]:
    """The map of the slots according to both nodes, without node ids."""
    both.real.send_command("CLUSTER", "SLOTS")
    real = both.real.read_response()
    return [[*row[:2], row[2][1]] for row in real], [[*row[:2], row[2][1]] for row in both.slots.rows()]


@pytest.mark.parametrize("seed", range(2))
async def test_nodes_of_both_clusters_do_the_same(tmp_path: Path, seed: int) -> None:
    for number in TRIES:
        (folder := tmp_path / str(number)).mkdir()
        with contextlib.suppress(StoodStill):
            await compare_clusters(folder, seed)
            return
    raise StoodStill


async def compare_clusters(folder: Path, seed: int) -> None:
    async with cluster(folder) as real:
        both = BothClusters(real.ports, Random(seed))
        for node in both.nodes:
            await until(lambda at=node: at.client.cluster("INFO")["cluster_state"] == "ok")  # type: ignore[misc]
        both.play(200)
        for key in (b"t:{one}:log", b"due", b"t:{two}:log", b"t:{one}:log"):
            both.move(key)
            for node in both.nodes:
                told, ours = maps(node)
                assert told == ours
        assert both.refused.keys() >= {ERRORS[word] for word in ("MOVED", "ASK", "TRYAGAIN", "CROSSSLOT")}
        heard = by_channel(both.nodes[0].messages())
        assert {name: sorted(data) for name, data in heard.items()} == {
            name: sorted(data) for name, data in by_channel(both.told).items()
        }
        assert [line for node in both.nodes for line in differences(node)] == []


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_do_the_same(new_redis_url: Any, seed: int) -> None:
    for _ in TRIES:
        with contextlib.suppress(StoodStill):
            compare(Both(new_redis_url()), Random(seed))
            return
    raise StoodStill


def compare(both: Both, random: Random) -> None:
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


def test_effects_replayed_from_disk_give_the_same_data() -> None:
    """The disk holds effects: replayed at any later time, they give the same data."""
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

"""The cost of each single stage of a move in CPU time of this process: recorded games, no sockets."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from protocol.codec import check_value, encode, from_client, packed
from protocol.diff import diff
from protocol.frames import Act, Sit, Start
from server.games import GAMES
from server.games.catalogue import checked
from server.games.copying import copier
from server.games.kernel import choose, settle
from server.games.packing import pack, unpack
from server.store.embedded import binary
from server.table.document import face, private, public
from server.table.entries import Entry, Made
from server.table.entries import encode as encode_entry
from server.table.rights import Who, decide
from server.table.table import Table
from server.table.viewers import Viewers
from tests.process.stores import open_store

ROUNDS = 7
ADA = Who("ada", "Ada", False)


class Stage(NamedTuple):
    """A stage and its cost in us (or the rate in `unit`), the best of several rounds."""

    name: str
    amount: float
    unit: str = "us"


def table_of(
    game: str, seats: int, options: Mapping[str, Any] = MappingProxyType({}), secret: str = "5a" * 32
) -> Table:
    """A table that has just started; one guest has all seats."""
    rules, given = GAMES[game].rules, checked(GAMES[game], dict(options), seats)
    made = Made(1, "bench-table1", game, rules, "", seats, given, False, [], [], False, secret)
    table = Table.make(GAMES[game], Entry(0, ADA.person, ADA.name, "bench", made))
    for change in range(seats):
        table.apply(decide(table, ADA, Sit(2 + change, "bench-table1"), 0))
    table.apply(decide(table, ADA, Start(99, "bench-table1"), 0))
    return table


class Recorded(NamedTuple):
    """Snapshots of a game at many questions, and the act that answered each."""

    tables: list[bytes]
    acts: list[Act]
    entries: list[Entry]


def recorded(game: str, seats: int, moves: int) -> Recorded:
    """Up to `moves` moves of a table whose seats choose at random."""
    random, table = Random(7), table_of(game, seats)
    tables, acts, entries = [], [], []
    for number in range(moves):
        assert table.match is not None
        if table.match.over:
            break
        ask = table.match.asks[0]
        verb, noun = random.choice(ask.options)
        act = Act(1000 + number, "bench-table1", ask.seat, table.match.state.numbers[ask.seat], verb, noun)
        entry = decide(table, ADA, act, number)
        tables.append(table.pack())
        acts.append(act)
        entries.append(entry)
        table.apply(entry)
    return Recorded(tables, acts, entries)


def best(work: Callable[[Any], Any], fresh: Callable[[], Sequence[Any]]) -> float:
    """CPU us of `work` per item, the best of several rounds with new items each."""
    costs = []
    for _ in range(ROUNDS):
        items = fresh()
        gc.collect()
        gc.disable()
        since = time.process_time_ns()
        for item in items:
            work(item)
        costs.append((time.process_time_ns() - since) / len(items) / 1000)
        gc.enable()
    return min(costs)


def stages(game: str = "machi_koro", seats: int = 4, log: Recorded | None = None) -> Iterator[Stage]:
    """The stages of a move, then those of a search."""
    engine = GAMES[game]
    log = log or recorded(game, seats, 200)
    tables = [Table.unpack(engine, data) for data in log.tables]
    games = [table.match.game for table in tables if table.match]
    clone = copier(engine.state)
    assert clone is not None

    def asked() -> list[Any]:
        pairs = zip(map(clone, games), log.acts, strict=True)
        return [(game, settle(game), act) for game, act in pairs]

    def answer(item: Any) -> None:
        game, asks, act = item
        ask = next(ask for ask in asks if ask.seat == act.seat)
        choose(game, ask, next(c for c in ask.options if c == (act.verb, act.noun)))

    views = [public(table, face(table)) for table in tables]
    faces = [face(table) for table in tables]
    pairs = list(pairwise(views))
    numbers = {word: number for number, word in enumerate(Viewers(tables[0], 16).words)}
    nodes = [diff(old, new, numbers) for old, new in pairs]
    packs = [pack(game) for game in games]

    frames = [encode(act) for act in log.acts]
    yield Stage("decode a frame", best(from_client, lambda: frames))
    yield Stage("choose: a choice, and on to the next question", best(answer, asked))
    yield Stage("pack the game", best(pack, lambda: games))
    yield Stage(
        "public view, whole document", best(lambda i: public(*i), lambda: [*zip(tables, faces, strict=True)])
    )
    yield Stage("own view of a seat", best(lambda table: private(table, 0), lambda: tables))
    yield Stage("diff of two public documents", best(lambda i: diff(i[0], i[1], numbers), lambda: pairs))
    yield Stage("encode a patch", best(packed, lambda: nodes))
    yield Stage("check value of a public document", best(check_value, lambda: views))
    yield Stage("encode an entry of the log", best(encode_entry, lambda: log.entries))
    yield Stage("snapshot of the table", best(Table.pack, lambda: tables))
    yield Stage("decide and apply: the table's whole part", best(*_whole(engine, log)))
    yield Stage("tell: view, diff, patches for all seats", best(_tell(seats), viewed(engine, log, seats)))
    yield Stage("commit, 50 at a time (this process alone)", asyncio.run(commits(log)))
    yield Stage("clone a game", best(clone, lambda: games))
    yield Stage("unpack a game", best(lambda data: unpack(engine.state, data), lambda: packs))
    yield Stage("imagine a game from a seat's document", best(*_imagined(engine, tables)))
    yield Stage("encode a frame", best(encode, lambda: log.acts))


def _whole(engine: Any, log: Recorded) -> tuple[Callable[[Any], Any], Callable[[], list[Any]]]:
    def fresh() -> list[Any]:
        return [*zip((Table.unpack(engine, data) for data in log.tables), log.acts, strict=True)]

    return lambda item: item[0].apply(decide(item[0], ADA, item[1], 0)), fresh


def viewed(engine: Any, log: Recorded, seats: int) -> Callable[[], list[tuple[Viewers, Table]]]:
    """Returns a function that makes, for each move, its table's viewers before it and the table after it."""

    def fresh() -> list[tuple[Viewers, Table]]:
        items = []
        for data, entry in zip(log.tables, log.entries, strict=True):
            table = Table.unpack(engine, data)
            viewers = Viewers(table, 16)
            for seat in range(seats):
                viewers.mine[seat] = private(table, seat)
            table.apply(entry)
            items.append((viewers, table))
        return items

    return fresh


def _tell(seats: int) -> Callable[[tuple[Viewers, Table]], None]:
    def tell(item: tuple[Viewers, Table]) -> None:
        viewers, table = item
        step = viewers.advance(table)
        for seat in range(seats):
            viewers.ending(seat, step)

    return tell


def _imagined(engine: Any, tables: list[Table]) -> tuple[Callable[[Any], Any], Callable[[], list[Any]]]:
    seen = [(engine.public(t.match.game), engine.private(t.match.game, 0)) for t in tables if t.match]
    return lambda item: engine.imagine(*item, 0, 42), lambda: seen


async def commits(log: Recorded, at_once: int = 50, each: int = 40) -> float:
    """CPU us of this process for storing an entry, with snapshots at the default interval."""
    with private_redis() as url:
        store = await open_store(url, "bench")

        async def fill(table: str) -> None:
            for version in range(each):
                snapshot = log.tables[version] if version % 20 == 0 else None
                await store.commit(
                    table, version, encode_entry(log.entries[version]), snapshot=snapshot, ttl=600
                )

        since = time.process_time_ns()
        await asyncio.gather(*(fill(f"bench-{number}") for number in range(at_once)))
        spent = time.process_time_ns() - since
        await store.close()
    return spent / at_once / each / 1000


def _await(place: str, seconds: float = 30.0) -> None:
    """Wait until a server listens at this socket. Raises TimeoutError."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(place)
            return
        time.sleep(0.02)
    raise TimeoutError(f"nobody listens at {place}")


@contextlib.contextmanager
def private_redis() -> Iterator[str]:
    """A Redis that syncs each write to the disk before it replies."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder:
        words = ["--port", "0", "--unixsocket", f"{folder}/redis.sock", "--dir", folder, "--save", ""]
        words += ["--appendonly", "yes", "--appendfsync", "always"]
        process = subprocess.Popen([binary(), *words], stdout=subprocess.DEVNULL)
        try:
            _await(f"{folder}/redis.sock")
            yield f"unix://{folder}/redis.sock"
        finally:
            process.terminate()
            process.wait()

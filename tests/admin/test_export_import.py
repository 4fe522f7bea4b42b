"""Running games move from one Redis to another and continue; reasons why an export is refused are told."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from protocol.codec import packed
from protocol.frames import Say
from server.__main__ import main
from server.admin.export_import import BEGIN, BadFile, Writer, put_in, records, take_out
from server.book.game import Played, encode
from server.games.packing import pack
from server.games.santiago.state import PESO
from server.store import keys
from server.store.clients import StoreAway
from server.store.migration import Mover, StoredTable
from server.store.store import LoadedTable
from server.table import log
from server.table.document import face, private, public
from server.table.entries import decode_entry
from tests.api.hostile import pesos
from tests.live.hubs import Guest, House, all_close, canonical, houses, still_table, table_of
from tests.process.stores import open_store
from tests.store.machines import Machine, Relay, cluster_with_replicas, machines
from tests.table.finished import finished
from tests.table.tables import Sitting
from tests.waiting import until, within


async def move(old: str, new: str, file: Path) -> None:
    async with Mover(old) as mover:
        await mover.stop_writes()
        await take_out(mover, file)
    async with Mover(new) as mover:
        moved = await put_in(mover, file)
    assert moved.others == []


async def test_running_games_move_to_a_cluster_and_go_on(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "old")
    async with machines(machine), cluster_with_replicas(tmp_path) as cluster, Relay(0) as wire:
        url = f"ws://127.0.0.1:{wire.port}/ws"
        pairs = [[Guest(url, f"{who}{n}", 7, undo=0.2, pause=0.01) for n in range(2)] for who in ("a", "b")]
        async with houses(machine.url) as (old,), houses(cluster.url) as (new,):
            wire.behind = old.port
            tables = {await table_of(pair): pair for pair in pairs}
            for table, (host, _) in tables.items():
                await host.connection.request(Say(host.session.next_id(), table, "hello"))
                await host.moved_on(table, 0, 30)
            await move(machine.url, cluster.url, tmp_path / "file")
            before = {table: host.version(table, 0) for table, (host, _) in tables.items()}
            wire.behind = new.port
            wire.cut()
            wire.mend()
            for table, pair in tables.items():
                await until(lambda at=table, who=pair: who[1].phase(at, 1) == "over")  # type: ignore[misc]
                assert pair[1].version(table, 1) > before[table]
                await true_to_the_end(new, pair, table)
        for pair in pairs:
            await all_close(*pair)


async def true_to_the_end(new: House, pair: list[Guest], table: str) -> None:
    """The log has a whole game, and every document that a guest had is one of its documents."""
    entries = await new.parts.store.entries(table)
    game = log.play(map(decode_entry, entries))
    for past in game:
        for seat, guest in enumerate(pair):
            if had := guest.documents.get((seat, past.version)):
                assert canonical([public(past, face(past)), private(past, seat)]) == had
    assert (past.state.phase, past.version) == ("over", pair[1].version(table, 1))
    assert len(await new.parts.store.said(table)) == 1


async def test_nothing_is_acknowledged_that_is_not_in_the_export(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "old")
    async with machines(machine):
        store = await open_store(machine.url, "a")
        assert await store.commit("t", 0, b"one", ttl=100, due=5)
        async with Mover(machine.url) as mover:
            await mover.stop_writes()
            second = asyncio.create_task(store.commit("t", 1, b"two", ttl=100))
            await until(lambda: not store.healthy)
            await take_out(mover, tmp_path / "file")
            assert not second.done()
            kept = await mover.read("t")
            assert kept is not None
            assert (kept.entries, kept.due) == ([b"one"], 5)
            await mover.stop_writes(False)
        assert await second, "it goes on where it was"
        found = await machine.tell("CONFIG", "GET", "min-replicas-to-write")
        assert list(found.values()) == [b"0"]
        await store.close()


async def test_an_export_waits_for_no_replica(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The export starts with the settings of the hubs."""
    machine, file = Machine(tmp_path / "old"), tmp_path / "file"
    monkeypatch.setenv("COPIES", "1")
    async with machines(machine):
        store = await open_store(machine.url, "a")
        assert await store.commit("t", 0, b"one", ttl=100)
        await store.close()
        assert await asyncio.to_thread(main, ["export", str(file), "--redis", machine.url]) == 0
    assert capsys.readouterr().out.startswith("1 table is in")
    assert [it[1] for it in records(file) if it[0] == "table"] == ["t"]


LEAST, LAG = "min-replicas-to-write", "min-replicas-max-lag"


async def test_a_redis_that_goes_on_taking_writes_is_not_called_read_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, file = Machine(tmp_path / "old"), tmp_path / "file"
    async with machines(machine):
        await machine.tell("CONFIG", "SET", LAG, "0")
        command = ["export", str(file), "--redis", machine.url]
        assert await asyncio.to_thread(main, command) == 1
        said = capsys.readouterr()
        assert "CONFIG SET min-replicas-max-lag 10" in said.err and not said.out
        assert list((await machine.tell("CONFIG", "GET", LEAST)).values()) == [b"0"]
        assert not file.exists()
        await machine.tell("CONFIG", "SET", LAG, "10")
        assert await asyncio.to_thread(main, command) == 0
        with pytest.raises(ResponseError, match="NOREPLICAS"):
            await machine.tell("SET", "a", "b")


async def test_a_cluster_is_read_only_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    async with cluster_with_replicas(tmp_path) as cluster, Mover(cluster.url) as mover:
        nodes = cluster.machines[: cluster.PRIMARIES]

        async def least() -> list[int]:
            found = [await node.tell("CONFIG", "GET", LEAST) for node in nodes]
            return [int(*it.values()) for it in found]

        await mover.stop_writes()
        assert min(await least()) > 1000
        await mover.stop_writes(False)
        await nodes[-1].tell("CONFIG", "SET", LAG, "0")
        with pytest.raises(StoreAway, match=f"{nodes[-1].port} can't be made read-only while"):
            await mover.stop_writes()
        assert await least() == [0, 0, 0]


async def test_tables_that_exist_already(new_redis_url: Callable[[], str], tmp_path: Path) -> None:
    first, second, file = new_redis_url(), new_redis_url(), tmp_path / "file"
    store, other = await open_store(first), await open_store(second)
    for table in ("a", "b", "c"):
        await store.commit(table, 0, b"first", snapshot=b"whole", ttl=100)
        await store.announce(table, packed({"of": table}))
    await store.limits.once("made:x:1", "a", 100)
    await store.limits.once("made:x:2", "elsewhere", 100)
    async with Mover(first) as from_, Mover(second) as to:
        assert (await take_out(from_, file, ["a", "b", "z"])).missing == ["z"]
        assert (await put_in(to, file, ["a"])).tables == 1
        assert await other.load("a") == LoadedTable(1, b"whole", [])
        assert await other.entries("b") == []
        assert (await other.lobby()).keys() == {"a"}
        assert await other.limits.once("made:x:1", "new", 100) == "a"
        assert await other.limits.once("made:x:2", "new", 100) == "new"
        await store.commit("a", 1, b"later", ttl=100)
        await other.commit("b", 0, b"of its own", ttl=100)
        await take_out(from_, file)
        moved = await put_in(to, file)
        assert (moved.tables, moved.others) == (2, ["b"])
        assert await other.entries("a") == [b"first", b"later"]
        assert await other.entries("b") == [b"of its own"]
        assert (await put_in(to, file)).tables == 2, "again does no harm"
        there, here = await from_.read("c"), await to.read("c")
        assert there is not None
        assert here is not None
        assert here._replace(left=there.left) == there
        assert 0 < here.left <= 113_000
    await store.close()
    await other.close()


async def test_a_table_whose_game_no_rules_lead_to_stays_out(redis_url: str, tmp_path: Path) -> None:
    file, sitting = tmp_path / "file", Sitting("santiago", 2).start()
    bad, good = pesos(), finished("santiago", 2, {})
    assert sitting.table.match is not None
    held = sitting.table.match.game.held[0]  # type: ignore[attr-defined]
    snapshots = [sitting.table.pack()]
    for held[PESO] in (5_000, 10**12):
        sitting.table.match.state.game = pack(sitting.table.match.game)
        snapshots.append(sitting.table.pack())
    with Writer(file) as writer:
        for name, snapshot, entries in (
            ("origin", b"", bad),
            ("running", snapshots[0], good),
            ("rich", snapshots[1], good),
            ("richer", snapshots[2], good),
            ("unknown", b"whole", [b"first"]),
        ):
            writer.record("table", *StoredTable(name, 100_000, len(entries), snapshot, entries, [], 0, b""))
    async with Mover(redis_url) as mover:
        moved = await put_in(mover, file)
        assert (moved.tables, moved.unbounded) == (3, ["origin", "richer"])
        assert await mover.read("richer") is None


NO_RECORDS = (
    b"\x05",
    packed([]),
    packed({"table": 1}),
    packed([["table"]]),
    packed(["table", "t"]),
    packed(["house", {"lock x": "no bytes"}, []]),
    packed(["house", {"lock x": b"\xc1"}, []]),
    packed(["report", "r", packed(["half", "a", "report"])]),
    packed(["table", "t", 9, 0, b"", [b"x"], [], 0, b"\xc1"]),
    b"\x91" * 50_000,
)
"""Well-formed data that are no records."""


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


async def test_a_file_that_is_not_whole(redis_url: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    store = await open_store(redis_url)
    await store.commit("t", 0, b"x" * 100, ttl=100)
    await store.close()
    async with Mover(redis_url) as mover:
        await take_out(mover, file)
        assert file.stat().st_mode & 0o777 == 0o600
        whole = file.read_bytes()
        for broken, why in (
            (whole[:-10], "damaged"),
            (whole[:60], "damaged after 0"),
            (whole.replace(b"xxx", b"xxy", 1), "hash"),
            (whole + b"more", "hash"),
            (b"something else", "no export"),
            *((BEGIN + framed(data), "damaged after 0") for data in NO_RECORDS),
            (whole[: whole.rindex(b"end") - 6], "in the middle"),
        ):
            file.write_bytes(broken)
            with pytest.raises(BadFile, match=why):
                list(records(file))
            with pytest.raises(BadFile):
                await put_in(mover, file)


async def test_a_file_orders_hubs_no_more_than_an_export_does(redis_url: str, tmp_path: Path) -> None:
    with Writer(tmp_path / "file") as writer:
        orders = {"lock person p": b"\x00", "tables off": b"\x01", "drain hub": b"\x01"}
        writer.record("house", orders, [], b"")
    async with Mover(redis_url) as mover:
        await put_in(mover, tmp_path / "file")
        assert (await mover.admin_records.orders()).keys() == {"lock person p"}


async def test_the_commands(new_redis_url: Callable[[], str], tmp_path: Path) -> None:
    first, second, file = new_redis_url(), new_redis_url(), str(tmp_path / "file")

    async def command(*words: str) -> int:
        return await asyncio.to_thread(main, list(words))

    async with houses(first) as (house,):
        guests, table = await still_table(house.url)
        assert await command("export", file, "--redis", first, "--live") == 0
        assert house.parts.store.healthy
        assert await command("import", file, "--redis", second) == 0
        async with Mover(second) as mover:
            assert [it async for it in mover.tables()] == [table]
        assert await command("import", file, "--redis", second, "--table", "nowhere") == 1
        assert await command("import", str(tmp_path / "none"), "--redis", second) == 1
        assert await command("export", "--redis", first) == 2
        await all_close(*guests)
    private = str(tmp_path / "data")
    assert await command("import", str(tmp_path / "none"), "--data", private) == 1
    assert not Path(private).exists(), "no store is made for what can't be read"
    assert await command("import", file, "--data", private) == 0
    assert await command("export", file + "2", "--data", private) == 0
    assert [kind for kind, *_ in records(Path(file + "2"))] == ["table", "once", "time", "house"]


HANGING = """
import asyncio, sys
from server.__main__ import main
from server.admin import export_import
async def take_out(*given):
    print("begun", flush=True)
    await asyncio.sleep(600)
export_import.take_out = take_out
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_an_interrupted_export_leaves_redis_writable(
    new_redis_url: Callable[[], str], tmp_path: Path, by: signal.Signals
) -> None:
    """The same holds when the connection breaks."""
    url = new_redis_url()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HANGING, "export", str(tmp_path / "file"), "--redis", url),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: signal.signal(by, signal.SIG_DFL),  # these tests may themselves run under nohup
    )
    assert process.stdout is not None
    try:
        async with Redis.from_url(url) as redis, within("it ends"):
            assert await process.stdout.readline() == b"begun\n"
            with pytest.raises(ResponseError):
                await redis.set("a", 1)
            process.send_signal(by)
            assert await process.wait() == 128 + by
            await redis.set("a", 1)
    finally:  # also after a failure: later tests write to the same server
        if process.returncode is None:
            process.kill()
        async with Redis.from_url(url) as redis:
            await redis.config_set(LEAST, 0)


A_REPORT = packed([1, "t", "loyang", "p", "P", "q", "Q", "why", [[1, "q", "Q", "insults"]]])

MOVED = {
    "key": "t:{",
    "keys": "t:{",
    "DUE": "due",
    "HOUSE_TIME": "{house}:time",
    "LOBBY": "lobby",
    "book": "b:{",
    "group": "g:{",
    "once": "once:made:",
    "REPORTS": "{house}:reports",
    "REPORTED": "{house}:reports:at",
    "ORDERS": "{house}:orders",
    "ACTS": "{house}:acts",
    "ACTS_END": "{house}:acts:end",
}
"""Moved keys: the name in `keys.py`, and the beginning of the keys."""

ANEW = {"HUBS", "LOADS", "answers", "mark", "allowed", "beginning", "node_outages", "notices", "HOUSE_PUSH"}
"""Keys that are not moved but made again: hubs and their loads, outages of nodes, allowances and uploads of
some hours, subscriptions of browsers and the key that they are for."""

NO_KEYS = {"tag_of", "pairs"}


async def test_every_kind_of_key_is_moved_or_comes_about_anew(
    new_redis_url: Callable[[], str], tmp_path: Path
) -> None:
    kinds = {name for name, it in vars(keys).items() if name.isupper() or isinstance(it, FunctionType)}
    assert kinds == set(MOVED) | ANEW | NO_KEYS, "is a new kind of key moved?"
    first, second = new_redis_url(), new_redis_url()
    async with houses(first) as (house,), Mover(first) as old, Mover(second) as new:
        guests, _ = await still_table(house.url)
        store = house.parts.store
        await store.books.begin("p", 1, 60)
        await store.books.keep("p", "t", 1, encode(Played("t", "loyang", 1, 1, {}, [])), 60)
        await store.groups.found("g", "Title", "p", "P", 1, 60)
        await store.admin_records.keep_report("r", A_REPORT)
        await store.admin_records.act(b"locked", {"lock person p": b"\x00", "tables off": b"\x01"})
        await all_close(*guests)
        earlier = await old.cluster_time() or 0
        await take_out(old, tmp_path / "all")
        later = await old.cluster_time() or 0  # the hub ticks on
        for _ in range(2):
            await put_in(new, tmp_path / "all")
        assert await new.admin_records.orders() == {"lock person p": b"\x00"}, (
            "what hubs are told now stays behind"
        )
        assert await new.admin_records.acts() == await old.admin_records.acts() != []
        assert (await new.admin_records.rows()).whole
        assert 0 < earlier <= (await new.cluster_time() or 0) <= later
        assert await new.admin_records.reports() == {"r": A_REPORT}
        there = await new.named("*")
        assert [name for name, begin in MOVED.items() if not any(it.startswith(begin) for it in there)] == []

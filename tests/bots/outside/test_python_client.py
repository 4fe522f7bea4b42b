"""The package stammtisch-client: it says and understands what the server's codec does, and plays alone."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement

import protocol
from bots.hub_process import OwnServer
from protocol import codec
from protocol.clients.python.stammtisch_client import AUTO, ChangeRefused, Client, GaveUp, SeatGone
from protocol.clients.python.stammtisch_client import codec as own
from protocol.clients.python.stammtisch_client.client import Question
from protocol.clients.python.stammtisch_client.dealing import Chance, commitment_of, dealing_of, seed_of
from protocol.clients.python.stammtisch_client.diff import BadPatch, patch
from protocol.clients.python.stammtisch_client.frames import Done, Full, Joined, Refused, Start
from protocol.frames import Frame
from server.version import VERSION
from tests.protocol.strategies import CLIENT, SERVER, frames, plain_data
from tests.protocol.test_codec import meaning
from tests.protocol.test_dealing import rows
from tests.waiting import until, within

from ..client.table_maker import host_at, over
from ..client.wires import Cutter

HOME = Path(protocol.__file__).parent
PACKAGE = HOME / "clients/python"


# -- the same as the server's codec ----------------------------------------------------------------


@pytest.mark.parametrize(("file", "decode"), [("client", own.from_client), ("server", own.from_server)])
def test_frames_of_the_vectors(file: str, decode: Any) -> None:
    for row in rows(f"{file}.json"):
        data = bytes.fromhex(row["bytes"])
        frame = decode(data)
        assert frame.kind == row["means"][0]
        whole = own.encode(frame)
        assert whole == data if row["form"] == "full" else len(whole) > len(data)
        assert decode(whole) == frame


@given(frames(SERVER))
def test_what_the_server_says_is_understood_in_full(frame: Frame) -> None:
    data = codec.encode(frame)
    assert own.encode(own.from_server(data)) == msgpack.packb(meaning(frame))


@given(frames(CLIENT))
def test_what_the_client_says_is_what_the_server_reads(frame: Frame) -> None:
    data = own.encode(own.from_client(codec.encode(frame)))
    assert codec.from_client(data) == frame


@given(frames(SERVER), st.data())
def test_a_spoilt_frame_is_refused_by_both_or_by_none(frame: Frame, data: st.DataObject) -> None:
    plain = meaning(frame)
    place = data.draw(st.integers(0, len(plain) - 1))
    plain[place] = data.draw(plain_data(leaves=3))
    spoilt = msgpack.packb(plain)
    assert refuses(codec.from_server, spoilt) == refuses(own.from_server, spoilt)


@given(st.binary(max_size=60))
def test_garbage_is_refused_by_both_or_by_none(data: bytes) -> None:
    assert refuses(codec.from_server, data) == refuses(own.from_server, data)


def refuses(decode: Any, data: bytes) -> str:
    """What a decoder raises for these bytes, "" for nothing."""
    try:
        decode(data)
    except ValueError as wrong:
        return type(wrong).__name__
    return ""


@given(plain_data())
def test_check_values_are_the_same(value: Any) -> None:
    assert own.check_value(value) == codec.check_value(value)


@pytest.mark.parametrize("row", rows("patches.json"), ids=lambda row: row["name"])
def test_patches_of_the_vectors(row: dict[str, Any]) -> None:
    node, document = own.unpacked(bytes.fromhex(row["patch"])), deepcopy(row["before"])
    if row.get("bad"):
        with pytest.raises(BadPatch):
            patch(document, node, row["words"])
    else:
        assert own.check_value(patch(document, node, row["words"])) == own.check_value(row["after"])


def test_the_dealing_of_the_vectors() -> None:
    chance = Chance(b"")
    for row in rows("dealing.json"):
        match row["kind"]:
            case "commitment":
                assert commitment_of(row["secret"]) == row["commitment"]
            case "seed":
                seed = seed_of(row["secret"], row["parts"])
                assert (seed.hex(), Chance(seed).key.hex()) == (row["seed"], row["key"])
            case "key":
                chance = Chance(bytes.fromhex(row["seed"]))
                assert chance.key.hex() == row["key"]
            case "draws":
                assert [chance.below(sides) for sides in row["sides"]] == row["draws"]
            case "shuffle":
                pile = list(row["pile"])
                assert chance.drawn == row["from"]
                chance.shuffle(pile)
                assert (pile, chance.drawn) == (row["after"], row["drawn"])


def test_the_logs_of_the_vectors() -> None:
    for row in rows("logs.json"):
        found = dealing_of(bytes.fromhex(row["bytes"]))
        for key in ("commitment", "promises", "lucks", "parts"):
            assert getattr(found, key) == row[key]
        assert found.seed.hex() == row["seed"]
        assert [kind for kind, _ in found.wrong] == ([row["wrong"]] if row["wrong"] else [])


@pytest.mark.parametrize("claim", [b"\xdd\x00\x01\x00\x01", b"\xdf\x00\x01\x00\x01"])
def test_a_list_may_not_claim_more_items_than_any_document_has(claim: bytes) -> None:
    with pytest.raises(own.BadFrame, match="65537"):
        own.unpacked(claim + b"\xc0" * (1 << 18))


@pytest.mark.parametrize("levels", [300, 505, 900])
def test_a_document_that_is_too_deep_ends_the_connection_alone(levels: int) -> None:
    client = Client("ws://127.0.0.1:1", "Ada")
    hear = client.session.receive
    client.session.welcomed = True
    client.session.join("t", 0)
    hear(own.encode(Joined("t", 0, 1, 5, [])))
    hear(own.encode(Full("t", 0, 1, {}, {})))
    head, tail = msgpack.packb(["d", 5, 2, [["deep", 0]], [], [1, 1]]).split(b"\xa4deep\x00")
    try:
        hear(head + b"\xa4deep" + b"\x91" * levels + b"\x00" + tail)
    except own.BadFrame as why:
        assert levels > 300 and "can't be checked" in str(why)
    else:
        assert levels == 300 and client.session.mirrors["t", 0].lost


@pytest.mark.parametrize("data", [b"", b"\xc1", msgpack.packb(["stammtisch log 1"]), msgpack.packb([1, [2]])])
def test_what_is_no_log_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no log of a game"):
        dealing_of(data)


def places(log: Any) -> Iterator[tuple[list[Any], int]]:
    """Every place of a log: the list, and the index there."""
    if isinstance(log, list):
        for index, value in enumerate(log):
            yield log, index
            yield from places(value)


def test_a_spoilt_log_has_a_dealing_or_is_refused() -> None:
    """A log that somebody gives us: each value replaced by one of each other type."""
    log = msgpack.unpackb(bytes.fromhex(rows("logs.json")[0]["bytes"]))
    others: list[Any] = [None, -1, 99, 1.5, "x", b"x", {}, [1]]
    refused = 0
    for row, index in places(log):
        before = row[index]
        for spoilt in others:
            row[index] = spoilt
            try:
                found = dealing_of(msgpack.packb(log))
            except ValueError:
                refused += 1
            else:
                assert len(found.commitment) == 64 and len(found.seed) == 32
        row[index] = before
    assert refused > 200
    seat = next(entry[4] for entry in log[1:] if entry[4][0] == "reveal")
    seat[3] = -1
    with pytest.raises(ValueError, match="no seat -1"):
        dealing_of(msgpack.packb(log))


def test_what_it_shares_with_the_server_s_bots_is_one_file() -> None:
    modules = PACKAGE / "stammtisch_client"
    shared = {path.name for path in modules.glob("*.py") if path.is_symlink()}
    assert {"session.py", "mirror.py", "commitments.py", "frames.py", "diff.py", "dealing.py"} <= shared
    for name in shared - {"version.py"}:
        assert (modules / name).resolve() == HOME / name
    assert {path.name for path in modules.glob("*.py")} - shared == {
        *("__init__.py", "__main__.py", "client.py", "codec.py", "structs.py"),
    }


# -- as a package ----------------------------------------------------------------------------------


def test_the_wheel_has_the_server_s_version_and_two_dependencies(wheel: Path) -> None:
    assert wheel.name == f"stammtisch_client-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("METADATA")]
        needs = re.findall(r"(?m)^Requires-Dist: (\w+)", archive.read(name).decode())
        assert needs == ["websockets", "msgpack"]
        assert any(name.endswith("/LICENSE") for name in archive.namelist())
        for path in (PACKAGE / "stammtisch_client").iterdir():
            if path.is_file():
                assert archive.read(f"stammtisch_client/{path.name}") == path.read_bytes()


async def test_it_plays_where_only_its_dependencies_are_installed(
    wheel: Path, server: OwnServer, tmp_path: Path
) -> None:
    """A folder with the wheel and the two packages; neither the repository nor other packages are found."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(tmp_path), str(wheel)], check=True)
    for name in ("websockets", "msgpack"):
        (tmp_path / name).symlink_to(Path(sysconfig.get_path("platlib")) / name)
    run = f"import sys, runpy; sys.path.insert(0, {str(tmp_path)!r}); "
    run += "runpy.run_module('stammtisch_client', run_name='__main__', alter_sys=True)"
    async with host_at(server.url) as host:
        table = await host.make(["", ""])
        players = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", "-c", run, server.url, table.table),
                cwd=tmp_path,
                stdout=asyncio.subprocess.PIPE,
            )
            for _ in range(2)
        ]
        await host.start(table)
        async with within("the clients end"):
            said = [(await player.communicate())[0].decode() for player in players]
        assert [player.returncode for player in players] == [0, 0]
        await until(lambda: over(table))
    assert said[0] == said[1] and re.fullmatch(r"seat 0: place . with .+\nseat 1: place . .+\n", said[0])


def test_the_command_says_what_it_needs() -> None:
    words = [sys.executable, "-m", "stammtisch_client"]
    run = subprocess.run(words, cwd=PACKAGE, capture_output=True, text=True)
    assert run.returncode == 2 and run.stderr.startswith("usage: ")


def test_its_readme_plays(house: OwnServer) -> None:
    page = (PACKAGE / "README.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    code = code.replace("ws://127.0.0.1:8080/ws", house.url).replace("skilled", "whim")
    words = [sys.executable, "-c", code]
    run = subprocess.run(words, cwd=PACKAGE, capture_output=True, text=True, timeout=100)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"\[\[0, .*\]\] \[\]\n", run.stdout)


def test_its_dependencies_are_those_of_the_repository() -> None:
    own, ours = (
        tomllib.loads((folder / "pyproject.toml").read_text())["project"] for folder in (PACKAGE, HOME.parent)
    )
    assert own["requires-python"] == ours["requires-python"]
    known = {
        it.name: it
        for it in map(Requirement, [*ours["dependencies"], *ours["optional-dependencies"]["test"]])
    }
    for needed in map(Requirement, own["dependencies"]):
        assert {*map(str, known[needed.name].specifier)} <= {*map(str, needed.specifier)}
        assert needed.specifier.contains(version(needed.name)), "the version that the tests use"


# -- a guest ---------------------------------------------------------------------------------------


async def test_a_game_goes_on_over_cut_connections(server: OwnServer) -> None:
    """Each answer may be lost; nothing happens twice, and all versions are followed."""
    async with (
        Cutter(server.url).running() as wire,
        Client(wire.url, "Ada") as ada,
        Client(server.url, "Bo") as bo,
    ):
        table = await ada.make("machi_koro", 2, options={"play_out": False})
        seats = [await ada.sit(table), await bo.sit(table)]
        await ada.start(table)

        async def play(seat: Any, cut: bool) -> int:
            count, chance = 0, Random(3)
            async for question in seat.questions():
                count += 1
                if cut and count % 4 == 0:
                    asyncio.get_running_loop().call_soon(wire.cut)
                await seat.choose(question, chance.choice(question.choices))
            return count

        async with within("the game ends"):
            counts = await asyncio.gather(play(seats[0], True), play(seats[1], False))
        assert min(counts) > 10 and wire.cuts > 3
        await until(lambda: seats[0].mirror.version == seats[1].mirror.version)
        assert seats[0].document["public"] == seats[1].document["public"]
        assert seats[0].mirror.divergences == 0 and ada.dealing_faults == bo.dealing_faults == []


async def test_a_guest_comes_back_to_the_seat_with_the_token(server: OwnServer) -> None:
    async with Client(server.url, "Ada") as ada:
        table = await ada.make("machi_koro", 2)
        for seat in (0, 1):
            await ada.sit(table, seat)
        await ada.start(table)
    async with Client(server.url, "Ada", ada.token) as again:
        seats = [await again.follow(table, seat) for seat in (0, 1)]
        await until(lambda: any(seat.question for seat in seats))
        asked = next(seat for seat in seats if seat.question)
        question = asked.question
        assert question and await asked.choose(question, question.choices[0])
        assert not await asked.choose(question, question.choices[0]), "no longer open"
        assert not await asked.undo(), "nothing can be taken back before a roll"
        now = asked.question
        assert now and now.prompt == "build"
        with pytest.raises(ChangeRefused, match="illegal"):
            await asked.choose(Question(now.number, "", []), ("fly", 3))
        assert await asked.choose(now, now.choices[0]) and asked.question != now
        assert await asked.undo()
        again_now = asked.question
        assert again_now and again_now.choices == now.choices and again_now.number > now.number
        latest = await again.follow(table, AUTO)
        assert latest.mirror.seat == 0 and latest.mirror is seats[0].mirror, "both go on"


async def test_a_second_answer_to_a_change_changes_nothing() -> None:
    client = Client("ws://127.0.0.1:1", "Ada")
    for answer in (Done, Refused):
        frame = Start(client.id(), "t")
        told = Refused(frame.id, "t", "not-host", "") if answer is Refused else Done(frame.id, "t", 3)
        changing = asyncio.create_task(client.change(frame))
        await asyncio.sleep(0)
        client.session.receive(own.encode(told))
        client.session.receive(own.encode(Refused(frame.id, "t", "stale", "")))
        await client._tell()
        if answer is Refused:
            with pytest.raises(ChangeRefused, match="not-host"):
                await changing
        else:
            assert await changing == "t"


async def test_who_waits_for_a_server_no_longer_leaves_nothing_behind() -> None:
    before = asyncio.all_tasks()
    entering = asyncio.create_task(Client("ws://127.0.0.1:9/ws", "Ada").__aenter__())
    await until(lambda: len(asyncio.all_tasks() - before) > 1)
    entering.cancel()
    await asyncio.gather(entering, return_exceptions=True)
    await until(lambda: asyncio.all_tasks() == before)


async def test_what_can_not_be_had_is_told(server: OwnServer) -> None:
    async with Client(server.url, "Ada") as ada:
        with pytest.raises(ChangeRefused, match="unknown-table"):
            await ada.sit("nowhere")
        with pytest.raises(SeatGone, match="unknown-table"):
            await ada.follow("nowhere")
        for value in (object(), 1 << 64):
            with pytest.raises((TypeError, ValueError, OverflowError)):
                await ada.make("machi_koro", 2, options={"play_out": value})
        table = await ada.make("machi_koro", 2)
        with pytest.raises(SeatGone, match="not-your-seat"):
            await ada.follow(table, 0)
        assert (await ada.sit(table, 0)).mirror.seat == 0, "it is her seat now"
    with pytest.raises(GaveUp, match="4203"):
        async with Client(server.url, "Ada", key="not the server's key"):
            raise AssertionError("it was let in")
    with pytest.raises(GaveUp, match="isn't a valid URI"):
        async with within("it is told"), Client("127.0.0.1:8080/ws", "Ada"):
            raise AssertionError("there is no such address")


def test_nothing_of_it_needs_the_server_s_codec() -> None:
    code = "import sys, stammtisch_client.__main__; print(json.dumps([*sys.modules]))"
    run = subprocess.run([sys.executable, "-c", f"import json\n{code}"], cwd=PACKAGE, capture_output=True)
    loaded = {name.split(".")[0] for name in json.loads(run.stdout)}
    assert {"websockets", "msgpack"} <= loaded and not {"msgspec", "protocol", "server"} & loaded

"""protocol/README.md: its frames, bytes, codes and limits agree with the code, and its client plays."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any, get_args

import msgpack
import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

import server as package
from bots.hub_process import OwnServer
from protocol import codec, codes, frames
from server.net.rate_limits import ADDRESS, SOCKET
from server.settings.config import Settings
from server.table.entries import REMEMBERED_IDS, SHOWN_LOG_LINES
from server.table.viewers import KEPT_VERSIONS
from tests.waiting import until, within

from .table_maker import host_at, over

PAGE = Path(codec.__file__).with_name("README.md").read_text()
KINDS: dict[str, Any] = {
    kind.__struct_config__.tag: kind
    for union in (frames.FromClient, frames.FromServer)
    for kind in get_args(union)
}


def rows(section: str) -> list[list[str]]:
    """The cells of all tables in a section of the page."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_frame_stands_there_with_its_fields_in_their_order() -> None:
    told = {}
    for row in (*rows("From the client"), *rows("Bots"), *rows("From the server")):
        names = re.findall(r"`(\w+)`", row[0])
        if names and row[0] == f"`{names[0]}`":
            plain = re.sub(r"\([^)]*\)", "", row[1])
            told[names[0]] = [part.strip() for part in plain.split(",") if part.strip()]
    take = re.search(r"`take` \(([^)]*)\)", PAGE)
    assert take is not None
    told["take"] = take[1].split(", ")
    assert set(told) == set(KINDS)
    for tag, kind in KINDS.items():
        assert [part.split("=")[0] for part in told[tag]] == list(kind.__struct_fields__), tag


@pytest.mark.parametrize(
    "tag", sorted(tag for tag, kind in KINDS.items() if kind in get_args(frames.FromClient))
)
def test_optional_fields_are_marked(tag: str) -> None:
    optional = {
        field.name
        for field in fields(KINDS[tag])
        if field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    }
    for row in (*rows("From the client"), *rows("Bots")):
        if row[0] == f"`{tag}`":
            assert set(re.findall(r"(\w+)=", row[1])) == optional
            return
    take = re.search(r"`take` \(([^)]*)\)", PAGE)
    assert tag == "take" and take and set(re.findall(r"(\w+)=", take[1])) == optional


def test_the_bytes_of_the_example_mean_what_stands_below_them() -> None:
    lines = "".join(re.findall(r"```session\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    assert len(lines) > 30
    for told, means in zip(lines[::2], lines[1::2], strict=True):
        way, data = told[0], bytes.fromhex(told[2:])
        assert msgpack.unpackb(data) == json.loads(means)
        decode = {">": codec.from_client, "<": codec.from_server}[way]
        assert type(decode(data)).__struct_config__.tag == json.loads(means)[0]


def test_the_lines_that_a_table_writes_itself_stand_there() -> None:
    texts = json.loads((Path(package.__file__).parent / "web/texts/en.json").read_text())
    own = {key.removeprefix("log.") for key in texts if key.startswith("log.")}
    section = PAGE.split("has lines of its own")[1].split("The texts of our page")[0]
    assert {*re.findall(r"`(\w+)`", section)} == own | {"gone"}


def test_every_code_stands_there() -> None:
    refusals = {code for row in rows("Refusals") for code in re.findall(r"`([\w-]+)`", row[0])}
    assert refusals == set(codes.REFUSALS)
    closes = PAGE.split("## Close codes")[1].split("\n## ")[0]
    assert all(str(n) in closes for n in vars(codes).values() if isinstance(n, int))


def test_the_limits_are_those_of_the_code() -> None:
    told: dict[str, tuple[Any, ...]] = {}
    for kinds, *cells in rows("Limits")[1:]:
        burst, rate, address, address_rate = (float(cell.split()[0].replace(",", "")) for cell in cells)
        allowances = (burst, rate, "for each" in cells[0]), (address, address_rate, False)
        for kind in re.findall(r"`(\w+)`", kinds) or ["others"]:
            told[kind] = allowances
    assert told.pop("others") == (SOCKET["other"], ADDRESS["other"])
    assert told == {
        kind.__struct_config__.tag: (SOCKET[kind.rate_class], ADDRESS[kind.rate_class])
        for kind in get_args(frames.FromClient)
        if kind.rate_class != "other"
    }
    settings = Settings(hub="")
    for number in (
        f"{settings.max_frame // 1024} KiB",
        f"{settings.max_seats:,} seats",
        f"{settings.outbox // 1024} KiB may wait",
        f"within {settings.hello_s:.0f} s",
        f"Every {settings.check_every}th version",
        f"up to {KEPT_VERSIONS} versions",
        f"last {REMEMBERED_IDS} ids",
        f"last {SHOWN_LOG_LINES} are here",
        f"k % {SHOWN_LOG_LINES}",
        f"ws://127.0.0.1:{settings.port}/ws",
    ):
        assert number in " ".join(PAGE.split()), number


async def test_the_client_of_the_page_plays_a_whole_game(server: OwnServer, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert set(re.findall(r"^(?:import|from) (.*)$", code, re.MULTILINE)) == {
        "asyncio, hashlib, itertools, random, secrets, sys",
        "msgpack",
        "websockets.asyncio.client import connect",
    }
    assert len(code.splitlines()) < 60
    file = tmp_path / "client.py"
    file.write_text(code)
    async with host_at(server.url) as host:
        table = await host.make(["", "", ""])
        players = [
            await asyncio.create_subprocess_exec(
                sys.executable, str(file), server.url, table.table, stdout=asyncio.subprocess.PIPE
            )
            for _ in range(3)
        ]
        await host.start(table)
        await until(lambda: over(table))
        async with within("the clients end"):
            said = [(await player.communicate())[0].decode().splitlines() for player in players]
    assert [player.returncode for player in players] == [0, 0, 0]
    assert said[0] == said[1] == said[2]
    places = [re.fullmatch(r"seat (\d): place (\d) with \d points", line) for line in said[0]]
    assert [place[1] for place in places if place] == ["0", "1", "2"]

"""Bots in any language at a real server: whole games, bad answers, ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, NamedTuple

import pytest

import bots as package
from bots.__main__ import main
from bots.commands import seat
from bots.commands.parser import parser
from bots.hub_process import OwnServer
from bots.outside.bot_process import BotProcess
from bots.outside.seat import MAX_BAD_ANSWERS, SeatLost, SeatPlayer, Wish
from protocol.codec import encode
from protocol.frames import Close, Refused, Welcome
from tests.waiting import until, within

from ..client.table_maker import host_at, over, taken

FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "options" in asked:
        print(json.dumps(asked["options"][0]), flush=True)
"""

TOKEN = "a-token-of-a-bot-in-any-language"


class Ended(NamedTuple):
    status: int
    out: str
    err: str


async def start(house: OwnServer, *words: str, **environment: str) -> asyncio.subprocess.Process:
    """The command, with pipes to its input and outputs."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bots", "seat", "--ms", "60000", *words),
        env={**os.environ, "SERVER": house.url, **environment},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    async with within("the command ends"):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())


async def played(
    house: OwnServer, wish: Wish, code: str, milliseconds: int = 60_000
) -> tuple[str, SeatPlayer]:
    """Let a bot play in this process. Returns why it lost its seat, "" if it did not, and the player."""
    bot = BotProcess([sys.executable, "-c", code])
    player = SeatPlayer(house.url, token_urlsafe(24), "Bo", bot.pipe, 60_000)
    try:
        async with within("the bot has played"):
            await player.play(wish)
        return "", player
    except SeatLost as why:
        return str(why), player
    finally:
        await asyncio.to_thread(bot.close)


async def test_a_bot_plays_a_whole_game_at_a_table_of_friends(house: OwnServer) -> None:
    """One sits down by the table's link, one on a certain seat."""
    async with host_at(house.url) as host:
        table = await host.make(["", ""])
        link = house.url.replace("ws://", "http://").replace("/ws", f"/#/t/{table.table}")
        ada = await start(
            house, "--table", link, "--name", "Ada", "--", sys.executable, "-c", FIRST, SERVER=""
        )
        bo = asyncio.create_task(played(house, Wish(table.table, 1), FIRST))
        await host.start(table)
        found, (lost, player) = await ended(ada), await bo
        await until(lambda: over(table))
        assert [row["name"] for row in table.document["public"]["seats"]] == ["Ada", "Bo"]
    assert found.status == 0 and re.fullmatch(r"place . of 2 with .+ choices, 0 bad answers\n", found.err)
    assert not found.out and not lost and player.choices > 3 and not player.bad_answers


async def test_bad_answers_are_refused_with_the_reason_and_something_legal_is_played(
    house: OwnServer, tmp_path: Path
) -> None:
    """The first answer is garbage, the second no option; the bot sees why. The others are good."""
    file = tmp_path / "seen"
    code = f"""
import json, sys
seen, count = open({str(file)!r}, "w"), 0
for line in sys.stdin:
    asked = json.loads(line)
    if "refused" in asked:
        print(line, end="", file=seen, flush=True)
        continue
    count += 1
    print(["hello", '["fly", 3]'][count - 1] if count < 3 else 0, flush=True)
"""
    wish = Wish(game="machi_koro", against=["whim"], options={"play_out": False})
    lost, player = await played(house, wish, code)
    seen = [json.loads(line) for line in file.read_text().splitlines()]
    assert not lost and player.bad_answers == 2
    assert seen[0]["refused"] == "this is no JSON: b'hello'"
    assert seen[1]["refused"].startswith('["fly", 3] is none of the ')
    assert len(seen) == 2
    assert all(it["played"] and it["number"] for it in seen)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("for line in __import__('sys').stdin: print('no', flush=True)", f"{MAX_BAD_ANSWERS} bad answers"),
        ("import sys; input(); sys.exit(4)", "the bot has ended"),
    ],
)
async def test_a_bot_that_fails_leaves_its_seat_to_a_bot_of_the_server(
    house: OwnServer, code: str, told: str
) -> None:
    async with host_at(house.url) as host:
        table = await host.make(["", "whim"])
        bot = asyncio.create_task(played(house, Wish(table.table), code))
        await host.start(table)
        lost, _ = await bot
        await until(lambda: over(table))
        assert host.kinds[table.table, 0][-1] == "bot"
    assert told in lost


async def test_over_its_own_input_and_output(house: OwnServer) -> None:
    """The program that starts the command is the bot. After it has closed the pipe, the seat is left."""
    it = await start(house, "--game", "santiago", "--against", "whim", "--stdio")
    assert it.stdin and it.stdout
    for _ in range(5):
        async with within("a question comes"):
            asked = json.loads(await it.stdout.readline())
        assert asked["game"] == "santiago" and asked["view"]["mine"]["seat"] == asked["seat"] == 0
        answer = {"number": asked["number"], "choice": asked["count"] - 1}
        it.stdin.write(json.dumps(answer).encode() + b"\n")
    it.stdin.close()
    found = await ended(it)
    assert found.status == 1 and "the bot has ended: it has closed its output" in found.err


async def test_a_stopped_bot_keeps_its_seat_and_plays_on_with_its_token(house: OwnServer) -> None:
    async with host_at(house.url) as host:
        table = await host.make(["", "whim"])
        words = ["--table", table.table, "--", sys.executable, "-c"]
        slow = "import time\nfor line in __import__('sys').stdin: time.sleep(1000)"
        bot = await start(house, *words, slow, TOKEN=TOKEN)
        await until(lambda: table.version > 0 and taken(table))
        bot.send_signal(signal.SIGTERM)
        assert (await ended(bot)).status == 130
        assert table.document["public"]["seats"][0]["kind"] == "person"
        await host.start(table)
        stranger, _ = await played(house, Wish(table.table), FIRST)
        assert stranger.startswith("no seat to play: started")
        other, _ = await played(house, Wish(table.table, 0), FIRST)
        assert other == "no seat to play: the seat can't be followed: not-your-seat"
        bot = await start(house, *words, FIRST, TOKEN=TOKEN)
        assert (await ended(bot)).status == 0
        await until(lambda: over(table))


async def test_a_table_that_is_closed_ends_it_and_a_taken_seat_is_refused(house: OwnServer) -> None:
    async with host_at(house.url) as host:
        table = await host.make(["", ""])
        bot = asyncio.create_task(played(house, Wish(table.table, 0), FIRST))
        await until(lambda: table.version > 0 and table.document["public"]["seats"][0]["kind"] == "person")
        lost, _ = await played(house, Wish(table.table, 0), FIRST)
        assert lost.startswith("no seat to play: taken")
        await host.connection.request(Close(host.session.next_id(), table.table))
        lost, player = await bot
    assert not lost and player.choices == 0
    public: Any = {"scores": []}
    assert seat.result(public, 0, player).startswith("the table was closed before the end")


@pytest.mark.parametrize("act", [0, 5], ids=["first", "later"])
async def test_only_a_join_that_is_refused_for_good_costs_the_seat(act: int) -> None:
    into: Any = None
    player = SeatPlayer("ws://127.0.0.1:9/ws", token_urlsafe(24), "Bo", into, 1000)
    session, player._act = player.connection.session, act
    session.greet()
    session.receive(encode(Welcome("bo", 0)))
    mirror = session.join("t", 0)
    for code in ("storing", "slow-down"):
        session.receive(encode(Refused(0, "t", code)))
        assert not player._lost and session.mirrors["t", 0] is mirror
        session.again()
    session.receive(encode(Refused(0, "t", "not-your-seat")))
    assert player._lost == "the seat can't be followed: not-your-seat"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--stdio", "name a table to sit down at"),
        ("--table x --game santiago --stdio", "name a table"),
        ("--table x", "name the bot's command"),
        ("--table x --stdio -- bot", "name the bot's command"),
        ("--table x!y --stdio", "--table"),
        ("--table x --seat 16 --stdio", "--seat"),
        ("--table x --option a=b --stdio", "--option"),
        ("--game chess --against whim --stdio", "no such game: chess"),
        ("--game santiago --stdio", "is for 2 to 4 seats"),
        ("--game santiago --against whim --option colour=red --stdio", "colour"),
        ("--table x --ms 1 --stdio", "--ms"),
        ("--table x --name  --stdio", "--name"),
        ("--server http://x --table x --stdio", "is it ws://x/ws?"),
    ],
)
def test_wrong_arguments_are_told(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seat", *words.split(" ")]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("--table x", "ws://127.0.0.1:8080/ws"),
        ("--table https://example.org/t/x", "wss://example.org/ws"),
        ("--table https://example.org/games/#/t/x?a=b", "wss://example.org/games/ws"),
        ("--table http://[::1]:8080/t/x/ --server ws://here/ws", "ws://here/ws"),
        ("--game santiago --against whim", "ws://127.0.0.1:8080/ws"),
    ],
)
def test_a_link_to_a_table_names_its_server(words: str, address: str) -> None:
    chosen = parser().parse_args(["seat", *words.split(), "--stdio"])
    wish, _ = seat.check(chosen)
    assert seat.server_of(chosen) == address and wish.table == ("x" if "table" in words else "")


async def test_a_server_that_is_away_is_told_of(house: OwnServer) -> None:
    it = await start(house, "--table", "x", "--stdio", SERVER="ws://127.0.0.1:9/ws")
    assert it.stderr
    async with within("the trouble is told"):
        assert b"ws://127.0.0.1:9/ws can't be reached: " in await it.stderr.readline()
    it.send_signal(signal.SIGTERM)
    assert (await ended(it)).status == 130


def test_a_short_token_and_a_missing_program_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["seat", "--table", "x", "--", "no-such-program"]) == 1
    assert "no-such-program can't be started" in capsys.readouterr().err
    monkeypatch.setenv("TOKEN", "short")
    assert main(["seat", "--table", "x", "--stdio"]) == 2
    assert "TOKEN has 22" in capsys.readouterr().err


PAGE = Path(package.__file__).parents[1] / "docs/bots.md"


async def test_the_commands_of_the_page_play(house: OwnServer) -> None:
    """The bot in the text is the example in Python; the arena's command is tried with fewer games."""
    section = PAGE.read_text().split("\n## A bot in any language in ten minutes\n")[1]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    example = (PAGE.parent / "examples/random_bot.py").read_text()
    assert example.endswith(code)
    commands = re.findall(r"(?m)^    python -m bots (.+)$", section)
    assert [command.split()[0] for command in commands] == ["seat", "seat", "arena"]
    async with host_at(house.url) as host:
        table = await host.make(["", "whim"])
        given = {"kB3xQ9t0KzLm": table.table, "skilled": "whim", "python3": sys.executable}
        words = [[given.get(word, word) for word in shlex.split(command)] for command in commands]
        words[2] = [word.replace("python3", sys.executable) for word in words[2]]
        running = [await start(house, *words[0][1:]), await start(house, *words[1][1:])]
        await host.start(table)
        found = [await ended(process) for process in running]
        assert table.document["public"]["seats"][0]["name"] == "Robot"
    assert [it.status for it in found] == [0, 0], found
    assert main([*words[2], "--games", "2"]) == 0

"""The operator's views and orders as commands."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from server.__main__ import main
from server.commands import parser, undashed
from server.store.admin_records import admin_records_at
from server.store.embedded import redis_for
from tests.live.hubs import all_close, houses, still_table

from .operator import host


async def test_the_command(redis_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def command(*words: str) -> int:
        return await asyncio.to_thread(main, ["admin", "--redis", redis_url, *words])

    async with houses(redis_url, poll_s=0.05) as (house,), host(redis_url, house):
        guests, table = await still_table(house.url)
        assert await command("hubs") == 0
        assert [it["hub"] for it in json.loads(capsys.readouterr().out)] == [house.settings.hub]
        assert await command("find", "guest-1") == 0
        assert json.loads(capsys.readouterr().out)["tables"][0]["table"] == table
        assert await command("find") == 0
        all_here = json.loads(capsys.readouterr().out)
        assert [it["table"] for it in all_here["tables"]] == [table]
        assert {it["name"] for it in all_here["guests"]} == {f"guest-{n}" for n in range(len(guests))}
        assert await command("silence", "--address", "127.0.0.1", "--minutes", "1", "--why", "loud") == 0
        assert await command("orders") == 0
        assert list(json.loads(capsys.readouterr().out)) == ["silence address 127.0.0.1"]
        assert await command("silence", "--address", "127.0.0.1", "--end") == 0
        assert await command("tables", "off") == await command("tables", "on") == 0
        assert await command("close", table) == 0
        assert await command("close", table) == 1
        assert "can't be closed: it is over" in capsys.readouterr().err
        assert await command("log") == 0
        acts = json.loads(capsys.readouterr().out)
        wanted = ["silence", "end silence", "tables off", "tables on", "close"]
        assert [it["what"] for it in acts] == wanted
        assert (acts[0]["address"], acts[0]["why"]) == ("127.0.0.1", "loud")
        await all_close(*guests)


async def test_a_user_without_a_name_gives_orders(
    redis_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example in a container with an arbitrary user id."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 1_234_567)
    for words in (["tables", "off"], ["log"]):
        assert await asyncio.to_thread(main, ["admin", "--redis", redis_url, *words]) == 0
    assert [it["by"] for it in json.loads(capsys.readouterr().out)] == ["user 1234567"]


@pytest.mark.parametrize("name", ["short", "long" * 30])
async def test_the_command_while_the_private_redis_of_a_folder_runs(tmp_path: Path, name: str) -> None:
    data = str(tmp_path / name)
    async with redis_for("", data) as url, admin_records_at(url) as house:
        assert await asyncio.to_thread(main, ["admin", "--data", data, "tables", "off"]) == 0
        assert list(await house.orders()) == ["tables off"]


@pytest.mark.parametrize(
    "words",
    [
        "admin lock --person -m3vX0fJk2bT9a1Z --why=loud",
        "admin find -m3vX0fJk2bT9a1Z",
        "person -m3vX0fJk2bT9a1Z-m3vX0fJ --delete",
    ],
)
def test_a_hash_that_begins_as_options_do_is_none(words: str) -> None:
    chosen = parser().parse_args(undashed(words.split()))
    named = {"lock": "person", "find": "text"}.get(getattr(chosen, "act", ""), "token")
    assert getattr(chosen, named).startswith("-m3vX0fJk2bT9a1Z")
    assert getattr(chosen, "delete", True)


@pytest.mark.parametrize("words", ["--data here hubs", "hubs --data here"])
def test_the_redis_address_may_stand_before_or_after_the_act(words: str) -> None:
    assert parser().parse_args(["admin", *words.split()]).data == "here"


@pytest.mark.parametrize("words", [["admin", "hubs"], ["person", "x" * 22], ["export", "none"]])
def test_a_folder_that_keeps_no_tables_is_not_made_one(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mistyped"
    assert main([*words, "--data", str(folder)]) == 1
    assert "No tables are kept in" in capsys.readouterr().err
    assert not folder.exists()

"""All stored data of a person are shown, and disappear from finished games when they are deleted."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest

from protocol.frames import Close, Leave, Make, Rematch, Report, Say
from server.api.erasure import forget
from server.api.personal_data import everything
from server.commands import NOBODY_READS, main
from server.store.migration import Mover
from server.table import log
from server.table.forgetting import NOBODY
from server.table.tokens import person
from tests.live.hubs import Guest, all_close, houses, still_table, table_of
from tests.waiting import until


async def whole(mover: Mover, table: str) -> bytes:
    kept = await mover.read(table)
    assert kept is not None
    return b"".join([kept.snapshot, *kept.entries, *kept.lines, kept.summary])


async def played(url: str) -> tuple[list[Guest], str]:
    """A finished game with chat."""
    guests = [Guest(url, name, 5) for name in ("Zacharias", "Yolanda")]
    table = await table_of(guests)
    for guest, text in zip(guests, ("I am Zacharias", "So am I"), strict=True):
        await guest.connection.request(Say(guest.session.next_id(), table, text))
    await until(lambda: guests[0].phase(table, 0) == "over")
    await guests[0].connection.request(Say(guests[0].session.next_id(), table, "Here I lost", 9))
    return guests, table


async def test_a_person_is_taken_out_of_a_game_that_is_over(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await played(house.url)
        gone, stays = guests
        before = await whole(mover, table)
        assert before.count(person(gone.token).encode()) > 10
        shown = await everything(mover, gone.token)
        assert [it["table"] for it in shown["tables"]] == [table]
        assert shown["tables"][0]["phase"] == "over"
        assert shown["tables"][0]["names"] == ["Zacharias"]
        assert shown["tables"][0]["said"] == ["I am Zacharias", "Here I lost"]
        assert shown["tables"][0]["changes"][0]["what"] == "made"
        assert shown["present"] == [table]
        assert len(shown["remembered"]) == 2
        assert "Yolanda" not in json.dumps(shown), "the data are those of one person alone"
        await all_close(*guests)

        assert await forget(mover, gone.token) == []
        after = await whole(mover, table)
        assert person(gone.token).encode() not in after
        assert b"Zacharias" not in after
        assert after.count(b"Yolanda") == before.count(b"Yolanda")
        assert person(stays.token).encode() in after
        kept = await mover.read(table)
        assert kept is not None
        seats = log.replayed(kept.entries, exact=True).state.seats
        assert [row.name for row in seats] == [NOBODY, "Yolanda"]
        assert (await everything(mover, gone.token))["remembered"] == []


async def test_two_who_are_forgotten_at_once_are_both_gone(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover, Mover(redis_url) as other:
        guests, table = await played(house.url)
        one, two = guests
        before = await mover.read(table)
        assert before is not None
        left = await asyncio.gather(forget(mover, one.token), forget(other, two.token))
        assert not any(left)
        after = await whole(mover, table)
        known = [b"Zacharias", b"Yolanda", *(person(it.token).encode() for it in guests)]
        assert [it for it in known if it in after] == []
        kept = await mover.read(table)
        assert kept is not None
        assert {row.name for row in log.replayed(kept.entries, exact=True).state.seats} == {NOBODY}
        again = await mover.change(before, [], before.entries, before.snapshot)
        assert not again, "a hub that has read the table before does not restore the person"
        assert await whole(mover, table) == after
        await all_close(*guests)


async def test_nobody_waits_for_who_is_forgotten_when_others_meet_again(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await played(house.url)
        gone, stays = guests
        assert await forget(mover, gone.token) == []
        await stays.connection.request(Rematch(stays.session.next_id(), table))
        kept = await mover.read(table)
        assert kept is not None
        again = await mover.read(log.replayed(kept.entries, exact=True).state.next)
        assert again is not None
        seats = log.replayed(again.entries[:1], exact=True).state.seats
        assert [(row.kind, row.name) for row in seats] == [("open", ""), ("kept", "Yolanda")]
        await all_close(*guests)


async def test_erasure_covers_left_seats_but_running_games_keep_their_people(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await still_table(house.url)
        host, other = guests
        await other.connection.request(Say(other.session.next_id(), table, "Good evening"))
        assert await forget(mover, other.token) == [table]
        assert b"Good evening" not in await whole(mover, table)
        assert (await everything(mover, other.token))["tables"][0]["phase"] == "playing"
        await other.connection.request(Leave(other.session.next_id(), table, 1))
        await host.connection.request(Close(host.session.next_id(), table))
        assert b"guest-1" in await whole(mover, table), "a seat that was left keeps the name"
        assert await forget(mover, other.token) == []
        assert b"guest-1" not in await whole(mover, table)
        made = Make(host.session.next_id(), "machi_koro", 2)
        waiting = (await host.connection.request(made)).table
        again = (await everything(mover, host.token))["tables"]
        assert {it["table"]: it["phase"] for it in again} == {table: "closed", waiting: "open"}
        assert await forget(mover, host.token) == [waiting]
        assert b"guest-0" not in await whole(mover, table)
        await all_close(*guests)


async def test_the_command(new_redis_url: Callable[[], str], capsys: pytest.CaptureFixture[str]) -> None:
    url = new_redis_url()

    async def command(*words: str) -> int:
        return await asyncio.to_thread(main, ["person", *words, "--redis", url])

    async with houses(url) as (house,):
        guests, table = await still_table(house.url)
        assert await command(guests[0].token) == 0
        shown: Any = json.loads(capsys.readouterr().out)
        assert shown["tables"][0]["table"] == table
        assert await command(guests[0].token, "--delete") == 1
        said = capsys.readouterr()
        assert f"{table} is not over" in said.err
        assert said.out.startswith("What could be deleted is deleted.")
        assert await command("a-token-that-nobody-has", "--delete") == 0
        said = capsys.readouterr()
        assert said.out.startswith("Nothing that could be deleted is kept")
        assert said.err == ""
        assert await command(person(guests[0].token)) == 0
        assert "The hash of one leads to nobody" in capsys.readouterr().err, "nothing is found, and why"
        await all_close(*guests)


@pytest.mark.parametrize("unbuffered", ["", "1"])
async def test_a_reader_that_stops_gets_nothing_more(redis_url: str, unbuffered: str) -> None:
    """The broken pipe is noticed in the middle of the command, or at its end."""
    reads, writes = os.pipe()
    os.close(reads)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "person", "a-token-that-nobody-has", "--redis", redis_url),
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        stdout=writes,
        stderr=asyncio.subprocess.PIPE,
    )
    os.close(writes)
    _, said = await process.communicate()
    assert (said, process.returncode) == (b"", NOBODY_READS)


async def test_reports_are_shown_and_deleted_with_the_person(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await still_table(house.url)
        accuser, accused = guests
        await accused.connection.request(Say(accused.session.next_id(), table, "You sheep"))
        who = person(accused.token)
        await accuser.connection.request(Report(accuser.session.next_id(), table, who, "He insults us"))
        (made,) = (await everything(mover, accuser.token))["reports"]
        assert (made["table"], made["about"], made["why"], made["said"]) == (
            table,
            False,
            "He insults us",
            [],
        )
        (told,) = (await everything(mover, accused.token))["reports"]
        assert (told["about"], told["said"]) == (True, ["You sheep"])
        assert "He insults us" not in json.dumps(told), "these are another's words"
        await forget(mover, accused.token)
        assert (await everything(mover, accuser.token))["reports"] == []
        await all_close(*guests)

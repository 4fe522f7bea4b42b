"""The store of each released version is read by today's code, and everything goes on."""

from __future__ import annotations

import asyncio
import re
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.__main__ import main as server
from server.games import GAMES
from server.table.tokens import person
from server.version import VERSION
from tests.admin.operator import host
from tests.live.hubs import Guest, House, all_close, houses
from tests.live.whole_games import acknowledged_once, compare, log_of, play_out
from tests.people.test_books import asked, written
from tests.people.test_groups import ask
from tests.waiting import LIMIT

from .kept import KeptTable, Released, export_of, read, versions

ROOT = Path(__file__).parents[2]

FIRST_KEPT = (0, 2, 0)
"""The first version whose store is kept."""


def parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def headings() -> list[str]:
    """The versions of the changelog, the newest first."""
    return re.findall(r"(?m)^## (.+)$", (ROOT / "CHANGELOG.md").read_text())


def test_the_changelog_begins_with_the_version_of_the_code() -> None:
    found = headings()
    assert found[0] == VERSION
    assert found == sorted(found, key=parts, reverse=True) and len(set(found)) == len(found)


def test_tags_are_versions_of_the_changelog() -> None:
    tags = subprocess.run(
        ["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {tag.removeprefix("v") for tag in tags.stdout.split()} <= set(headings())


def test_the_store_of_each_version_is_kept() -> None:
    assert set(versions()) == {it for it in headings() if parts(it) >= FIRST_KEPT}, "python -m tests.released"


@pytest.mark.parametrize("version", versions())
def test_it_holds_each_game_in_the_middle_and_at_the_end(version: str) -> None:
    released = read(version)
    assert released.version == version and released.group
    phases = {(it.game, it.phase) for it in released.tables}
    assert len(phases) == len(released.tables) and {game for game, _ in phases} <= set(GAMES)
    assert phases == {(game, phase) for game, _ in phases for phase in ("over", "playing")}
    if version == VERSION:
        assert {game for game, _ in phases} == set(GAMES)


@pytest.mark.parametrize("version", versions())
async def test_everything_goes_on(version: str, redis_url: str, tmp_path: Path) -> None:
    released = read(version)
    assert await asyncio.to_thread(server, ["import", str(export_of(version)), "--redis", redis_url]) == 0
    async with houses(redis_url) as (house,):
        for it in released.tables:
            if it.phase == "over":
                await is_verified(house, it.table, tmp_path / "log")
                assert it.table in games(await asked(house, token(it.people[0])))
            else:
                await is_played_on(house, it)
        await group_is_there(house, released)
        async with host(redis_url, house) as operator:
            reported = {row["table"] for row in await operator.reports()}
            assert reported == {it.table for it in released.tables}
            assert len(await operator.orders()) == 1


def token(name: str) -> str:
    return f"{name}-token-for-tests-0123456789"


def games(book: Any) -> list[str]:
    """The tables of a book's games."""
    return [game["table"] for game in book["games"]]


async def is_verified(house: House, table: str, file: Path) -> None:
    """The log of a finished game replays to the same states, and its dealing is right."""
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.get(f"/tables/{table}/log")
    assert answer.status_code == 200, answer.text
    file.write_bytes(answer.content)
    assert await asyncio.to_thread(server, ["replay", str(file), "--verify"]) == 0


async def is_played_on(house: House, it: KeptTable) -> None:
    """Its people come back and end the game; what each was told is true, and it is in their books."""
    before = len(await log_of(house, it.table))
    guests = [Guest(house.url, name, 2, undo=0.1) for name in it.people]
    for seat, guest in enumerate(guests):
        guest.session.join(it.table, seat, 1)
    await play_out(guests, it.table)
    log = await log_of(house, it.table)
    assert len(log) > before and compare(guests, log) > 0
    acknowledged_once(guests, log)
    assert len(await house.parts.store.said(it.table)) == 1
    await all_close(*guests)
    assert it.table in games(await written(house, guests[0].token))


async def group_is_there(house: House, released: Released) -> None:
    founder, table = released.tables[0].people[0], released.tables[0].table
    group = (await ask(house, token(founder), "GET", released.group)).json()
    assert group["members"].keys() == {person(token(founder))}
    assert [game["table"] for game in group["games"]] == [table]

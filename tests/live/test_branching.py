"""A finished game continues at a new table from one of its positions, for any person and at any hub."""

from __future__ import annotations

import httpx
import pytest

from protocol.codec import unpacked
from protocol.frames import AUTO, Done, Make, Moment, Refused
from server.games.bounds import Bounds
from server.games.machi_koro.state import MachiKoro
from server.table.entries import Made, decode_entry
from server.table.making import creation_and_origin
from server.table.refusal import Refusal
from tests.table.finished import finished
from tests.waiting import LIMIT

from .hubs import Guest, Raw, all_close, houses, still_table, table_of
from .whole_games import compare, log_of, play_out


def going_on(id: int, moment: Moment, **other: object) -> Make:
    """The frame that makes a table continue from this moment."""
    return Make(id, "machi_koro", 2, origin=moment, **other)  # type: ignore[arg-type]


async def test_a_finished_game_goes_on_at_another_hub_as_its_log_says(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), httpx.AsyncClient(timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        old = await table_of(guests, public=False, options={"play_out": False})
        await play_out(guests, old)
        others = [Guest(other.url, f"other-{i}", 12) for i in range(2)]
        late = len(await log_of(house, old)) // 2  # near the end the next choice may be the last
        new = await table_of(others, origin=(old, late, 1))
        await play_out(others, new)
        log = await log_of(house, new)
        assert compare(others, log) > 10
        first = decode_entry(log[0]).what
        assert type(first) is Made and first.origin is not None
        assert not first.public, "its document names a table that only the link leads to"
        assert first.options["play_out"] is False, "options are those of the old table"
        stored = [told for guest in others for told in guest.documents.values()]
        assert stored and not any(first.origin.game in told for told in stored)
        kept = await web.get(f"{other.http}/tables/{new}/log")
        reel = await web.post(f"{other.http}/reel", content=kept.content)
        assert reel.status_code == 200
        about = unpacked(reel.content)["public"]["table"]
        assert about["origin"] == {"table": old, "version": late, "knows": 1}
        await all_close(*guests, *others)


async def test_impossible_branches_are_refused_with_the_reason(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests, running = await still_table(house.url)
        players = [Guest(house.url, f"player-{i}", 11) for i in range(2)]
        over = await table_of(players, "schweinebande")
        await play_out(players, over)
        raw = await Raw.open(house.url, "e" * 30, "Eve")
        wishes = [
            (going_on(1, (running, 5, AUTO)), "not-over"),
            (going_on(2, ("none", 5, AUTO)), "unknown-table"),
            (going_on(3, (running, 5, AUTO), lesson="first"), "options"),
            (going_on(4, (over, 5, AUTO)), "options"),
        ]
        for n, (wish, code) in enumerate(wishes, 1):
            await raw.send(wish)
            refused = await raw.next(Refused, count=n)
            assert (refused.id, refused.code) == (wish.id, code) and refused.reason
        await raw.send(Make(9, "machi_koro", 2))
        assert (await raw.next(Done)).id == 9
        await all_close(raw, *guests, *players)


def test_no_table_begins_where_a_number_is_out_of_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [decode_entry(entry) for entry in finished()]
    assert creation_and_origin(entries, ("old", 8, AUTO), "5e" * 32)[1] is not None
    monkeypatch.setattr(MachiKoro, "bounds", Bounds(-1, -1))
    with pytest.raises(Refusal) as refused:
        creation_and_origin(entries, ("old", 8, AUTO), "5e" * 32)
    assert refused.value.code == "unknown-version" and "a number from -1 to -1" in refused.value.reason

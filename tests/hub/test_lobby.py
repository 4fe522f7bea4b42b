"""The lobby in pages: every public table is on one of them, open ones first, then the newest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from protocol.frames import Browse, Done, Here, Join, Listed, Lobby, Make, Sit, Start, Wanted
from server.clock import now
from server.hub import lobby as lobbies
from server.hub.lobby import PAGE_TABLES
from tests.waiting import until

from ..live.hubs import Raw, all_close, houses


def summary(made: int, phase: str = "open", public: bool = True) -> dict[str, Any]:
    return {"game": "g", "phase": phase, "made": made, "public": public, "wanted": []}


def pages(lobby: lobbies.LobbyList) -> list[Lobby]:
    """All pages, one after the other."""
    found: list[Lobby] = []
    while not found or found[-1].more:
        page = lobby.for_browsers(found[-1].more if found else "")
        assert isinstance(page, Lobby) and page.after == (found[-1].more if found else "")
        found.append(page)
    return found


def test_pages_are_the_whole_lobby_in_order_whatever_has_changed() -> None:
    chance = random.Random(7)
    lobby = lobbies.LobbyList()
    for n in range(2000):
        table = f"t{chance.randrange(300)}"
        new = summary(n // 3, chance.choice(["open", "playing"]), chance.random() < 0.8)
        lobby.change(table, None if chance.random() < 0.2 else new)
    public = {table: row for table, row in lobby.tables.items() if row["public"]}
    told = pages(lobby)
    rows = [(table, row) for page in told for table, row in page.tables.items()]
    assert len(rows) == len(public) > 2 * PAGE_TABLES and dict(rows).keys() == public.keys()
    assert all(len(page.tables) == PAGE_TABLES for page in told[:-1])
    ranks = [(row["phase"] != "open", -row["made"]) for _, row in rows]
    assert ranks == sorted(ranks)
    assert all("public" not in row and "wanted" not in row for _, row in rows)


def test_a_page_goes_on_where_the_one_before_ended_though_tables_come_and_go() -> None:
    lobby = lobbies.LobbyList()
    for n in range(120):
        lobby.change(f"t{n}", summary(n))
    first = lobby.for_browsers()
    assert isinstance(first, Lobby)
    assert list(first.tables) == [f"t{n}" for n in range(119, 69, -1)]
    lobby.change("t70", None)
    lobby.change("t90", summary(90, "playing"))
    lobby.change("new", summary(500))
    second = lobby.for_browsers(first.more)
    assert isinstance(second, Lobby)
    assert list(second.tables) == [f"t{n}" for n in range(69, 19, -1)]


def test_browsers_see_the_names_as_they_are_shown_whenever_orders_and_tables_change() -> None:
    """A browser that applies each frame sees what the pages show. Another hub may give a table its old
    name back before this one reads that the silence was lifted."""
    chance, silenced = random.Random(11), set[str]()
    lobby = lobbies.LobbyList(known=lambda name, person: "#" if person in silenced else name)
    seen: dict[str, Any] = {}
    counts = {"renamed by an order": 0, "silently stored": 0}

    def apply(*frames: Any) -> None:
        for told in frames:
            seen[told.table] = told.summary
            if told.summary is None:
                del seen[told.table]

    for _ in range(4000):
        if chance.random() < 0.3:
            silenced ^= {chance.choice("abc")}
            counts["renamed by an order"] += len(frames := lobby.named_anew())
            apply(*frames)
        else:
            host = chance.choice("abc")
            name = chance.choice(["#", f"name of {host}"])
            seats = [{"name": name, "person": host}]
            new = {
                **summary(1, public=chance.random() < 0.8),
                "host": host,
                "host_name": name,
                "seats": seats,
            }
            told, _ = lobby.change(f"t{chance.randrange(4)}", None if chance.random() < 0.1 else new)
            counts["silently stored"] += told is None
            apply(*([told] if told else []))
        assert seen == {table: row for page in pages(lobby) for table, row in page.tables.items()}
    assert min(counts.values()) > 400


def test_bots_are_told_with_what_minds_a_tip_may_be_given() -> None:
    lobby = lobbies.LobbyList(lambda game: ["skilled", game])
    assert lobby.change("t", summary(1))[1] == Wanted("t", "g", [])
    _, told = lobby.change("t", {**summary(1), "puzzled": [[0, 17]]})
    assert told == Wanted("t", "g", [], [(0, 17)], ["skilled", "g"]) and lobby.for_bots() == [told]
    assert lobby.change("t", summary(1))[1] == Wanted("t", "g", [])


@pytest.mark.parametrize("after", ["x", "1 2", "a b c", "0 1 2 3", "0  t"])
def test_an_invalid_place_asks_for_the_first_page(after: str) -> None:
    lobby = lobbies.LobbyList()
    lobby.change("t", summary(1))
    page = lobby.for_browsers(after)
    assert isinstance(page, Lobby) and list(page.tables) == ["t"]


async def test_a_browser_gets_page_after_page(redis_url: str) -> None:
    async with houses(redis_url, budgets=100.0) as (house,):
        raw = await Raw.open(house.url, "b" * 30)
        for n in range(PAGE_TABLES + 10):
            await raw.send(Make(n + 1, "machi_koro", 2))
        await raw.next(Done, count=PAGE_TABLES + 10)
        await raw.send(Browse())
        first = await raw.next(Lobby)
        await raw.send(Browse(True, first.more))
        second = await raw.next(Lobby, count=2)
        assert (len(first.tables), len(second.tables), second.after, second.more) == (50, 10, first.more, "")
        assert first.tables.keys() | second.tables.keys() == {done.table for done in raw.of(Done)}
        await all_close(raw)


async def test_the_lobby_says_where_nobody_is_left_who_plays(redis_url: str) -> None:
    """People may leave and come back through any hub; watchers change nothing."""
    async with houses(redis_url, 2, bot_grace_ms=50, grace_ms=300, tick_s=0.05) as (one, two):
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        eve = await Raw.open(two.url, "e" * 30, "Eve")
        await eve.send(Browse())
        await ann.send(Make(1, "machi_koro", 2, public=True))
        table = str((await ann.next(Done)).table)
        for seat, raw in enumerate((ann, bob)):
            await raw.send(Sit(2, table, seat))
            await raw.send(Join(table, seat))
            await raw.next(Here)
        await until(lambda: len(ann.of(Here)[-1].people) == 2)
        await ann.send(Start(3, table))
        await eve.send(Join(table))

        def listed() -> list[dict[str, Any]]:
            return [frame.summary for frame in eve.of(Listed) if frame.table == table]

        def stood_in() -> bool:
            loaded = two.parts.registry.tables[table].table
            return loaded is not None and bool(loaded.state.seats[0].stand_in)

        await until(lambda: bool(listed()) and listed()[-1]["phase"] == "playing")
        assert all("quiet" not in summary for summary in listed())
        await ann.close()
        await until(stood_in)
        assert all("quiet" not in summary for summary in listed()), "Bob is still there"
        await bob.close()
        await until(lambda: listed()[-1].get("quiet") is True)
        assert listed()[-1]["made"] <= listed()[-1]["since"] <= now(), "when something happened there last"
        again = await Raw.open(two.url, "a" * 30, "Ann")
        await again.send(Join(table, 0))
        await until(lambda: "quiet" not in listed()[-1])
        assert sum("quiet" in summary for summary in listed()) == 1
        await all_close(again, eve)

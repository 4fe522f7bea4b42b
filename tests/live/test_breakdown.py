"""Tables whose game raises or is missing: each one is closed alone, every frame is answered, other tables
continue."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.frames import (
    Act,
    Browse,
    Done,
    Gone,
    Here,
    History,
    Join,
    Joined,
    Leave,
    Listed,
    Lobby,
    Make,
    Refused,
    Say,
    Sit,
    Start,
    Undo,
    Why,
)
from server.admin.service import Admin
from server.games import GAMES
from server.live import breakdown, closing
from server.live.breakdown import MAX_FAULTS
from server.store.admin_records import admin_records_at
from server.store.store import Store, StoreAway
from tests.games.outside import GAME, admitted, lay
from tests.waiting import until

from .hubs import Guest, House, Raw, all_close, houses, table_of

QUICK: dict[str, Any] = {"poll_s": 0.05, "tick_s": 0.05, "idle_s": 0.2, "budgets": 100}


@pytest.fixture
def gops(tmp_path: Path) -> Iterator[Any]:
    """Offer a game from an installed package; returns its package."""
    lay(tmp_path)
    with admitted(tmp_path) as lines:
        assert not lines
        yield GAMES[GAME]


def broken(*args: Any, **more: Any) -> Any:
    raise RuntimeError("a mistake of this game")


def of(package: Any, name: str) -> tuple[Any, str]:
    """The object that holds a function of the game, and the name of the function there."""
    kind, _, method = name.partition(".")
    return (getattr(importlib.import_module(f"{GAME}.flow"), kind), method) if method else (package, name)


class Player:
    """A player who records the answer to every frame."""

    def __init__(self, raw: Raw, table: str, seat: int) -> None:
        self.raw, self.table, self.seat, self.id = raw, table, seat, 100 * seat + 10
        self.question = 4
        """The number of the first question: the version that the start creates."""

    async def answered(self, kind: type[Any], *fields: Any) -> str:
        """Send a frame that has an id, and return its answer: "done", "told" (by a document), or the code of
        a refusal."""
        self.id += 1
        raw, before = self.raw, len(self.raw.frames)
        await raw.send(kind(self.id, self.table, *fields))

        def found() -> str:
            for frame in raw.frames[before:]:
                if getattr(frame, "id", 0) == self.id:
                    return frame.code if isinstance(frame, Refused) else "done"
                if kind in (Act, Undo) and type(frame).__name__ in ("Diff", "Full"):
                    return "told"
            return ""

        await until(lambda: bool(found()))
        return found()

    async def joined(self) -> str:
        """Join with hints; returns "" or the reason of the refusal."""
        before = len(self.raw.frames)
        await self.raw.send(Join(self.table, self.seat, hints=True, advice=True))

        def answer() -> Any:
            kinds = (Joined, Gone, Refused)
            return next((it for it in self.raw.frames[before:] if isinstance(it, kinds)), None)

        await until(answer)
        return getattr(answer(), "code", "")

    async def looked_back(self) -> str:
        before = len(self.raw.frames)
        await self.raw.send(History(self.table, self.seat, 4, hints=True))
        names = ("Past", "Refused")
        await until(lambda: any(type(it).__name__ in names for it in self.raw.frames[before:]))
        return ""

    async def everything(self) -> None:
        """Send every request that a table takes; each one is answered."""
        await self.joined()
        for kind, *fields in (
            (Sit, self.seat, f"luck-{self.seat}"),
            (Start,),
            (Act, self.seat, self.question, "bid", self.seat),
            (Why, self.seat, self.question, "card", 0),
            (Say, "What now?"),
            (Undo, self.seat, 1),
        ):
            assert await self.answered(kind, *fields)
        await self.looked_back()


async def begun(house: House, start: bool = True) -> tuple[Player, Player]:
    """Two people at a table of the game."""
    ann, bob = [await Raw.open(house.url, name * 30, name) for name in ("a", "b")]
    await ann.send(Make(1, GAME, 2))
    table = (await ann.next(Done)).table
    players = Player(ann, table, 0), Player(bob, table, 1)
    if start:
        for player in players:
            assert await player.answered(Sit, player.seat, f"luck-{player.seat}") == "done"
            assert await player.joined() == ""
        assert await players[0].answered(Start) == "done"
    return players


async def ended(players: tuple[Player, Player]) -> None:
    """Keep asking until the table is closed."""
    for _ in range(MAX_FAULTS + 1):
        for player in players:
            await player.everything()
    for player in players:
        assert await player.joined() == "broken"
        assert await player.answered(Leave, player.seat) == "broken"


WAYS = (
    "setup",
    "Deal.run",
    "Round.run",
    "Bids.asks",
    "Bids.answer",
    "Bids.run",
    "public",
    "private",
    "hints",
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("when", ["before it begins", "in its midst"])
async def test_an_error_of_a_game_closes_its_table_alone(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, way: str, when: str
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 4, pause=0.002) for i in range(2)]
        others = await table_of(guests)
        players = await begun(house, start=when == "in its midst")
        monkeypatch.setattr(*of(gops, way), broken)
        for player in players:
            await player.everything()
        before = guests[0].version(others, 0)
        if when == "before it begins" or way not in ("setup", "Deal.run", "Round.run"):
            await ended(players)
        await until(lambda: guests[0].version(others, 0) > before or guests[0].phase(others, 0) == "over")
        await all_close(*guests, *(player.raw for player in players))


async def test_a_table_whose_game_fails_on_what_is_stored_is_closed_alone_and_stays_closed(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        ann, bob = await begun(house)
        assert await ann.answered(Act, 0, 4, "bid", 3) in ("told", "done")
        browser = await Raw.open(house.url, "c" * 30)
        await browser.send(Browse())
        await browser.next(Lobby)
        await all_close(ann.raw, bob.raw)
        await until(lambda: ann.table not in house.parts.registry.tables)

        opened, noted = asyncio.Event(), list[str]()
        break_off = Store.break_off

        async def slowly(store: Store, table: str, *rest: Any) -> None:
            noted.append(table)
            await opened.wait()
            await break_off(store, table, *rest)

        monkeypatch.setattr(Store, "break_off", slowly)
        monkeypatch.setattr(gops, "public", broken)
        ann.raw = await Raw.open(house.url, "a" * 30, "a")
        await ann.raw.send(Join(ann.table, 0))
        await until(lambda: noted)
        assert not ann.raw.of(Gone), "the client is not told before it is stored"
        opened.set()
        gone = await ann.raw.next(Gone)
        assert (gone.code, gone.seat) == ("broken", -1)
        await until(lambda: any(it.summary and it.summary["phase"] == "closed" for it in browser.of(Listed)))
        assert "broken" not in browser.of(Listed)[-1].summary, "why, is for the host alone"
        traces = [it for it in caplog.records if it.exc_info and it.levelno >= logging.ERROR]
        assert len(traces) == 1, "the log has its trace, once"

    monkeypatch.undo()
    async with houses(redis_url, 2, **QUICK) as (one, two):
        for hub in (one, two):
            ann.raw = await Raw.open(hub.url, "a" * 30, "a")
            assert await ann.joined() == "broken", "though the game would do well now"
            await ann.raw.close()
        async with admin_records_at(redis_url) as kept:
            host = Admin(kept, "the host", _no_table, lambda table: closing.reopen(two.parts.registry, table))
            (row,) = await host.broken()
            assert (row["table"], row["game"]) == (ann.table, GAME)
            assert row["cause"].startswith("RuntimeError: a mistake of this game (test_breakdown.py:")
            await host.reopen(ann.table)
            assert await host.broken() == []
        await _play_on(one, ann, bob)


async def test_who_was_sent_away_is_not_present_when_the_table_is_opened_again(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their sockets are still open, but nobody stood in for them."""
    async with houses(redis_url, 2, **QUICK) as (one, two):
        ann, bob = await begun(one)
        with monkeypatch.context() as other:
            other.setattr(gops, "public", broken)
            one.parts.registry.tables[ann.table].distrust()
            assert await ann.joined() == "broken"
            assert (await bob.raw.next(Gone)).code == "broken"
        assert await closing.reopen(two.parts.registry, ann.table) == ""
        carl = await Raw.open(two.url, "c" * 30, "c")
        await carl.send(Join(ann.table))
        await until(lambda: [name for it in carl.of(Here)[-1:] for _, name, _ in it.people] == ["c"])
        await all_close(ann.raw, bob.raw, carl)


async def _no_table(table: str) -> str:
    return "unknown-table"


async def _play_on(house: House, ann: Player, bob: Player) -> None:
    """Both players come back to the running table."""
    for player, name in ((ann, "a"), (bob, "b")):
        player.raw = await Raw.open(house.url, name * 30, name)
        assert await player.joined() == ""
    assert await bob.answered(Act, 1, 4, "bid", 2) in ("told", "done")
    await all_close(ann.raw, bob.raw)


async def test_another_edition_of_the_game_tries_again_and_the_same_one_does_not(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    def counted(*args: Any) -> Any:
        nonlocal tries
        tries += 1
        return broken()

    async with houses(redis_url, **QUICK) as (house,):
        ann, bob = await begun(house)
        assert await ann.answered(Act, 0, 4, "bid", 3) in ("told", "done")
        with monkeypatch.context() as other:
            other.setattr(gops, "public", counted)
            house.parts.registry.tables[ann.table].distrust()
            assert await ann.joined() == "broken"
            failed = tries
            for _ in range(3):
                assert await ann.joined() == "broken"
            assert tries == failed > 0
            other.setattr(breakdown, "edition", lambda game: "the next one")
            assert await ann.joined() == "broken" and tries > failed, (
                "this one fails as well, and is noted, too"
            )
            failed = tries
            assert await ann.joined() == "broken" and tries == failed
        monkeypatch.setattr(breakdown, "edition", lambda game: "one that is mended")
        await all_close(ann.raw, bob.raw)
        await _play_on(house, ann, bob)


async def test_an_error_of_a_game_refuses_the_act_and_stores_nothing(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        ann, bob = await begun(house)
        log = await house.parts.store.entries(ann.table)
        with monkeypatch.context() as other:
            other.setattr(*of(gops, "Bids.answer"), broken)
            for _ in range(MAX_FAULTS - 1):
                assert await ann.answered(Act, 0, 4, "bid", 3) == "fault"
        assert await house.parts.store.entries(ann.table) == log
        assert await ann.answered(Act, 0, 4, "bid", 3) in ("told", "done"), "the table goes on"
        monkeypatch.setattr(*of(gops, "Bids.answer"), broken)
        assert await bob.answered(Act, 1, 4, "bid", 3) == "broken", "once too often"
        assert (await ann.raw.next(Gone)).code == "broken"
        await all_close(ann.raw, bob.raw)


@pytest.mark.parametrize("kind", [MemoryError, StoreAway])
async def test_errors_that_can_befall_any_table_close_none(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, kind: Callable[[str], Exception]
) -> None:
    def short(*args: Any) -> Any:
        raise kind("others need it")

    async with houses(redis_url, **QUICK) as (house,):
        ann, bob = await begun(house)
        with monkeypatch.context() as other:
            other.setattr(gops, "public", short)
            for _ in range(MAX_FAULTS + 2):
                assert await ann.answered(Act, 0, 4, "bid", 3) in ("fault", "storing")
            house.parts.registry.tables[ann.table].distrust()
            assert await ann.joined() in ("fault", "storing")
        await all_close(ann.raw, bob.raw)
        assert not (await house.parts.store.load(ann.table) or broken()).broken
        await _play_on(house, ann, bob)


async def test_a_table_of_a_game_that_is_not_installed_is_looked_at_ever_more_seldom_and_says_so_once(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        tables = []
        for _ in range(3):
            players = await begun(house)
            tables.append(players[0].table)
            await all_close(*(player.raw for player in players))
    monkeypatch.delitem(GAMES, GAME)
    monkeypatch.setattr("server.live.presence.LEFT_MS", 0)
    monkeypatch.setattr("server.live.registry.SOONEST_S", 3600.0)  # looks at a table may take a while
    loads: dict[str, int] = {}
    load = Store.load

    async def counted(store: Store, table: str) -> Any:
        loads[table] = loads.get(table, 0) + 1
        return await load(store, table)

    monkeypatch.setattr(Store, "load", counted)
    caplog.clear()
    async with houses(redis_url, grace_ms=50, **QUICK) as (house,):
        for table in tables:
            await house.parts.store.set_due(table, 1)
        for _ in range(40):
            await house.parts.presence.poll()
            await house.parts.registry.drain()
            await asyncio.sleep(0.02)
        assert all(1 <= loads[table] <= 3 for table in tables), loads
        raw = await Raw.open(house.url, "a" * 30, "a")
        await raw.send(Join(tables[0]))
        gone = await raw.next(Gone)
        assert (gone.code, gone.game) == ("unknown-game", GAME)
        await raw.send(Sit(7, tables[0], 0))
        refused = await raw.next(Refused)
        assert (refused.code, refused.reason) == ("unknown-game", f"The game {GAME} is not installed here.")
        await raw.close()
    said = [it for it in caplog.records if it.levelno >= logging.WARNING and GAME in it.getMessage()]
    assert [it.getMessage().partition(":")[0] for it in said] == [f"the game {GAME} is not installed here"]
    assert not any(it.exc_info for it in caplog.records)


async def test_a_game_that_fails_with_some_options_makes_no_table(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        raw = await Raw.open(house.url, "a" * 30, "a")
        monkeypatch.setattr(gops, "setup", broken)
        await raw.send(Make(1, GAME, 2, {"cards": 10}))
        assert (await raw.next(Refused)).code == "fault" and not raw.of(Done)
        await raw.close()

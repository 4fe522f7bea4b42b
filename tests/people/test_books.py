"""Books: a book exists only on request, only its owner can read it, and no game is lost or counted twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from server.admin.export_import import put_in, take_out
from server.api.erasure import forget
from server.api.personal_data import everything
from server.book.game import Played, Player, decode, encode, played
from server.net.rate_limits import ADDRESS, BOOK, Allowance
from server.people import books as library
from server.people.books import Books
from server.store import book_store
from server.store.migration import Mover, StoredTable
from server.store.store import StoreAway
from server.table.entries import GameOrigin, decode_entry
from server.table.entries import encode as encode_entry
from server.table.forgetting import NOBODY
from server.table.log import replayed
from server.table.table import Table
from server.table.tokens import person
from tests.table.finished import finished
from tests.table.tables import ID, guest
from tests.waiting import LIMIT, until

from ..live.hubs import House, houses

TOKENS = [f"a-token-of-{name}-for-tests-012345" for name in ("zacharias", "yolanda")]
NAMES = ["Zacharias", "Yolanda"]


async def asked(house: House, token: str, method: str = "GET") -> Any:
    """The response to a person with this token."""
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        return (await web.request(method, "/book", headers={"authorization": f"Bearer {token}"})).json()


async def ends(mover: Mover) -> Table:
    """The two guests end a game, and the hub with the table dies: the table is due for a check a moment
    later."""
    entries = [decode_entry(data) for data in finished()]
    known = {guest(seat).person: (person(TOKENS[seat]), NAMES[seat]) for seat in range(2)}
    theirs = [
        it if it.by not in known else replace(it, by=known[it.by][0], name=known[it.by][1]) for it in entries
    ]
    stored = [encode_entry(it) for it in theirs]
    table = replayed(stored)
    assert await mover.write(StoredTable(ID, 10**7, table.version, table.pack(), stored, [], 1, b""))
    return table


async def written(house: House, token: str) -> Any:
    """The book of the person with this token, as soon as it has a game."""

    async def there() -> bool:
        _, games = await house.parts.store.books.read(person(token))
        return bool(games)

    await until(there)
    return await asked(house, token)


def test_lessons_and_branches_stand_in_no_book() -> None:
    table = replayed(finished())
    made = table.state.made
    assert played(table) is not None
    for other in (replace(made, lesson="first"), replace(made, origin=GameOrigin("elsewhere", 5, -1, b""))):
        table.state.made = other
        assert played(table) is None


async def test_only_who_wants_a_book_has_one_and_a_game_stands_there_once(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), Mover(redis_url) as mover:
        assert (await asked(house, TOKENS[0], "PUT"))["since"] > 0
        table = await ends(mover)
        book = await written(other, TOKENS[0])
        (game,) = book["games"]
        assert table.match is not None
        scores = sorted(table.match.scores(), key=lambda it: it.seat)
        assert (game["table"], game["game"], game["at"]) == (ID, "machi_koro", table.state.at)
        assert [(it["place"], it["points"]) for it in game["players"]] == [
            (x.place, x.points) for x in scores
        ]
        assert [it["name"] for it in game["players"]] == NAMES
        assert book["by_game"][0]["all"] == {"games": 1, "won": int(scores[0].place == 1)}
        assert list(book["met"]) == [person(TOKENS[1])]
        assert set(book["ratings"]) == {"machi_koro"} == set(book["levels"])
        assert book["ratings_by_players"] == {"machi_koro": {"2": book["ratings"]["machi_koro"]}}
        assert set(book["levels"]["machi_koro"]) == {"greedy"}, "the offered levels that were measured"
        kept = await asked(house, TOKENS[1])
        assert (kept["since"], kept["games"]) == (0, []), "there is no request for a book"
        for hub in (house, other):
            await hub.parts.library.keep(table)
        assert (await asked(house, TOKENS[0]))["games"] == [game]
        assert not any(token in str(book) for token in TOKENS)


async def test_a_hub_that_dies_between_the_end_and_the_book_leaves_it_to_another(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, tried = Books.keep, set[str]()

    async def dies(library: Books, table: Any) -> None:
        tried.add(library.settings.hub)
        if len(tried) == 1:
            raise StoreAway("this hub writes nothing any more")
        await keep(library, table)

    monkeypatch.setattr(Books, "keep", dies)
    async with houses(redis_url, 2) as (house, _), Mover(redis_url) as mover:
        await asked(house, TOKENS[0], "PUT")
        await ends(mover)
        assert [game["table"] for game in (await written(house, TOKENS[0]))["games"]] == [ID]
        assert len(tried) == 2
        await until(lambda: settled(mover))


async def settled(mover: Mover) -> bool:
    """Does the table need no further checks?"""
    kept = await mover.read(ID)
    return kept is not None and not kept.due


async def test_nobody_else_reads_a_book(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ADDRESS, BOOK, ADDRESS[BOOK]._replace(rate=1e-9))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for headers in (
            {},
            {"authorization": "Bearer short"},
            {"authorization": "a-token-without-its-scheme"},
        ):
            for method in ("GET", "PUT", "DELETE"):
                answer = await web.request(method, "/book", headers=headers)
                assert (answer.status_code, answer.json()["error"]) == (401, "hello-first")
        known = {"authorization": f"Bearer {person('a-token-of-somebody-else-0123')}"}
        assert (await web.get("/book", headers=known)).status_code == 401, "the public name opens nothing"
        answer = await web.get("/book", headers={"authorization": "Bearer a-token-of-my-own-0123456789"})
        assert answer.headers["cache-control"] == "no-store"
        spent = [await web.get("/book") for _ in range(int(ADDRESS[BOOK].burst))]
        assert spent[-1].status_code == 429


async def test_nobody_begins_books_without_end(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens cost nothing, and a book is stored for years."""
    monkeypatch.setattr(library, "ADDRESS_BOOKS", Allowance(2, 1 / 86_400))
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        for token in TOKENS:
            assert (await asked(house, token, "PUT"))["since"]
        third = "a-token-of-somebody-for-tests"
        assert (await asked(house, third, "PUT"))["error"] == "slow-down"
        assert (await asked(house, third))["since"] == 0
        assert len(await mover.named("b:*")) == 2
        assert (await asked(house, TOKENS[0]))["since"], "its owner reads it"


async def test_a_book_is_ended_by_its_person_and_leaves_others_books_without_a_name(redis_url: str) -> None:
    gone, stays = TOKENS
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        for token in TOKENS:
            await asked(house, token, "PUT")
        await ends(mover)
        for token in TOKENS:
            await written(house, token)
        shown = await everything(mover, gone)
        assert [it["table"] for it in shown["book"]] == [ID] and shown["in_books"] == 1
        assert await forget(mover, gone) == []
        assert (await asked(house, gone))["since"] == 0
        (game,) = (await asked(house, stays))["games"]
        assert [it["name"] for it in game["players"]] == [NOBODY, "Yolanda"]
        assert person(gone) not in str(game)
        assert (await everything(mover, gone))["in_books"] == 0
        assert (await asked(house, stays, "DELETE"))["games"] == []
        assert await mover.named("b:*") == []


def of(number: int) -> bytes:
    """A game for the book; a greater number is a later game."""
    return encode(Played(f"t{number}", "loyang", number, 1, {}, [Player("p", "P", "", 1, number)]))


async def test_the_oldest_games_go_and_a_book_moves_to_another_redis(
    new_redis_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_store, "MAX_BOOK_GAMES", 3)
    urls = new_redis_url(), new_redis_url()
    async with Mover(urls[0]) as old, Mover(urls[1]) as new:
        writer = book_store.BookStore(old._link, old._link)
        await writer.keep("p", "t1", 1, of(1), 60)
        assert await writer.read("p") == (0, []), "where no book is, nothing is written"
        await writer.begin("p", 77, 60)
        for number in (5, 2, 4, 3, 4):
            await writer.keep("p", f"t{number}", number, of(number), 60)
        await writer.begin("p", 99, 60)
        await take_out(old, tmp_path / "all")
        for _ in range(2):
            await put_in(new, tmp_path / "all")
        since, rows = await book_store.BookStore(new._link, new._link).read("p")
        assert since == 77, "begun once"
        assert sorted(decode(row).table for row in rows) == ["t3", "t4", "t5"]

"""Groups: people with the link may join, members see the group's games, and other people do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from protocol.frames import Done, Make, Refused, Resize
from server.admin.export_import import put_in, take_out
from server.api.erasure import forget
from server.api.personal_data import everything
from server.net.rate_limits import PERSON_GROUPS
from server.store import group_store as kept_groups
from server.store import keys as kept_keys
from server.store.migration import Mover, StoredTable
from server.table import tokens
from server.table.entries import Made, Rematched, decode_entry
from server.table.entries import encode as encode_entry
from server.table.forgetting import NOBODY
from server.table.log import replayed
from server.table.making import again
from server.table.tokens import person
from tests.table.finished import finished
from tests.table.tables import ID, guest
from tests.waiting import LIMIT, until

from ..live.hubs import House, Raw, houses

ANN, BOB, EVE = (f"a-token-of-{name}-for-tests-0123456" for name in ("ann", "bob", "eve"))


async def ask(house: House, token: str, method: str, link: str = "", told: Any = None) -> httpx.Response:
    """The response to a person with this token."""
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        path = f"/groups/{link}" if link else "/groups"
        return await web.request(method, path, headers=headers, json=told)


async def founded(house: House, token: str = ANN, title: str = "Thursday people", name: str = "Ann") -> str:
    """Found a group; returns its link."""
    answer = await ask(house, token, "POST", told={"title": title, "name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["group"])


async def test_a_group_is_joined_by_its_link_alone(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), Mover(redis_url) as mover:
        link = await founded(house)
        outside = (await ask(other, BOB, "GET", link)).json()
        assert (outside["title"], outside["count"], outside["member"]) == ("Thursday people", 1, False)
        assert set(outside) == {"group", "person", "title", "count", "member"}, "no names before one joins"
        inside = (await ask(other, BOB, "PUT", link, {"name": "Bob"})).json()
        assert inside["members"] == {person(ANN): "Ann", person(BOB): "Bob"}
        assert (inside["tables"], inside["games"], inside["usual"]) == ([], [], None)
        changed = await ask(house, BOB, "PATCH", link, {"evening": 1_800_000_000_000, "title": "Friday"})
        assert (changed.json()["title"], changed.json()["evening"]) == ("Friday", 1_800_000_000_000)
        assert (await ask(house, EVE, "GET", tokens.new_group())).json() is None
        for method, told in (("PUT", {"name": "Eve"}), ("PATCH", {"title": "Mine"})):
            answer = await ask(house, EVE, method, tokens.new_group(), told)
            assert (answer.status_code, answer.json()["error"]) == (404, "unknown-group")
        assert (await ask(house, EVE, "PATCH", link, {"title": "Mine"})).status_code == 404
        assert (await ask(house, "short", "GET", link)).status_code == 401
        assert not any(link in name for name in await mover.named("*")), "the link itself is kept nowhere"


async def test_a_stream_follows_the_tables_of_its_group(redis_url: str) -> None:
    """Its name is for members, permits nothing else, and can't be worked out from the group's public id."""
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        link = await founded(house)
        assert "stream" not in (await ask(house, BOB, "GET", link)).json()
        stream = (await ask(house, ANN, "GET", link)).json()["stream"]
        assert await watched(house, stream) == (200, {"table": ""})
        made: dict[int, str] = {}
        ann = await Raw.open(house.url, ANN)
        for number in range(2):
            await ann.send(Make(number + 1, "machi_koro", 2, public=False, group=link))
            made[number] = (await ann.next(Done, count=number + 1)).table

        async def newest() -> bool:
            return await watched(house, stream) == (200, {"table": made[1]})

        await until(newest)
        await ann.close()
        for wrong in (
            tokens.group(link),
            stream[:-1],
            stream + "x",
            tokens.stream(tokens.new_group()),
            "x",
            "}" * 40,
        ):
            status, told = await watched(house, wrong)
            assert (status, told["error"]) == (404, "unknown-group")
        assert (await ask(house, EVE, "GET", stream)).json() is None
        key = stream.removeprefix(tokens.group(link))
        kept = await mover.named("*")
        assert not any(key in name for name in kept)


async def watched(house: House, stream: str) -> tuple[int, Any]:
    """The status and the content of the response to a source that knows this name of a stream."""
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.get(f"/streams/{stream}")
        return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("method", "told", "status"),
    [
        ("POST", {"title": "", "name": "Ann"}, 400),
        ("POST", {"title": "\u200b", "name": "Ann"}, 400),
        ("POST", {"title": "x" * 2000, "name": "Ann"}, 413),
        ("POST", ["Thursday", "Ann"], 400),
        ("PUT", {"name": 7}, 400),
        ("PATCH", {"evening": -1}, 400),
        ("PATCH", {"title": "Group", "members": []}, 400),
    ],
)
async def test_invalid_requests_are_refused_and_change_nothing(
    redis_url: str, method: str, told: Any, status: int
) -> None:
    async with houses(redis_url) as (house,):
        link = await founded(house)
        before = (await ask(house, ANN, "GET", link)).json()
        answer = await ask(house, ANN, method, "" if method == "POST" else link, told)
        assert answer.status_code == status and answer.json()["error"]
        assert (await ask(house, ANN, "GET", link)).json() == before


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
async def test_invalid_text_is_refused_like_other_invalid_values(redis_url: str, method: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        path = "/groups" if method == "POST" else f"/groups/{await founded(house)}"
        headers = {"authorization": f"Bearer {ANN}"}
        field = b"name" if method == "PUT" else b"title"
        answer = await web.request(method, path, headers=headers, content=b'{"%s": "\xed\xa0\x80"}' % field)
        assert (answer.status_code, answer.json()["error"]) == (400, "out-of-range")
        assert "utf-8" in answer.json()["reason"]


async def test_there_is_an_end_to_groups_and_to_members(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_groups, "MAX_MEMBERS", 2)
    async with houses(redis_url) as (house,):
        link = await founded(house)
        assert (await ask(house, BOB, "PUT", link, {"name": "Bob"})).status_code == 200
        answer = await ask(house, EVE, "PUT", link, {"name": "Eve"})
        assert (answer.status_code, answer.json()["error"]) == (409, "group-full")
        assert (await ask(house, BOB, "PUT", link, {"name": "Bobby"})).status_code == 200, "already in it"
        for _ in range(int(PERSON_GROUPS.burst) - 1):
            await founded(house)
        answer = await ask(house, ANN, "POST", told={"title": "One more", "name": "Ann"})
        assert (answer.status_code, answer.json()["error"]) == (429, "slow-down")


async def test_a_table_is_made_for_a_group_by_who_belongs_to_it(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        link = await founded(house)
        make = Make(5, "machi_koro", 3, wants=["", "", "greedy"], public=False, group=link)
        eve, ann = [await Raw.open(house.url, token) for token in (EVE, ANN)]
        await eve.send(make)
        assert (await eve.next(Refused)).code == "unknown-group"
        await ann.send(make)
        table = (await ann.next(Done)).table
        await eve.close()
        await ann.close()
        inside = (await ask(house, ANN, "GET", link)).json()
        assert [row["table"] for row in inside["tables"]] == [table]
        assert (inside["usual"]["game"], inside["usual"]["wants"]) == ("machi_koro", ["", "", "greedy"])
        kept = await mover.read(table)
        assert kept is not None
        first = decode_entry(kept.entries[0])
        assert isinstance(first.what, Made) and first.what.group == tokens.group(link)
        assert link.encode() not in b"".join([*kept.entries, kept.snapshot, kept.summary])
        assert again(replayed(kept.entries), Rematched(1, table, "next")).group == tokens.group(link)


async def test_the_next_table_of_a_group_has_as_many_seats_as_this_one_has_now(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        link = await founded(house)
        ann = await Raw.open(house.url, ANN)
        await ann.send(Make(5, "machi_koro", 3, wants=["", "", "greedy"], public=False, group=link))
        table = (await ann.next(Done)).table
        await ann.send(Resize(6, table, 2))
        await ann.next(Done, count=2)

        async def followed() -> bool:
            return bool((await ask(house, ANN, "GET", link)).json()["usual"]["wants"] == ["", ""])

        await until(followed)
        inside = (await ask(house, ANN, "GET", link)).json()
        assert [row["table"] for row in inside["tables"]] == [table]
        await ann.close()


async def plays(mover: Mover, link: str) -> None:
    """Ann and a stranger end a game at the group's table, which is due for a check a moment later."""
    people = {guest(0).person: (person(ANN), "Ann at the table"), guest(1).person: (person(EVE), "Eve")}
    stored = []
    for it in map(decode_entry, finished()):
        if it.by in people:
            it = replace(it, by=people[it.by][0], name=people[it.by][1])
        if isinstance(it.what, Made):
            it = replace(it, what=replace(it.what, group=tokens.group(link)))
        stored.append(encode_entry(it))
    table = replayed(stored)
    assert await mover.write(StoredTable(ID, 10**7, table.version, table.pack(), stored, [], 1, b""))


async def test_a_game_counts_once_and_who_does_not_belong_to_the_group_has_no_name_there(
    redis_url: str,
) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        link = await founded(house)
        await plays(mover, link)

        async def there() -> bool:
            return bool((await ask(house, ANN, "GET", link)).json()["played"])

        await until(there)
        inside = (await ask(house, ANN, "GET", link)).json()
        (game,) = inside["games"]
        assert [it["name"] for it in game["players"]] == ["Ann at the table", NOBODY]
        assert person(EVE) not in str(inside) and "Eve" not in str(inside)
        (row,) = inside["seasons"]["all"]
        assert (row["person"], row["games"], row["fair"]) == (person(ANN), 1, 0.5)
        assert row["won"] == int(game["players"][0]["place"] == 1)
        joined = (await ask(house, EVE, "PUT", link, {"name": "Eve"})).json()
        assert [it["name"] for it in joined["games"][0]["players"]] == ["Ann at the table", "Eve"]
        assert sum(it["won"] for it in joined["seasons"]["all"]) == 1
        (told,) = (await everything(mover, EVE))["groups"]
        assert (told["title"], told["name"]) == ("Thursday people", "Eve")
        assert 0 < told["kept_for_s"] <= house.settings.book_ttl_s
        await forget(mover, EVE)
        after = (await ask(house, ANN, "GET", link)).json()
        assert list(after["members"]) == [person(ANN)] and "Eve" not in str(after)


async def test_a_group_ends_with_its_last_member(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        link = await founded(house)
        await ask(house, BOB, "PUT", link, {"name": "Bob"})
        assert (await ask(house, ANN, "DELETE", link)).json()["member"] is False
        assert (await ask(house, BOB, "GET", link)).json()["members"] == {person(BOB): "Bob"}
        left = await ask(house, BOB, "DELETE", link)
        assert (left.status_code, left.json()) == (200, None)
        assert await mover.named("g:*", "b:*") == []


@pytest.mark.parametrize(
    ("made", "kept"),
    [
        ("a1 b1 b2 b3 b4 b5", "a1 b4 b5"),
        ("b1 b2 b3 b4 b5 a1", "a1 b4 b5"),
        ("a1 c1 b1 b2 b3", "a1 b3 c1"),
        ("a1 a2 b1 b2 a3", "a3 b1 b2"),
        ("a1 a2 a3 a4", "a2 a3 a4"),
        ("a1 b1 c1 d1", "b1 c1 d1"),
    ],
)
async def test_many_tables_of_one_member_evict_only_their_own(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, made: str, kept: str
) -> None:
    """Above the limit the member with the most tables loses the oldest of them."""
    monkeypatch.setattr(kept_groups, "MAX_GROUP_TABLES", 3)
    async with Mover(redis_url) as mover:
        group = kept_groups.GroupStore(mover._link, mover._link)
        await group.found("g", "Title", "a", "A", 7, 60)
        for member in "bcd":
            await group.join("g", member, member.upper(), 60)
        for at, table in enumerate(made.split(), 1):
            assert await group.meet("g", table[0], table, at, b"{}", 60)
        found = await group.read("g")
        assert found is not None and sorted(found.tables) == kept.split()
        rows = await mover._link.send("HKEYS", kept_keys.group("g"))
        assert sum(row.startswith(b"of:") for row in rows) == 3, "nothing is left of the others"


async def test_old_tables_are_forgotten_and_a_group_moves_to_another_redis(
    new_redis_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_groups, "MAX_GROUP_TABLES", 2)
    async with Mover(new_redis_url()) as old, Mover(new_redis_url()) as new:
        writer, reader = (kept_groups.GroupStore(it._link, it._link) for it in (old, new))
        await writer.found("g", "Title", "ann", "Ann", 7, 60)
        assert not await writer.meet("g", "eve", "t0", 1, b"{}", 60)
        for at, table in enumerate(("t1", "t2", "t3"), 1):
            assert await writer.meet("g", "ann", table, at, b"{}", 60)
        await take_out(old, tmp_path / "all")
        for _ in range(2):
            await put_in(new, tmp_path / "all")
        kept = await reader.read("g")
        assert kept == await writer.read("g")
        assert kept is not None and set(kept.tables) == {"t2", "t3"}
        assert all([await new._link.send("PTTL", name) > 0 for name in await new.named("*")])

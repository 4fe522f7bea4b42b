"""What is said at a table stays there: on every hub, after a restart, once however often it is sent."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol.frames import WATCH, Close, Done, Hello, Join, Make, Refused, Said, Say, Sit
from server.hub.chat import KEPT
from server.hub.words import Words
from server.store.keys import key, keys
from server.store.store import StoreAway
from tests.waiting import until

from .houses import House, Raw, all_close, houses


async def made(raw: Raw) -> str:
    """A table at which this client takes the first seat, and looks on."""
    await raw.send(Make(1, "machi_koro", 2))
    table = str((await raw.next(Done)).table)
    await raw.send(Sit(2, table, 0))
    await raw.next(Done, count=2)
    await raw.send(Join(table))
    return table


async def heard(raw: Raw, count: int) -> list[str]:
    """What it was told of the chat, once these are so many lines and everything sent before has come."""
    if count:
        await raw.next(Said, count=count)
    return [said.text for said in raw.of(Said)]


async def test_who_comes_later_through_another_hub_is_told_what_was_said(redis_url: str) -> None:
    """Also where that hub had the table already, and nobody there."""
    async with houses(redis_url, 2) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        bob = await Raw.open(two.url, "b" * 30, "Bob")
        table = await made(ann)
        await ann.send(Say(10, table, "before anybody was there"))
        await heard(ann, 1)
        await bob.send(Join(table))
        assert await heard(bob, 1) == ["before anybody was there"]
        await bob.close()
        await until(lambda: not any(two.parts.desk.tables[table].sockets.values()))
        await ann.send(Say(11, table, "while nobody was there"))
        await heard(ann, 2)
        cem = await Raw.open(two.url, "c" * 30, "Cem")
        await cem.send(Join(table))
        await cem.send(Say(12, table, "thanks"))
        lines = ["before anybody was there", "while nobody was there", "thanks"]
        assert await heard(cem, 3) == await heard(ann, 3) == lines
        assert [(s.person, s.name, s.at) for s in cem.of(Said)] == [
            (s.person, s.name, s.at) for s in ann.of(Said)
        ]
        await all_close(ann, cem)


async def test_chat_outlives_every_hub(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(ann)
        for n in range(3):
            await ann.send(Say(10 + n, table, f"line {n}"))
        await heard(ann, 3)
        await ann.close()
    async with houses(redis_url) as (house,):
        bob = await Raw.open(house.url, "b" * 30, "Bob")
        await bob.send(Join(table))
        assert await heard(bob, 3) == ["line 0", "line 1", "line 2"]
        await bob.close()


async def test_a_line_is_said_once_however_often_and_wherever_it_is_sent(redis_url: str) -> None:
    async with houses(redis_url, 3) as hubs:
        everywhere = [await Raw.open(hub.url, "a" * 30, "Ann") for hub in hubs]
        bob = await Raw.open(hubs[1].url, "b" * 30, "Bob")
        table = await made(everywhere[0])
        for raw in (*everywhere[1:], bob):
            await raw.send(Join(table))
        for _ in range(3):
            for raw in everywhere:
                await raw.send(Say(10, table, "once"))
        for raw in everywhere:
            await until(lambda raw=raw: sum(done.id == 10 for done in raw.of(Done)) == 3)  # type: ignore[misc]
        await bob.send(Say(10, table, "Bob's own tenth"))
        await bob.send(Say(11, table, "end"))
        for raw in (*everywhere, bob):
            assert await heard(raw, 3) == ["once", "Bob's own tenth", "end"]
        await all_close(*everywhere, bob)


async def test_a_repeat_after_a_restart_is_done_and_not_said_again(redis_url: str) -> None:
    table = ""
    for _ in range(2):
        async with houses(redis_url) as (house,):
            ann = await Raw.open(house.url, "a" * 30, "Ann")
            table = table or await made(ann)
            await ann.send(Join(table))
            await ann.send(Say(10, table, "once"))
            await until(lambda raw=ann: any(done.id == 10 for done in raw.of(Done)))  # type: ignore[misc]
            late = await Raw.open(house.url, "b" * 30, "Bob")
            await late.send(Join(table, WATCH))
            await late.send(Say(11, table, "end"))
            assert await heard(late, 2) == ["once", "end"]
            await all_close(ann, late)


async def test_the_last_lines_are_kept(redis_url: str) -> None:
    async with houses(redis_url, budgets=1000.0) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(ann)
        for n in range(KEPT + 7):
            await ann.send(Say(10 + n, table, f"line {n}"))
        await heard(ann, KEPT + 7)
        bob = await Raw.open(house.url, "b" * 30, "Bob")
        await bob.send(Join(table))
        assert await heard(bob, KEPT) == [f"line {n}" for n in range(7, KEPT + 7)]
        assert len(house.parts.desk.tables[table].chat or ()) == KEPT
        redis: Any = Redis.from_url(redis_url)
        assert await redis.llen(key(table, "chat")) == KEPT
        await redis.aclose()
        await all_close(ann, bob)


async def test_chat_is_kept_for_as_long_as_the_table(redis_url: str) -> None:
    """Where something was said before the start, and where the first word comes at the end."""
    async with houses(redis_url, open_ttl_s=1000, over_ttl_s=50_000) as (house,):
        redis: Any = Redis.from_url(redis_url)
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(ann)
        await ann.send(Say(10, table, "hello"))
        await heard(ann, 1)
        assert 900 < await redis.ttl(key(table, "chat")) <= await redis.ttl(key(table, "log"))
        await ann.send(Close(11, table))
        await ann.next(Done, count=4)
        assert 49_000 < await redis.ttl(key(table, "chat")) <= await redis.ttl(key(table, "log"))
        assert {key.decode() for key in await redis.keys("t:*")} <= set(keys(table))
        await redis.aclose()
        await ann.close()


async def test_nothing_is_said_at_a_table_that_is_gone(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(ann)
        await ann.send(Say(10, "no-such-table", "hello?"))
        assert (await ann.next(Refused)).code == "unknown-table"
        redis: Any = Redis.from_url(redis_url)
        await redis.delete(*keys(table))
        await ann.send(Say(11, table, "still here?"))
        assert (await ann.next(Refused, count=2)).code == "unknown-table"
        assert not ann.of(Said) and not await redis.exists(key(table, "chat"))
        await redis.aclose()
        await ann.close()


@pytest.mark.parametrize("said", ["on_gap", "on_doubt"])
async def test_what_was_missed_in_a_gap_is_told_after_it(redis_url: str, said: str) -> None:
    """The other hubs' messages didn't come for a while; then the store says that there was a gap, or may have
    been one."""
    async with houses(redis_url, 2) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        bob = await Raw.open(two.url, "b" * 30, "Bob")
        table = await made(ann)
        await bob.send(Join(table))
        await ann.send(Say(10, table, "one"))
        await heard(bob, 1)
        deafen(two)
        for n, word in enumerate(("two", "three"), 11):
            await ann.send(Say(n, table, word))
        await heard(ann, 3)
        getattr(two.parts, said)()
        assert await heard(bob, 3) == ["one", "two", "three"]
        await all_close(ann, bob)


async def test_a_line_that_is_lost_and_repeated_is_told_once_to_everybody(redis_url: str) -> None:
    """It was told before it was safe. Who comes before it is repeated is told it then, and so is who has
    joined anew on the same connection; nobody else is."""
    async with houses(redis_url, 2) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        bob, dan = await Raw.open(two.url, "b" * 30, "Bob"), await Raw.open(two.url, "d" * 30, "Dan")
        table = await made(ann)
        for raw in (bob, dan):
            await raw.send(Join(table))
        await ann.send(Say(10, table, "kept"))
        await ann.send(Say(11, table, "lost"))
        for raw in (ann, bob, dan):
            await heard(raw, 2)
        redis: Any = Redis.from_url(redis_url)
        for _ in range(2):
            await redis.rpop(key(table, "chat"))
            for house in (one, two):
                house.parts.on_gap()
                await until(lambda it=house: len(it.parts.desk.tables[table].chat or ()) == 1)  # type: ignore[misc]
            cem = await Raw.open(two.url, "c" * 30, "Cem")
            for raw in (cem, dan):
                await raw.send(Join(table))
                await raw.send(Join(table))
                await until(lambda raw=raw: [said.text for said in raw.of(Said)][-2:] == ["kept"] * 2)  # type: ignore[misc]
            await ann.send(Say(11, table, "lost"))
            assert (await heard(cem, 3))[2:] == ["lost"]
            await cem.close()
        await redis.aclose()
        await ann.send(Say(12, table, "end"))
        assert await heard(ann, 3) == await heard(bob, 3) == ["kept", "lost", "end"]
        assert (await heard(dan, 9)) == ["kept", "lost", *["kept", "kept", "lost"] * 2, "end"]
        await all_close(ann, bob, dan)


async def test_while_the_store_is_away_a_join_waits_for_no_chat(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever joined is told what was said once it is back."""
    async with houses(redis_url, 2) as (one, house):
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(house.url, "b" * 30, "Bob")
        table = await made(ann)
        await ann.send(Say(10, table, "hello"))
        await heard(ann, 1)
        back, said = False, house.parts.store.said

        async def away(name: str) -> list[bytes]:
            if not back:
                raise StoreAway("for a moment")
            return await said(name)

        monkeypatch.setattr(house.parts.store, "said", away)
        await bob.send(Join(table))
        await bob.send(Join(table))
        await until(lambda: len([f for f in bob.frames if type(f).__name__ == "Joined"]) == 2)
        assert not bob.of(Said)
        back = True
        assert await heard(bob, 1) == ["hello"]
        await all_close(ann, bob)


def deafen(house: House) -> None:
    """Have a hub take in no message of others from now on."""
    ear = house.parts.store._ear
    assert ear is not None
    ear._on_message = lambda channel, message: None


def test_stars_take_the_place_of_words_that_the_host_has_listed() -> None:
    words = Words(["# rude ones", "Mist", "depp*", "*idiot  # in all its forms", "*", "", "C++"])
    for said, shown in (
        ("So ein MIST!", "So ein ****!"),
        ("Misthaufen", "Misthaufen"),
        ("Deppen, Vollidiot, Depp", "******, *********, ****"),
        ("idiotisch", "idiotisch"),
        ("in C++?", "in ***?"),
        ("a * b", "a * b"),
    ):
        assert words.starred(said) == shown
    assert Words().starred("Mist") == "Mist"


def test_many_words_are_found_as_each_of_them_would_be() -> None:
    """And in a fraction of the time: thousands of them, one after the other, would take a hub's tenth of a
    second for a few lines that somebody says."""
    chance = random.Random(5)
    letters = "abßĀ-.* "
    for _ in range(300):
        made = [
            "".join(chance.choices(letters, k=chance.randint(1, 14))) for _ in range(chance.randint(1, 40))
        ]
        words, text = Words(made), "".join(chance.choices(letters + "ABāSS", k=60))
        if words.patterns:
            each = re.compile(rf"(?<!\w)(?:{words.patterns})(?!\w)", re.IGNORECASE)
            assert bool(each.search(text)) == (words.starred(text) != text), (made, text)
    long = Words(f"*{''.join(chance.choices('abcdefghij', k=7))}*" for _ in range(3000))
    each = re.compile(rf"(?<!\w)(?:{long.patterns})(?!\w)", re.IGNORECASE)
    line = "kabel und hafer " * 25
    assert 5 * fastest(lambda: long.starred(line)) < fastest(lambda: each.sub("", line))


def fastest(work: Callable[[], object]) -> float:
    """Seconds that it takes where nothing comes between."""
    took = []
    for _ in range(5):
        since = time.perf_counter()
        work()
        took.append(time.perf_counter() - since)
    return min(took)


def test_a_list_of_words_may_come_of_any_editor(tmp_path: Path) -> None:
    """One begins its files with a mark that nobody sees, another ends lines in its own way; and one that
    writes them in another way is told where."""
    file = tmp_path / "words"
    file.write_bytes("\ufeffMist\r\nDepp\r\n".encode())
    assert Words.of(str(file)).starred("Mist, Depp") == "****, ****"
    file.write_bytes("Mist\nBlödmann\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"^line 2 is no text in UTF-8$"):
        Words.of(str(file))


async def test_names_and_what_is_said_go_without_such_words(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("mist\n")
    async with houses(redis_url, words=str(tmp_path / "words")) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann Mist")
        table = await made(ann)
        await ann.send(Say(10, table, "Was fuer ein Mist"))
        assert await heard(ann, 1) == ["Was fuer ein ****"]
        assert ann.of(Said)[0].name == "Ann ****"
        await ann.send(Hello("a" * 30, "Mist"))
        await ann.send(Say(11, table, "Nichts"))
        await heard(ann, 2)
        assert ann.of(Said)[1].name == "****"
        await ann.close()

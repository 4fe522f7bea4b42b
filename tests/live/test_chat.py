"""Chat lines are kept with their table: at every hub, after a restart, and once even if they are sent
repeatedly."""

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
from server.live.chat import KEPT_LINES
from server.moderation.word_filter import WordFilter
from server.store.keys import key, keys
from server.store.store import StoreAway
from tests.waiting import until

from .hubs import House, Raw, all_close, houses


async def made(raw: Raw) -> str:
    """A table that this client has made; it takes the first seat and watches."""
    await raw.send(Make(1, "machi_koro", 2))
    table = str((await raw.next(Done)).table)
    await raw.send(Sit(2, table, 0))
    await raw.next(Done, count=2)
    await raw.send(Join(table))
    return table


async def heard(raw: Raw, count: int) -> list[str]:
    """The chat lines that this client has received, as soon as there are `count` of them and all earlier
    frames were processed."""
    if count:
        await raw.next(Said, count=count)
    return [said.text for said in raw.of(Said)]


async def test_a_late_joiner_at_another_hub_gets_the_chat(redis_url: str) -> None:
    """This also holds at a hub that had the table loaded without clients."""
    async with houses(redis_url, 2) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        bob = await Raw.open(two.url, "b" * 30, "Bob")
        table = await made(ann)
        await ann.send(Say(10, table, "before anybody was there"))
        await heard(ann, 1)
        await bob.send(Join(table))
        assert await heard(bob, 1) == ["before anybody was there"]
        await bob.close()
        await until(lambda: not any(two.parts.registry.tables[table].sockets.values()))
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


async def test_a_repeat_of_a_line_that_is_no_longer_kept_is_done_and_not_said_again(redis_url: str) -> None:
    """Numbers of every length, and through a hub that has never had the line."""
    numbers = [10, 200, 3_000, 70_000, 2**40, *range(2**52, 2**52 + KEPT_LINES)]
    async with houses(redis_url, 2, budgets=1000.0) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        table = await made(ann)
        for n in numbers:
            await ann.send(Say(n, table, f"line {n}"))
        lines = await heard(ann, len(numbers))
        again = await Raw.open(two.url, "a" * 30, "Ann")
        await again.send(Join(table))
        await heard(again, KEPT_LINES)
        for raw in (ann, again):
            raw.frames.clear()
            for n in numbers:
                await raw.send(Say(n, table, f"line {n}"))
            await raw.next(Done, count=len(numbers))
        await ann.send(Say(9, table, "end"))
        assert len(lines) == len(numbers) and await heard(again, 1) == await heard(ann, 1) == ["end"]
        await all_close(ann, again)


async def test_the_last_lines_are_kept(redis_url: str) -> None:
    async with houses(redis_url, budgets=1000.0) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(ann)
        for n in range(KEPT_LINES + 7):
            await ann.send(Say(10 + n, table, f"line {n}"))
        await heard(ann, KEPT_LINES + 7)
        bob = await Raw.open(house.url, "b" * 30, "Bob")
        await bob.send(Join(table))
        assert await heard(bob, KEPT_LINES) == [f"line {n}" for n in range(7, KEPT_LINES + 7)]
        assert len(house.parts.registry.tables[table].chat or ()) == KEPT_LINES
        redis: Any = Redis.from_url(redis_url)
        assert await redis.llen(key(table, "chat")) == KEPT_LINES
        await redis.aclose()
        await all_close(ann, bob)


async def test_chat_is_kept_for_as_long_as_the_table(redis_url: str) -> None:
    """This also holds for lines from before the start, and for a first line after the end."""
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
async def test_chat_lines_missed_in_a_gap_are_sent_after_it(redis_url: str, said: str) -> None:
    """Messages of other hubs are lost for a while; then the store reports a gap, or a possible gap."""
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
    """The line was sent to clients before it was safe. Clients that join before it is repeated get it then,
    and so do clients that join again on the same connection; no other client gets it twice."""
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
                await until(lambda it=house: len(it.parts.registry.tables[table].chat or ()) == 1)  # type: ignore[misc]
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
    """The client gets the chat lines as soon as the store is back."""
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
    """From now on this hub receives no messages of others."""
    ear = house.parts.store._ear
    assert ear is not None
    ear._on_message = lambda channel, message: None


def test_stars_take_the_place_of_words_that_the_host_has_listed() -> None:
    words = WordFilter(["# rude ones", "Mist", "depp*", "*idiot  # in all its forms", "*", "", "C++"])
    for said, shown in (
        ("So ein MIST!", "So ein ****!"),
        ("Misthaufen", "Misthaufen"),
        ("Deppen, Vollidiot, Depp", "******, *********, ****"),
        ("idiotisch", "idiotisch"),
        ("in C++?", "in ***?"),
        ("a * b", "a * b"),
    ):
        assert words.starred(said) == shown
    assert WordFilter().starred("Mist") == "Mist"


def test_many_words_are_found_as_each_of_them_would_be() -> None:
    """The combined search finds the same as one pattern for each word, in a fraction of the time: thousands
    of single patterns would block a hub for a tenth of a second for a few chat lines."""
    chance = random.Random(5)
    letters = "abßĀ-.* "
    for _ in range(300):
        made = [
            "".join(chance.choices(letters, k=chance.randint(1, 14))) for _ in range(chance.randint(1, 40))
        ]
        words, text = WordFilter(made), "".join(chance.choices(letters + "ABāSS", k=60))
        if words.patterns:
            each = re.compile(rf"(?<!\w)(?:{words.patterns})(?!\w)", re.IGNORECASE)
            assert bool(each.search(text)) == (words.starred(text) != text), (made, text)
    long = WordFilter(f"*{''.join(chance.choices('abcdefghij', k=7))}*" for _ in range(3000))
    each = re.compile(rf"(?<!\w)(?:{long.patterns})(?!\w)", re.IGNORECASE)
    line = "kabel und hafer " * 25
    assert 5 * fastest(lambda: long.starred(line)) < fastest(lambda: each.sub("", line))


def fastest(work: Callable[[], object]) -> float:
    """The shortest of several measured times, in CPU seconds of this thread."""
    took = []
    for _ in range(5):
        since = time.thread_time()
        work()
        took.append(time.thread_time() - since)
    return min(took)


def test_a_list_of_words_may_come_of_any_editor(tmp_path: Path) -> None:
    """Some editors begin files with an invisible byte order mark, some end lines with CRLF. For another
    encoding the message names the line."""
    file = tmp_path / "words"
    file.write_bytes("\ufeffMist\r\nDepp\r\n".encode())
    assert WordFilter.of(str(file)).starred("Mist, Depp") == "****, ****"
    file.write_bytes("Mist\nBlödmann\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"^line 2 is no text in UTF-8$"):
        WordFilter.of(str(file))


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

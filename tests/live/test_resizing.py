"""Seats that are added and taken away while clients at several hubs look at the table."""

from __future__ import annotations

import asyncio

from protocol.codec import unpacked
from protocol.frames import (
    AUTO,
    Browse,
    Done,
    Full,
    History,
    Join,
    Leave,
    Listed,
    Lobby,
    Make,
    Past,
    Refused,
    Resize,
    Sit,
    Start,
)
from tests.waiting import until

from .hubs import Guest, Raw, all_close, houses
from .whole_games import compare, log_of, play_out


async def test_a_whole_game_at_two_hubs_and_at_one_that_comes_later(redis_url: str) -> None:
    """Keys of patches are numbered alike at hubs that have seen the change and at one that loads it."""
    async with houses(redis_url, 3, check_every=4) as (one, two, three):
        guests = [Guest(url, f"guest-{n}", 3) for n, url in enumerate([one.url, two.url, two.url, one.url])]
        host, late = guests[0], Guest(three.url, "guest-4", 3)
        new = host.session.next_id
        table = (await host.connection.request(Make(new(), "bruges", 4))).table
        for seat, guest in enumerate(guests):
            guest.session.join(table)
            await guest.connection.request(Sit(guest.session.next_id(), table, seat, f"luck-{seat}"))
            guest.session.join(table, seat, 0)
        await guests[3].connection.request(Leave(guests[3].session.next_id(), table, 3))
        for seats in (3, 5, 4, 5):
            await host.connection.request(Resize(new(), table, seats))
        for seat, guest in ((3, guests[3]), (4, late)):
            await guest.connection.request(Sit(guest.session.next_id(), table, seat, f"luck-{seat}"))
            guest.session.join(table, seat, 0)
        guests.append(late)
        await host.connection.request(Start(new(), table))
        await play_out(guests, table)
        log = await log_of(one, table)
        assert compare(guests, log) >= 3 * (len(log) - 30)
        assert all(guest.session.resyncs == 0 for guest in guests)
        public = late.document(table, 4)["public"]
        assert public["table"]["options"]["fifth_player"] is True and len(public["scores"]) == 5
        await all_close(*guests)


async def test_two_friends_at_two_hubs_never_get_the_same_seat(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        host = await Raw.open(one.url, "h" * 30, "Host")
        table = await host.seated()
        friends = [await Raw.open(house.url, name * 30, name) for house, name in ((one, "a"), (two, "b"))]
        await asyncio.gather(*(friend.send(Sit(1, table, AUTO)) for friend in friends))
        answers = [await friend.next(Done, Refused) for friend in friends]
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        [second] = [
            friend for friend, answer in zip(friends, answers, strict=True) if type(answer) is Refused
        ]
        assert second.of(Refused)[0].code == "full"
        await host.send(Resize(3, table, 3))
        await host.next(Done, count=3)
        await second.send(Sit(2, table, AUTO))
        await second.next(Done)
        await second.send(Join(table))
        assert (await second.next(Full)).seat == 2
        await all_close(host, *friends)


async def test_the_lobby_says_how_many_seats_there_are(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        host, other = await Raw.open(one.url, "h" * 30, "Host"), await Raw.open(two.url, "o" * 30, "Other")
        await other.send(Browse())
        await other.next(Lobby)
        await host.send(Make(1, "machi_koro", 2))
        table = (await host.next(Done)).table
        await host.send(Resize(2, table, 4))
        await host.next(Done, count=2)
        await until(lambda: any(len((row.summary or {}).get("seats", ())) == 4 for row in other.of(Listed)))
        await all_close(host, other)


async def test_earlier_versions_have_the_seats_of_then(redis_url: str) -> None:
    """Someone at an added seat looks back to when there was none."""
    async with houses(redis_url) as (house,):
        host, friend = await Raw.open(house.url, "h" * 30, "Host"), await Raw.open(house.url, "f" * 30, "Fay")
        await host.send(Make(1, "machi_koro", 2))
        table = (await host.next(Done)).table
        await host.send(Resize(2, table, 4))
        await host.next(Done, count=2)
        await friend.send(Sit(1, table, 3))
        await friend.next(Done)
        await friend.send(Join(table, 3))
        await friend.next(Full)
        await friend.send(History(table, 3, 1))
        past = await friend.next(Past)
        assert len(unpacked(past.public)["seats"]) == 2 and unpacked(past.mine) == {}
        await all_close(host, friend)

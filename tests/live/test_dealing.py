"""Promised parts of the random source, over real sockets: revealed automatically, across hubs, and never
waited for long."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bots.filler.filler import Filler
from bots.filler.pace import Pause
from protocol.frames import WATCH, Agree, Done, Hand, Here, Join, Make, Refused, Reveal, Sit, Start
from server.replay import main
from server.table import tokens
from server.table.entries import SeatRow, Unrevealed, decode_entry
from tests.waiting import until

from .hubs import BOT_KEY, Guest, House, Raw, all_close, houses


async def promised(guests: list[Guest], game: str = "machi_koro", **made: object) -> str:
    """A table at which these guests sit and have promised their parts; not started yet."""
    host = guests[0]
    make = Make(host.session.next_id(), game, int(str(made.pop("seats", len(guests)))), **made)  # type: ignore[arg-type]
    table = (await host.connection.request(make)).table
    for seat, guest in enumerate(guests):
        await guest.connection.request(guest.session.sit(table, seat))
        guest.session.join(table, seat, 1)
    await until(lambda: all(guest.version(table, s) > 0 for s, guest in enumerate(guests)))
    return table


async def started_alone(url: str) -> tuple[Raw, str]:
    """Ann has both seats of a table, has promised a part for each, and has started the game."""
    host = await Raw.open(url, "h" * 30, "Ann")
    await host.send(Make(1, "machi_koro", 2))
    table = (await host.next(Done)).table
    for seat in range(2):
        await host.send(Sit(2 + seat, table, seat, "", tokens.promise(f"part-{seat}")))
    await host.send(Start(4, table))
    await host.next(Done, count=4)
    return host, table


async def start(guest: Guest, table: str) -> None:
    await guest.connection.request(Start(guest.session.next_id(), table))


async def entries(house: House, table: str) -> list[object]:
    return [decode_entry(data).what for data in await house.parts.store.entries(table)]


async def told(house: House, table: str) -> bool:
    """Has any seat revealed its promised part?"""
    return any(isinstance(what, Reveal) for what in await entries(house, table))


async def time_is_up(house: House, table: str) -> None:
    """Let the deadline for promised parts pass, and wait until the game has begun without them."""
    house.parts.presence.settings = replace(house.settings, reveal_ms=1)

    async def begun() -> bool:
        await house.parts.store.set_due(
            table, 1
        )  # a check in progress may store the earlier deadline once more
        return any(isinstance(what, Unrevealed) for what in await entries(house, table))

    await until(begun)


async def test_promises_are_kept_by_themselves_over_two_hubs(redis_url: str, tmp_path: Path) -> None:
    async with houses(redis_url, 2, reveal_ms=3_600_000) as (one, two):
        ann, bob = guests = [Guest(one.url, "Ann", 1), Guest(two.url, "Bob", 2)]
        table = await promised(guests, options={"play_out": False})
        kept = [next(iter(guest.session.lucks.tables[table].lucks.values())) for guest in guests]
        commitment = ann.document(table, 0)["public"]["table"]["commitment"]
        stored = repr(await entries(one, table))
        assert not any(luck in stored for luck in kept), "not even the store knows"
        documents = str([guest.document(table, seat) for seat, guest in enumerate(guests)])
        assert not any(luck in documents for luck in kept)
        await start(ann, table)
        await until(lambda: all(guest.phase(table, s) == "over" for s, guest in enumerate(guests)))
        shown = bob.document(table, 1)["public"]["table"]
        assert shown["luck"] == kept and shown["promises"] == [tokens.promise(luck) for luck in kept]
        assert ann.session.lucks.wrong == bob.session.lucks.wrong == []
        parts = [what for what in await entries(one, table) if isinstance(what, Reveal)]
        assert sorted(what.seat for what in parts) == [0, 1]
        file = tmp_path / "game.log"
        file.write_bytes(await one.parts.archive.log(table) or b"")
        mine = {0: kept[0], 1: kept[1]}
        assert main(file, True, commitment, mine) == 0
        assert main(file, True, tokens.commitment("00" * 32)) == 1
        assert main(file, True, commitment, {0: kept[1]}) == 1
        await all_close(*guests)


async def test_a_start_waits_for_nobody_for_long_and_names_who_was_missing(redis_url: str) -> None:
    async with houses(redis_url, reveal_ms=3_600_000, tick_s=0.05) as (house,):
        ann = Guest(house.url, "Ann", 1)
        ann.playing = False
        table = await promised([ann], seats=2)
        silent = await Raw.open(house.url, "s" * 30, "Sam")
        await silent.send(Sit(1, table, 1, "", tokens.promise("never-told")))
        await silent.next(Done)
        await start(ann, table)
        await until(lambda: told(house, table))
        await time_is_up(house, table)
        await until(lambda: ann.phase(table, 0) == "playing")
        public = ann.document(table, 0)["public"]
        assert public["table"]["luck"][0] and public["table"]["luck"][1] == ""
        assert ["unrevealed", 1] in public["log"]
        assert [what.seats for what in await entries(house, table) if isinstance(what, Unrevealed)] == [[1]]
        await silent.send(Reveal(2, table, 1, "never-told"))
        assert (await silent.next(Refused)).code == "started"
        assert ann.session.lucks.wrong == []
        await all_close(ann, silent)


async def test_a_guest_whose_part_was_left_out_is_told(redis_url: str) -> None:
    async with houses(redis_url, reveal_ms=200, tick_s=0.05) as (house,):
        ann = Guest(house.url, "Ann", 1)
        ann.playing = False
        table = await promised([ann], seats=2)
        bob = Guest(house.url, "Bob", 2)
        bob.playing = False
        await bob.connection.request(bob.session.sit(table, 1))
        bob.session.lucks.tables[table].told |= set(bob.session.lucks.tables[table].lucks.values())
        bob.session.join(table, 1, 1)
        await until(lambda: bob.version(table, 1) > 0)
        await start(ann, table)
        await until(lambda: bob.phase(table, 1) == "playing")
        assert bob.session.lucks.late == [f"table {table}: seat 1: the own part of the chance was left out"]
        await all_close(ann, bob)


async def test_the_hub_that_started_a_game_may_die_before_it_begins(redis_url: str) -> None:
    async with houses(redis_url, 2, reveal_ms=3_600_000, tick_s=0.05) as (one, two):
        host, table = await started_alone(one.url)
        one.server.should_exit = True
        await host.closed()
        again = await Raw.open(two.url, "h" * 30, "Ann")
        await again.send(Reveal(5, table, 0, "part-0"))
        await again.next(Done)
        await time_is_up(two, table)
        seen = Guest(two.url, "Eve", 3)
        seen.session.join(table)
        await until(lambda: seen.phase(table, -1) == "playing")
        shown = seen.document(table, -1)["public"]["table"]
        assert shown["luck"] == ["part-0", ""]
        await all_close(again, seen, host)


async def test_nobody_looks_and_the_game_begins_all_the_same(redis_url: str) -> None:
    """All clients and their hub are gone. The deadline is stored, so another hub finds it."""
    async with houses(redis_url, 2, reveal_ms=300, tick_s=0.05) as (one, two):
        host, table = await started_alone(one.url)
        one.server.should_exit = True
        await host.closed()

        async def begun() -> bool:
            return any(isinstance(what, Unrevealed) for what in await entries(two, table))

        await until(begun)
        assert [what.seats for what in await entries(two, table) if isinstance(what, Unrevealed)] == [[0, 1]]
        await all_close(host)


async def test_a_lost_connection_at_the_start_is_made_up_for(redis_url: str) -> None:
    async with houses(redis_url, reveal_ms=3_600_000) as (house,):
        guests = [Guest(house.url, "Ann", 1), Guest(house.url, "Bob", 2)]
        for guest in guests:
            guest.playing = False
        table = await promised(guests)
        bob = guests[1].connection
        assert bob._socket is not None
        bob._socket.transport.abort()
        await start(guests[0], table)
        await until(lambda: all(guest.phase(table, s) == "playing" for s, guest in enumerate(guests)))
        assert all(guests[0].document(table, 0)["public"]["table"]["luck"])
        await all_close(*guests)


async def test_bots_promise_and_keep_it(redis_url: str) -> None:
    async with houses(redis_url, reveal_ms=3_600_000) as (house,):
        filler = Filler(house.url, BOT_KEY, "bots", pause=Pause(0, 0))
        running = asyncio.create_task(filler.run())
        ann = Guest(house.url, "Ann", 1)
        table = await promised([ann], seats=3, wants=["", "whim", "whim"], options={"play_out": False})
        await until(lambda: all(row["kind"] != "open" for row in ann.document(table, 0)["public"]["seats"]))
        await start(ann, table)
        await until(lambda: ann.phase(table, 0) in ("playing", "over"))
        shown = ann.document(table, 0)["public"]["table"]
        assert all(shown["luck"]) and [tokens.promise(luck) for luck in shown["luck"]] == shown["promises"]
        await filler.connection.close()
        await running
        await all_close(ann)


async def test_a_log_is_not_to_be_had_before_the_end(redis_url: str) -> None:
    async with houses(redis_url, reveal_ms=3_600_000) as (house,):
        host, table = await started_alone(house.url)
        await host.send(Reveal(5, table, 0, "part-0"))
        await host.next(Done, count=5)
        await host.send(Join(table))
        await host.next(Here)
        assert await house.parts.archive.log(table) is None
        assert "part-0" not in repr(host.frames)
        await all_close(host)


async def test_a_player_without_answer_to_an_offer_counts_as_away(redis_url: str) -> None:
    async with houses(redis_url, grace_ms=400, tick_s=0.05) as (house,):
        guests = [Guest(house.url, name, number) for number, name in enumerate(("Ann", "Bob", "Cid"), 1)]
        for guest in guests:
            guest.playing = False
        table = await promised(guests)
        await start(guests[0], table)
        cid = guests[2]
        sam = await Raw.open(house.url, "s" * 30, "Sam")
        await sam.send(Join(table))
        await until(lambda: any("Sam" in {row[1] for row in frame.people} for frame in sam.of(Here)))
        person = next(row[0] for row in sam.of(Here)[-1].people if row[1] == "Sam")
        host = guests[0].session
        await guests[0].connection.request(Hand(host.next_id(), table, 1, person=person))

        def row() -> dict[str, Any]:
            return dict(guests[0].document(table, 0)["public"]["seats"][1])

        await until(lambda: row()["stand_in"])
        assert row()["offer"]["asks"] == cid.session.person and row()["person"] == guests[1].session.person
        number = row()["offer"]["number"]
        await cid.connection.request(Agree(cid.session.next_id(), table, 1, number))
        await until(lambda: row()["offer"]["asks"] == person)
        await sam.send(Agree(1, table, 1, number))
        await until(lambda: row()["person"] == person)
        await all_close(sam, *guests)


async def test_whose_time_is_up_has_time_to_answer_an_offer(redis_url: str) -> None:
    async with houses(redis_url, grace_ms=1000, tick_s=0.05) as (house,):
        names = ("Ann", "Bob", "Cid", "Sam")
        ann, bob, cid, sam = [await Raw.open(house.url, name[0] * 30, name) for name in names]
        await ann.send(Make(1, "machi_koro", 2, clock=[1, 0]))
        table = (await ann.next(Done)).table
        for seat, raw in enumerate((bob, cid)):
            await raw.send(Sit(2, table, seat, f"part-{seat}"))
            await raw.next(Done)
        for raw in (bob, cid, sam):
            await raw.send(Join(table, WATCH))
            await raw.next(Here)
        await ann.send(Start(4, table))
        await until(lambda: any(row.stand_in for row in seats(house, table)))
        slow = next(seat for seat, row in enumerate(seats(house, table)) if row.stand_in)
        other, guest = (cid, bob)[slow], tokens.person("S" * 30)
        await ann.send(Hand(5, table, slow, person=guest))
        offered = (await ann.next(Done, count=3)).version
        await sam.send(Agree(1, table, slow, offered))
        assert (await sam.next(Refused)).code == "not-your-seat", "the player is here, and only too slow"
        await until(lambda: (row := seats(house, table)[slow]).stand_in and not row.late)
        await other.send(Agree(3, table, slow, offered))
        await other.next(Done, count=2)
        await sam.send(Agree(2, table, slow, offered))
        await until(lambda: seats(house, table)[slow].person == guest)
        await all_close(ann, bob, cid, sam)


def seats(house: House, table: str) -> list[SeatRow]:
    """The seats of a table of two at this hub; open seats while it is being changed."""
    found = house.parts.registry.tables[table].table
    return found.state.seats if found is not None else [SeatRow()] * 2

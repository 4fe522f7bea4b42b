"""What is stored of a person: shown to that person alone, and deleted while others play on."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from protocol import frames
from protocol.codec import unpacked
from protocol.frames import Hand, Make, Rematch, Report, Said, Say, Sit, Start
from server.admin.service import Admin
from server.api import privacy
from server.api.personal_data import everything
from server.moderation.orders import PERSON, SILENCE
from server.net.rate_limits import ADDRESS, BOOK, PERSON_DISCLOSURES
from server.settings.config import OUTAGES_S
from server.store.migration import Mover
from server.store.store import StoreAway
from server.table import log
from server.table.document import face, private, public
from server.table.entries import Made, decode_entry, encode
from server.table.forgetting import NOBODY
from server.table.tokens import person
from tests.waiting import LIMIT, until

from ..live.hubs import Guest, House, all_close, canonical, houses, still_table, table_of

STRANGER = "a-token-of-nobody-in-these-tests"


async def ask(house: House, token: str, method: str = "GET", path: str = "/person") -> httpx.Response:
    """The response to a person with this token."""
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        return await web.request(method, path, headers=headers)


async def whole(mover: Mover, table: str) -> bytes:
    """Everything that is stored of a table."""
    kept = await mover.read(table)
    assert kept is not None
    return b"".join([kept.snapshot, *kept.entries, *kept.lines, kept.summary])


async def no_table(_: str) -> str:
    """The operator of these tests closes no table."""
    return "unknown-table"


def names(one: Guest, table: str, seat: int) -> list[str]:
    """The names of the seats as this guest sees them."""
    return [str(row["name"]) for row in one.document(table, seat)["public"]["seats"]]


async def test_a_person_is_told_the_same_as_the_host_and_nothing_of_others(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), Mover(redis_url) as mover:
        guests, table = await still_table(house.url)
        one, two = guests
        await one.connection.request(Say(one.session.next_id(), table, "Good evening"))
        await two.connection.request(Say(two.session.next_id(), table, "A secret of mine"))
        host = Admin(mover.admin_records, "the host", no_table)
        await host.bar(SILENCE, PERSON, person(one.token), 60, "insults")
        answer = await ask(other, one.token)
        assert answer.headers["cache-control"] == "no-store"
        told = answer.json()
        same = await everything(mover, one.token)
        assert told.keys() == same.keys()
        changing = ("remembered", "tables")
        assert {k: v for k, v in told.items() if k not in changing} == {
            k: v for k, v in same.items() if k not in changing
        }
        (row,) = told["tables"]
        assert (row["table"], row["game"], row["phase"]) == (table, "machi_koro", "playing")
        assert (row["names"], row["said"]) == (["guest-0"], ["Good evening"])
        most = house.settings.playing_ttl_s  # an eighth more, so that not every change sets it anew
        assert most <= row["kept_for_s"] <= (most + OUTAGES_S) * 9 / 8 - OUTAGES_S
        (order,), (act,) = told["orders"], told["acts"]
        assert (order["what"], act["what"]) == (SILENCE, SILENCE)
        assert act["at"] < order["until"] <= act["at"] + 3_600_000
        hidden = ["guest-1", "A secret of mine", person(two.token), one.token, two.token]
        kept = await mover.read(table)
        assert kept is not None
        secret = log.replayed(kept.entries).state.made.secret
        assert [word for word in (*hidden, secret) if word in answer.text] == []
        nobody = (await ask(other, STRANGER)).json()
        assert (nobody["tables"], nobody["book"], nobody["groups"]) == ([], [], [])
        await all_close(*guests)


async def test_a_deleted_person_leaves_running_games_and_others_play_on(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), Mover(redis_url) as mover:
        called = ["Zoe", "Yan", "Xia"]
        guests = [Guest(url, name, 4, pause=0.01) for url, name in _at(house, other, *called)]
        gone, *stay = guests
        gone.playing = False
        table = await table_of(guests)
        chats = [
            Say(one.session.next_id(), table, f"I am {name}")
            for one, name in zip(guests, called, strict=True)
        ]
        for one, line in zip(guests, chats, strict=True):
            await one.connection.request(line)
        assert (await ask(other, gone.token, "DELETE")).json() == {"left": []}
        after = await whole(mover, table)
        assert person(gone.token).encode() not in after and b"Zoe" not in after
        assert b"Yan" in after and b"I am Yan" in after
        seen = [NOBODY, "Yan", "Xia"]
        await until(lambda: all(names(one, table, seat) == seen for seat, one in enumerate(stay, 1)))
        assert (await everything(mover, gone.token))["tables"] == []
        await until(lambda: [row[0] for row in stay[0].document(table, 1)["public"]["asks"]] == [0])
        kept = await mover.read(table)
        assert kept is not None
        state = log.replayed(kept.entries, exact=True).state
        assert (state.phase, state.seats[0].kind) == ("playing", "bot")
        assert person(gone.token) != state.host, "the deleted person is no longer its host"
        version = len(kept.entries)
        await ask(house, gone.token, "DELETE")
        kept = await mover.read(table)
        assert kept is not None and len(kept.entries) == version, "doing it again does no harm"
        await all_close(*guests)


def _at(house: House, other: House, *called: str) -> list[tuple[str, str]]:
    """Guests at one hub and the other, alternately."""
    return [((house, other)[n % 2].url, name) for n, name in enumerate(called)]


async def test_no_acknowledged_move_is_lost_while_somebody_is_deleted(redis_url: str) -> None:
    """The deleted person is the host of a table at which others play as fast as they can."""
    async with houses(redis_url, 2, snapshot_every=3) as (house, other), Mover(redis_url) as mover:
        guests = [Guest(url, name, 9, undo=0.1) for url, name in _at(house, other, "Zoe", "Yan", "Xia")]
        gone, *stay = guests
        new, ask_ = gone.session.next_id, gone.connection.request
        table = (await ask_(Make(new(), "machi_koro", 2))).table
        for seat, one in enumerate(stay):
            await one.connection.request(Sit(one.session.next_id(), table, seat, "luck"))
            one.session.join(table, seat, 1)
        await ask_(Start(new(), table))
        await stay[0].moved_on(table, 0, 30)
        before = await ids(mover, table)
        assert (await ask(house, gone.token, "DELETE")).json() == {"left": []}
        after = await ids(mover, table)
        assert after[: len(before)] == before and len(after) > len(before)
        assert person(gone.token).encode() not in await whole(mover, table)
        await until(lambda: all(one.phase(table, seat) == "over" for seat, one in enumerate(stay)))
        kept = await mover.read(table)
        assert kept is not None
        for past in log.play(map(decode_entry, kept.entries)):
            for seat, one in enumerate(stay):
                if had := one.documents.get((seat, past.version)):
                    assert nameless(had) == nameless(
                        canonical([public(past, face(past)), private(past, seat)])
                    )
        assert person(gone.token).encode() not in await whole(mover, table)
        await all_close(*guests)


async def ids(mover: Mover, table: str) -> list[int]:
    """The ids of all changes that people made, from the log."""
    kept = await mover.read(table)
    assert kept is not None
    whats = [decode_entry(data).what for data in kept.entries]
    return [what.id for what in whats if isinstance(what, frames.Change)]


def nameless(document: bytes) -> Any:
    """A document without the name of its table."""
    table, mine = unpacked(document)
    return {**table, "table": {**table["table"], "host": "", "host_name": ""}}, mine


async def test_tables_that_need_the_person_are_closed(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests = [Guest(house.url, name, 2) for name in ("Zoe", "Yan")]
        gone, stays = guests
        phases = {}
        for n, one in enumerate(guests):
            made = Make(one.session.next_id(), "machi_koro", 2)
            table = phases[n] = (await one.connection.request(made)).table
            for seat, guest in enumerate(guests):
                await guest.connection.request(Sit(guest.session.next_id(), table, seat, "luck"))
                guest.session.join(table, seat, 1)
        assert (await ask(house, gone.token, "DELETE")).json() == {"left": []}
        states = {}
        for n, table in phases.items():
            kept = await mover.read(table)
            assert kept is not None
            states[n] = log.replayed(kept.entries, exact=True).state
        assert states[0].phase == "closed", "its host has not begun it"
        assert (states[1].phase, [row.kind for row in states[1].seats]) == ("open", ["open", "person"])
        assert states[1].host == person(stays.token)
        await all_close(*guests)


async def test_who_looks_at_a_game_that_is_over_sees_the_name_go(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other):
        guests = [Guest(url, name, 5) for url, name in _at(house, other, "Zoe", "Yan")]
        gone, stays = guests
        table = await table_of(guests)
        await gone.connection.request(Say(gone.session.next_id(), table, "Well played"))
        await until(lambda: stays.phase(table, 1) == "over")
        assert names(stays, table, 1) == ["Zoe", "Yan"]
        assert (await ask(house, gone.token, "DELETE")).json() == {"left": []}
        await until(lambda: names(stays, table, 1) == [NOBODY, "Yan"])
        third = Guest(other.url, "Third", 1)
        third.session.join(table, -1, 1)
        await until(lambda: third.phase(table, -1) == "over")
        assert names(third, table, -1) == [NOBODY, "Yan"]
        assert [it for it in third.frames if isinstance(it, Said)] == []
        await all_close(*guests, third)


def lines(one: Guest) -> list[str]:
    """The chat lines that a page shows: none of people whose lines were removed."""
    shown: list[Said] = []
    for it in one.frames:
        if isinstance(it, Said):
            shown = [*shown, it] if it.text else [said for said in shown if said.person != it.person]
    return [said.text for said in shown]


async def test_pages_at_all_hubs_drop_what_somebody_has_said_who_is_deleted(redis_url: str) -> None:
    """This holds for seated people and watchers; lines of other people stay, and arrive once."""
    async with houses(redis_url, 2) as (house, other):
        guests = [Guest(url, name, 4) for url, name in _at(house, other, "Zoe", "Yan", "Xia")]
        gone, *stay = guests
        for one in guests:
            one.playing = False
        table = await table_of(guests)
        third = Guest(other.url, "Third", 1)
        third.session.join(table, -1, 1)
        said = [(gone, "one"), (stay[0], "two"), (gone, "three"), (stay[1], "four")]
        for one, text in said:
            await one.connection.request(Say(one.session.next_id(), table, text))
        pages = [*stay, third]
        await until(lambda: all(sorted(lines(one)) == sorted(text for _, text in said) for one in pages))
        assert (await ask(other, gone.token, "DELETE")).json() == {"left": []}
        await until(lambda: all(lines(one) == ["two", "four"] for one in pages))
        await stay[0].connection.request(Say(stay[0].session.next_id(), table, "five"))
        await until(lambda: all(lines(one) == ["two", "four", "five"] for one in pages))
        await all_close(*guests, third)


async def test_no_seat_stays_offered_to_who_is_deleted(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other), Mover(redis_url) as mover:
        guests = [Guest(url, name, 4) for url, name in _at(house, other, "Zoe", "Yan")]
        for one in guests:
            one.playing = False
        host = guests[0]
        table = await table_of(guests)
        gone = Guest(other.url, "Third", 1)
        gone.session.join(table, -1, 1)
        wanted = person(gone.token)
        await until(lambda: any(it.person == wanted for it in house.parts.registry.tables[table].here))
        await host.connection.request(Hand(host.session.next_id(), table, 1, person=wanted))

        def offers() -> list[str]:
            seats = [one.document(table, n)["public"]["seats"][1] for n, one in enumerate(guests)]
            return [row["offer"].get("person", "") for row in seats]

        await until(lambda: offers() == [wanted, wanted])
        assert (await ask(other, gone.token, "DELETE")).json() == {"left": []}
        await until(lambda: offers() == ["", ""])
        assert wanted.encode() not in await whole(mover, table)
        await host.connection.request(Hand(host.session.next_id(), table, 1, mind="whim"))
        await all_close(*guests, gone)


async def test_a_seat_that_a_rematch_keeps_for_who_is_deleted_is_free(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other):
        guests = [Guest(url, name, 5) for url, name in _at(house, other, "Zoe", "Yan")]
        stays, gone = guests
        table = await table_of(guests)
        await until(lambda: stays.phase(table, 0) == "over")
        new, ask_ = stays.session.next_id, stays.connection.request
        await ask_(Rematch(new(), table))
        await until(lambda: stays.document(table, 0)["public"]["table"]["next"])
        again = stays.document(table, 0)["public"]["table"]["next"]
        stays.session.join(again, -1, 1)
        await until(lambda: stays.phase(again, -1) == "open")
        assert _kinds(stays, again)[1] == "kept"
        assert (await ask(other, gone.token, "DELETE")).json() == {"left": []}
        await until(lambda: _kinds(stays, again)[1] == "open")
        await all_close(*guests)


def _kinds(one: Guest, table: str) -> list[str]:
    """The kinds of the seats, as a watcher sees them."""
    return [str(row["kind"]) for row in one.document(table, -1)["public"]["seats"]]


async def test_a_table_that_can_t_be_played_here_goes_on_knowing_who_is_deleted(redis_url: str) -> None:
    """A later person with that token is the same person, with no other stored data."""
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await still_table(house.url)
        one = guests[0]
        await all_close(*guests)
        kept = await mover.read(table)
        assert kept is not None
        made, *rest = kept.entries
        entry = decode_entry(made)
        assert isinstance(entry.what, Made)
        other = encode(replace(entry, what=replace(entry.what, digest="of other cards")))
        assert await mover.change(kept, [], [other, *rest])
        (row,) = (await ask(house, one.token)).json()["tables"]
        assert (row["table"], row["phase"]) == (table, "unknown")
        assert (await ask(house, one.token, "DELETE")).json() == {"left": [table]}
        told = (await ask(house, one.token)).json()
        assert told["person"] == person(one.token)
        assert [row["table"] for row in told["tables"]] == [table]
        assert (told["book"], told["groups"], told["reports"]) == ([], [], [])


async def test_reports_by_others_about_a_deleted_person_stay(redis_url: str) -> None:
    async with houses(redis_url) as (house,), Mover(redis_url) as mover:
        guests, table = await still_table(house.url)
        for n, (one, two) in enumerate((guests, guests[::-1])):
            report = Report(one.session.next_id(), table, person(two.token), f"{n} is cross")
            await one.connection.request(report)
        first = guests[0]
        told = (await ask(house, first.token)).json()["reports"]
        assert sorted(row["about"] for row in told) == [False, True]
        assert all(0 < row["kept_for_s"] <= 90 * 86_400 for row in told)
        assert (await ask(house, first.token, "DELETE")).json() == {"left": []}
        (left,) = (await mover.admin_records.reports()).values()
        assert b"1 is cross" in left
        await all_close(*guests)


async def test_nobody_else_is_told_and_there_is_an_end_to_asking(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "PERSON_DISCLOSURES", PERSON_DISCLOSURES._replace(rate=1 / 86_400))
    monkeypatch.setitem(ADDRESS, BOOK, ADDRESS[BOOK]._replace(rate=1e-9))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for headers in (
            {},
            {"authorization": "Bearer short"},
            {"authorization": STRANGER},
            {"authorization": f"Bearer {person(STRANGER)}"},
            {"authorization": f"Basic {STRANGER}"},
        ):
            for method in ("GET", "DELETE"):
                answer = await web.request(method, "/person", headers=headers)
                assert (answer.status_code, answer.json()["error"]) == (401, "hello-first")
        assert (await web.post("/person")).status_code == 405
        for _ in range(int(PERSON_DISCLOSURES.burst)):
            assert (await ask(house, STRANGER)).status_code == 200
        for method in ("GET", "DELETE"):
            refused = await ask(house, STRANGER, method)
            assert (refused.status_code, refused.json()["error"]) == (429, "slow-down")
        assert (await ask(house, STRANGER + "-2")).status_code == 200
        spent = [await web.get("/person") for _ in range(int(ADDRESS[BOOK].burst))]
        assert spent[-1].status_code == 429


async def test_a_store_that_is_away_is_said_and_many_do_not_wait(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url) as (house,):
        told = house.parts.privacy

        async def away(*_: object) -> Any:
            raise StoreAway("it is away")

        monkeypatch.setattr(privacy, "everything_of", away)
        answer = await ask(house, STRANGER)
        assert (answer.status_code, answer.json()["error"]) == (503, "storing")
        monkeypatch.undo()
        monkeypatch.setattr(privacy, "PATIENCE_S", 0.2)
        async with told.one:
            slow = await ask(house, STRANGER)
            assert (slow.status_code, slow.json()["error"]) == (503, "storing")
            monkeypatch.setattr(privacy, "PATIENCE_S", LIMIT)
            crowd = [
                asyncio.create_task(ask(house, f"{STRANGER}{n}")) for n in range(privacy.MAX_WAITING_PEOPLE)
            ]
            await until(lambda: told.waiting == privacy.MAX_WAITING_PEOPLE)
            assert (await ask(house, STRANGER)).status_code == 429
        assert {(await it).status_code for it in crowd} == {200}
        assert told.waiting == 0

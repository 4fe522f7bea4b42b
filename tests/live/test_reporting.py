"""Reports of people: the operator gets the reporter, the reason and the chat lines, once; people at the table
do not notice."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol.frames import Done, Frame, Join, Make, Refused, Report, Said, Say, Sit
from server.admin.service import Admin
from server.live import reporting
from server.live.chat import KEPT_LINES as KEPT_LINES
from server.moderation.shares import fair
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import PERSON, SOCKET
from server.store import admin_records as kept
from server.store.admin_records import AdminRecords, admin_records_at, report_name
from server.store.keys import REPORTS as KEPT
from server.table.tokens import person

from .hubs import Raw, all_close, houses


async def never(table: str) -> str:
    raise AssertionError(table)


def reader(house: AdminRecords) -> Admin:
    return Admin(house, "the host", never)


async def answered(raw: Raw, frame: Any) -> Frame:
    """The answer to a change."""
    count = len(raw.of(Done, Refused)) + 1
    await raw.send(frame)
    done: Frame = await raw.next(Done, Refused, count=count)
    return done


async def met(*raws: Raw) -> str:
    """A table; the first guest sits, all others watch."""
    host, *_ = raws
    made = await answered(host, Make(1, "machi_koro", 2))
    assert isinstance(made, Done)
    await answered(host, Sit(2, made.table, 0))
    for raw in raws:
        await raw.send(Join(made.table))
    return made.table


async def test_a_report_is_kept_with_what_was_said_last(redis_url: str) -> None:
    async with houses(redis_url, 2, budgets=100) as (one, two), admin_records_at(redis_url) as house:
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        table = await met(ann, bob)
        for n in range(reporting.REPORTED_LINES + 1):
            await answered(bob, Say(100 + n, table, f"rude words {n}"))
        await ann.next(Said, count=reporting.REPORTED_LINES + 1)
        report = Report(7, table, person("b" * 30), " He is  rude. ")
        seen = len(bob.frames)
        assert isinstance(await answered(ann, report), Done)
        assert isinstance(await answered(ann, report), Done), "a repeat"
        (row,) = await reader(house).reports()
        assert {name: row[name] for name in ("table", "game", "by_name", "name", "why")} == {
            "table": table, "game": "machi_koro", "by_name": "Ann", "name": "Bob", "why": "He is rude.",
        }  # fmt: skip
        assert (row["by"], row["person"]) == (person("a" * 30), person("b" * 30))
        assert [line["text"] for line in row["lines"]] == [
            f"rude words {n}" for n in range(1, reporting.REPORTED_LINES + 1)
        ]
        assert {line["name"] for line in row["lines"]} == {"Bob"}
        assert isinstance(await answered(bob, Say(8, table, "still here")), Done)
        assert not [frame for frame in bob.frames[seen:] if not isinstance(frame, Done | Said)]
        await reader(house).close_report(row["report"])
        assert await reader(house).reports() == []
        (act,) = await reader(house).log()
        assert (act["what"], act["person"]) == ("close report", person("b" * 30))
        await all_close(ann, bob)


async def test_an_invalid_report_is_refused(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOCKET, "report", SOCKET["report"]._replace(rate=1e-9))
    async with houses(redis_url) as (house,):
        ann, bob = await Raw.open(house.url, "a" * 30, "Ann"), await Raw.open(house.url, "b" * 30, "Bob")
        table = await met(ann)
        for by, frame, code in (
            (bob, Report(1, table, person("a" * 30), "not there"), "not-joined"),
            (ann, Report(2, table, person("b" * 30), "was never here"), "unknown-person"),
            (ann, Report(3, table, person("a" * 30), "myself"), "unknown-person"),
            (ann, Report(4, "nowhere", person("b" * 30), "no such table"), "unknown-table"),
        ):
            refused = await answered(by, frame)
            assert isinstance(refused, Refused) and refused.code == code, refused
        await bob.send(Join(table))
        await answered(bob, Say(5, table, "I was here"))
        await bob.close()
        blank = await answered(ann, Report(5, table, person("b" * 30), " \u200b "))
        assert isinstance(blank, Refused) and blank.code == "too-long"
        gone = await answered(ann, Report(6, table, person("b" * 30), "He said something, and went."))
        assert isinstance(gone, Done)
        enough = await answered(ann, Report(7, table, person("b" * 30), "And he did."))
        assert isinstance(enough, Refused) and enough.code == "slow-down", "five at once are enough"
        async with admin_records_at(redis_url) as stored:
            assert [row["why"] for row in await reader(stored).reports()] == ["He said something, and went."]
        await ann.close()


def test_reports_are_limited_for_a_person_over_all_sockets() -> None:
    addresses, now = ClientAddresses((), 1.0), time.monotonic()
    shared = addresses.person("Ann", now)
    allowed = [shared.allows("report", 1.0, now) for _ in range(20)]
    assert allowed == [n < PERSON["report"].burst for n in range(20)]
    assert shared.allows("report", 1.0, now + 51)


async def test_only_the_last_reports_are_kept_and_none_for_ever(redis_url: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept, "REPORTS_KEPT", 3)
    async with admin_records_at(redis_url) as house:
        for n in range(5):
            await house.keep_report(f"by.{n}", json.dumps(n).encode())
        assert await house.reports() == {f"by.{n}": b"%d" % n for n in (2, 3, 4)}
        await house.drop_report("by.3")
        await house.drop_report("by.3")
        assert list(await house.reports()) == ["by.2", "by.4"]
        async with Redis.from_url(redis_url) as redis:
            await redis.hdel(KEPT, "by.4")  # a hub was killed while it removed it in two steps
        assert list(await house.reports()) == ["by.2"]
        monkeypatch.setattr(kept, "REPORT_MS", 0)
        assert await house.reports() == {}


async def test_many_reports_of_one_sender_push_out_no_others(redis_url: str) -> None:
    """This holds for one name and for many names from one address: reports against the sender and reports by
    others are kept."""
    async with admin_records_at(redis_url) as house:
        against = report_name("198.51.100.7", "ann", 1)
        await house.keep_report(against, b"about Bob")
        await house.keep_report("before.1", b"of a name from before")
        others = [report_name(f"203.0.113.{n}", f"p{n}", 1) for n in range(40)]
        for name in others:
            await house.keep_report(name, b"another's")
        for n in range(3 * kept.REPORTS_OF_ADDRESS):
            await house.keep_report(report_name("192.0.2.1", "bob", n), b"nonsense")
            await house.keep_report(report_name("192.0.2.1", f"bob-{n}", 1), b"nonsense")
        found = await house.reports()
        assert {against, "before.1", *others} <= set(found)
        assert sum(name.split(".")[1] == "bob" for name in found) <= kept.REPORTS_OF_PERSON
        assert sum(report == b"nonsense" for report in found.values()) == kept.REPORTS_OF_ADDRESS


async def test_full_reports_drop_those_of_the_busiest_sender(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "REPORTS_KEPT", 12)
    async with admin_records_at(redis_url) as house:
        for number in range(6):
            for place in ("a", "b"):
                await house.keep_report(report_name(place, f"of-{place}", number), b"one of many")
        for n in range(4):
            await house.keep_report(report_name(f"place {n}", f"p{n}", 1), b"the only one")
        found = list((await house.reports()).values())
        assert len(found) == 12 and found.count(b"the only one") == 4


async def test_many_later_lines_do_not_hide_the_reported_ones(redis_url: str) -> None:
    """The lines are kept in the report, and for people who join later."""
    async with houses(redis_url, budgets=1000) as (house,), admin_records_at(redis_url) as stored:
        ann, bob, cem = [await Raw.open(house.url, letter * 30, letter.title()) for letter in "abc"]
        table = await met(ann, bob, cem)
        await answered(ann, Say(90, table, "please stop"))
        await answered(cem, Say(91, table, "what was that?"))
        for n in range(KEPT_LINES + 20):
            await answered(bob, Say(100 + n, table, f"words {n}"))
        assert isinstance(await answered(ann, Report(7, table, person("b" * 30), "He is rude.")), Done)
        (row,) = await reader(stored).reports()
        said = [line["text"] for line in row["lines"]]
        assert said[:2] == ["please stop", "what was that?"] and len(said) == reporting.REPORTED_LINES
        assert said[-1] == f"words {KEPT_LINES + 19}"
        late = await Raw.open(house.url, "d" * 30, "D")
        await late.send(Join(table))
        await late.next(Said, count=KEPT_LINES)
        told = [line.text for line in late.of(Said)]
        assert told[:2] == ["please stop", "what was that?"] and len(told) == KEPT_LINES
        house.parts.registry.tables[table].chat = None
        again = await Raw.open(house.url, "e" * 30, "E")
        await again.send(Join(table))
        await again.next(Said, count=KEPT_LINES)
        assert [line.text for line in again.of(Said)] == told, "as it is stored"
        await all_close(ann, bob, cem, late, again)


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ("abc", "abc"),
        ("aaaab", "aab"),
        ("baaaa", "baa"),
        ("aabbcc", "abc"),
        ("ababab", "bab"),
        ("aaaaaa", "aaa"),
    ],
)
def test_a_share_for_each(rows: str, left: str) -> None:
    numbered = list(enumerate(rows))
    found = fair(numbered, 3, lambda row: row[1])
    assert "".join(letter for _, letter in found) == left and found == sorted(found)
    for letter in set(left):
        own = [row for row in numbered if row[1] == letter]
        assert [row for row in found if row[1] == letter] == own[-left.count(letter) :], "the newest own ones"

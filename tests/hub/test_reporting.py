"""People report others: the host finds who, why and what was said, once; nobody at the table hears of it."""

from __future__ import annotations

import json
import time
from typing import Any

from redis.asyncio import Redis

from protocol.frames import Done, Frame, Join, Make, Refused, Report, Said, Say, Sit
from server.host.admin import Admin
from server.hub import reporting
from server.hub.addresses import Addresses
from server.hub.budget import PERSON, REPORTS
from server.store import house as kept
from server.store.house import House, house_at
from server.store.keys import REPORTS as KEPT
from server.table.tokens import person

from .houses import Raw, all_close, houses


async def never(table: str) -> str:
    raise AssertionError(table)


def reader(house: House) -> Admin:
    return Admin(house, "the host", never)


async def answered(raw: Raw, frame: Any) -> Frame:
    """What comes back for a change."""
    await raw.send(frame)
    done: Frame = await raw.next(Done, Refused, count=len(raw.of(Done, Refused)) + 1)
    return done


async def met(*raws: Raw) -> str:
    """A table at which the first sits and all look on."""
    host, *_ = raws
    made = await answered(host, Make(1, "machi_koro", 2))
    assert isinstance(made, Done)
    await answered(host, Sit(2, made.table, 0))
    for raw in raws:
        await raw.send(Join(made.table))
    return made.table


async def test_a_report_is_kept_with_what_was_said_last(redis_url: str) -> None:
    async with houses(redis_url, 2, budgets=100) as (one, two), house_at(redis_url) as house:
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        table = await met(ann, bob)
        for n in range(reporting.LINES + 1):
            await answered(bob, Say(100 + n, table, f"rude words {n}"))
        await ann.next(Said, count=reporting.LINES + 1)
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
            f"rude words {n}" for n in range(1, reporting.LINES + 1)
        ]
        assert {line["name"] for line in row["lines"]} == {"Bob"}
        assert isinstance(await answered(bob, Say(8, table, "still here")), Done)
        assert not [frame for frame in bob.frames[seen:] if not isinstance(frame, Done | Said)]
        await reader(house).close_report(row["report"])
        assert await reader(house).reports() == []
        (act,) = await reader(house).log()
        assert (act["what"], act["person"]) == ("close report", person("b" * 30))
        await all_close(ann, bob)


async def test_what_can_t_be_reported_is_refused(redis_url: str) -> None:
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
        async with house_at(redis_url) as stored:
            assert [row["why"] for row in await reader(stored).reports()] == ["He said something, and went."]
        await ann.close()


def test_reports_are_limited_for_a_person_over_all_sockets() -> None:
    addresses, now = Addresses((), 1.0), time.monotonic()
    shared = addresses.person("Ann", now)
    allowed = [shared.allows(REPORTS, 1.0, now) for _ in range(20)]
    assert allowed == [n < PERSON[REPORTS].burst for n in range(20)]
    assert shared.allows(REPORTS, 1.0, now + 51)


async def test_only_the_last_reports_are_kept_and_none_for_ever(redis_url: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept, "REPORTS_KEPT", 3)
    async with house_at(redis_url) as house:
        for n in range(5):
            await house.keep_report(f"by.{n}", json.dumps(n).encode())
        assert await house.reports() == {f"by.{n}": b"%d" % n for n in (2, 3, 4)}
        await house.drop_report("by.3")
        await house.drop_report("by.3")
        assert list(await house.reports()) == ["by.2", "by.4"]
        async with Redis.from_url(redis_url) as redis:
            await redis.hdel(KEPT, "by.4")  # a hub was killed that dropped it in two steps
        assert list(await house.reports()) == ["by.2"]
        monkeypatch.setattr(kept, "REPORT_MS", 0)
        assert await house.reports() == {}

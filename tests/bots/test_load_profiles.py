"""What the profiles do beside playing, against a real server: all must be right in spite of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bots.hub_process import OwnServer
from bots.load.plan import Phase, Plan
from bots.load.play import behaviours
from bots.load.play.generator import Generator
from bots.load.result import Second
from bots.load.run.coordinator import Stop, measure
from bots.load.run.scrape import sample
from tests.bench.freeze import freeze

from .load_runs import generate, plan_for

LONG = 120.0
"""Seconds that nobody waits for: a run is ended when there was what it is about."""


def until(*there: Callable[[Generator], bool]) -> Any:
    """Let a run go on until all of these have been true, one after the other; then end it."""

    async def during(generator: Generator) -> None:
        async with asyncio.timeout(90):
            for one in there:
                while not one(generator):
                    await asyncio.sleep(0.05)
        generator.stop()

    return during


async def test_all_sockets_are_cut_at_once_and_all_come_back(server: OwnServer) -> None:
    plan = plan_for(server.url, 4.0, tables=4, think="fixed:20", profile="blackout")
    found = await generate(plan)
    assert found.faults == {} and found.reach == 1
    assert found.counts["sockets cut"] == found.counts["resyncs"] == 16


async def test_half_of_the_sockets_are_cut_again_and_again(server: OwnServer) -> None:
    plan = plan_for(server.url, 4.0, tables=4, think="fixed:20", profile="reconnect-storm")
    found = await generate(plan)
    assert found.faults == {} and found.reach == 1
    assert found.counts["sockets cut"] >= 12
    assert found.counts["resyncs"] == found.tracks["resync"].n >= 8
    assert found.tracks["connect"].n >= 16 + 8


async def test_who_does_not_read_is_cut_and_comes_back_right(server: OwnServer) -> None:
    """It waits until the server has cut somebody, and then for that seat to be as on the server again."""
    before = sample([server.metrics])

    def slow(generator: Generator) -> bool:
        if generator.recorder.counts["moves"] < 20:
            return False
        behaviours.slow(generator.driver, 0.05, Random(1), 60.0)
        return True

    def cut(generator: Generator) -> bool:
        now = sample([server.metrics])
        assert before is not None
        return now is not None and now.evictions > before.evictions

    def woken(generator: Generator) -> bool:
        for user in generator.driver.pool.users():
            if user.paused:
                behaviours.wake(generator.driver, user)
        return generator.recorder.counts["sockets cut"] >= 1

    def healed(generator: Generator) -> bool:
        return generator.recorder.counts["resyncs"] >= 1

    plan = plan_for(
        server.url, LONG, tables=3, games={"bruges": 1}, think="fixed:20", profile="slow-reader", seats=2
    )
    found = await generate(plan, during=until(slow, cut, woken, healed))
    assert found.faults == {} and found.reach == 1
    assert found.counts["sockets cut"] == 1 and found.tracks["resync"].n >= 1


async def test_watchers_are_told_as_much_as_seats(server: OwnServer) -> None:
    plan = plan_for(server.url, LONG, watchers=5, seats=2, profile="spectator-crowd")
    found = await generate(plan, during=until(lambda generator: generator.recorder.counts["moves"] > 50))
    assert found.faults == {} and found.reach == 1
    assert found.tracks["connect"].n == 2 * (2 + 5)
    assert found.counts["diffs"] >= 7 * found.counts["moves"]


async def test_guests_stroll_through_the_lobby(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaviours, "STROLL", 0.05)
    plan = plan_for(server.url, LONG, profile="lobby-churn")

    def strolled(generator: Generator) -> bool:
        seen = generator.recorder.tracks.get("lobby")
        return seen is not None and sum(seen.counts.values()) >= 3

    def moved(generator: Generator) -> bool:
        return generator.recorder.counts["moves"] > 0

    found = await generate(plan, during=until(strolled, moved))
    assert found.faults == {} and found.reach == 1
    assert found.tracks["lobby"].n >= 3 and found.counts["moves"] > 0
    assert found.counts["tables_made"] == 2, "those of the lobby are not among them"


async def test_tables_come_suddenly_and_go_again(server: OwnServer) -> None:
    phases = [
        Phase(name="before", seconds=1, start=2, end=2),
        Phase(name="spike", seconds=3, start=6, end=6),
        Phase(name="after", seconds=LONG, start=2, end=2),
    ]
    seen: list[int] = []

    def calm(generator: Generator) -> bool:
        seen.append(len(generator.driver.tables))
        recorder, pool = generator.recorder, generator.driver.pool.all
        return recorder.counts["tables_made"] >= 6 and seen[-1] == len(pool) == 2

    plan = plan_for(server.url, 5.0, tables=6, phases=phases, think="fixed:50")
    found = await generate(plan, during=until(calm))
    assert found.faults == {} and found.reach == 1
    assert max(seen) > 2


def test_a_run_of_two_processes_is_ended_early_and_its_games_are_verified(server: OwnServer) -> None:
    shown: list[Second] = []

    def show(second: Second) -> None:
        shown.append(second)
        if second.phase == "steady" and second.games_ended:
            raise Stop("a game is over")  # one that ended before the measuring would leave nothing measured

    plan = Plan(
        url=server.url,
        games={"machi_koro": 3, "santiago": 1},
        options={"machi_koro": {"play_out": False}},
        tables=4,
        seats=2,
        seconds=LONG,
        think="fixed:5",
        processes=2,
        watchers=1,
    )
    found = measure(plan, server.metrics, show=show)
    assert found.faults == {} and found.reach == 1
    assert any("ended early: a game is over" in reason for reason in found.reasons)
    assert 0 < found.measured_s < LONG
    assert found.counts["games_verified"] >= 1 and found.counts["documents_verified"] > 30
    assert [second.at for second in found.seconds] == list(range(len(found.seconds)))
    assert found.seconds[: len(shown)] == shown


def test_a_hub_that_is_stopped_for_a_second_is_seen_to_be() -> None:
    found = freeze(seconds=4, still=1.0, tables=4, think="fixed:100")
    assert found.act_max > 700 and found.probe_max > 700
    assert found.verdict != "wrong" and found.verdict != "missed"

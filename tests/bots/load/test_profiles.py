"""The activities of profiles beside playing, against a real server: everything must stay correct."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bots.hub_process import OwnServer
from bots.load.plan import LoadPlan, Phase
from bots.load.play import behaviours, evening, playing
from bots.load.play.generator import Generator
from bots.load.play.profiles import PROFILES, Habits
from bots.load.result import Second
from bots.load.run.coordinator import Stop, measure
from bots.load.run.scrape import sample
from tests.bench.freeze import freeze
from tests.waiting import LIMIT

from .runs import generate, lengths, plan_for

LONG = 200.0
"""An upper limit in seconds that is never reached: a run is ended as soon as its subject has happened."""


def until(*there: Callable[[Generator], bool]) -> Any:
    """Let a run continue until all these conditions have been true, one after the other; then end it."""

    async def during(generator: Generator) -> None:
        async with asyncio.timeout(2 * LIMIT):
            for one in there:
                while not one(generator):
                    await asyncio.sleep(0.05)
        generator.stop()

    return during


async def test_all_sockets_are_cut_at_once_and_all_come_back(server: OwnServer) -> None:
    for seconds in lengths(4):
        found = await generate(plan_for(server.url, seconds, tables=4, think="fixed:20", profile="blackout"))
        if found.counts.get("sockets cut") == found.counts["resyncs"] == 16:
            break
    assert found.faults == {} and found.reach == 1
    assert found.counts["sockets cut"] == found.counts["resyncs"] == 16


async def test_half_of_the_sockets_are_cut_again_and_again(server: OwnServer) -> None:
    for seconds in lengths(4):
        found = await generate(
            plan_for(server.url, seconds, tables=4, think="fixed:20", profile="reconnect-storm")
        )
        if found.counts.get("sockets cut", 0) >= 12 and found.counts["resyncs"] >= 8:
            break
    assert found.faults == {} and found.reach == 1
    assert found.counts["sockets cut"] >= 12
    assert found.counts["resyncs"] == found.tracks["resync"].n >= 8
    assert found.tracks["connect"].n >= 16 + 8


async def test_a_client_that_does_not_read_is_cut_and_recovers(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wait until the server has disconnected a slow client, and then until its seat is up to date."""
    monkeypatch.setattr(playing, "RECENT_PAUSE_S", LIMIT)
    monkeypatch.setattr(behaviours, "READING_PAUSE_S", 10 * LONG)  # the profile's own pause never comes
    before = sample([server.metrics])

    def slow(generator: Generator) -> bool:
        if generator.recorder.counts["moves"] < 20:
            return False
        behaviours.slow(generator.driver, 0.05, Random(1), LONG)
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
        server.url, 10 * LONG, tables=3, games={"bruges": 1}, think="fixed:20", profile="slow-reader", seats=2
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
    monkeypatch.setattr(behaviours, "MEAN_STEP_S", 0.05)
    monkeypatch.setattr(behaviours, "LISTED_IN", LIMIT)
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


async def test_an_evening_has_everything_that_people_do(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    often = Habits(0.2, 0.2, 0.2, look_back=0.1, reload=0.02, undo=0.3, rematch=0.8, replay=1, group=1)
    monkeypatch.setitem(PROFILES, "evening", PROFILES["evening"]._replace(habits=often, churners=0.5))
    monkeypatch.setattr(behaviours, "MEAN_STEP_S", 0.05)
    monkeypatch.setattr(behaviours, "LISTED_IN", LIMIT)
    monkeypatch.setattr(evening, "PAGE_TIMEOUT_S", LIMIT)
    monkeypatch.setattr(evening, "PAUSE_S", 0.05)
    monkeypatch.setattr(evening, "REGRET_S", (0.0, 0.005))
    done = (
        "whys",
        "tips",
        "messages",
        "looks back",
        "undos",
        "rematches",
        "invitations",
        "groups",
        "replays",
    )
    tracks = ("why", "past", "page", "lobby", "resync")

    def everything(generator: Generator) -> bool:
        recorder = generator.recorder
        return all(recorder.counts[name] for name in done) and recorder.tracks.keys() >= set(tracks)

    def played_again(generator: Generator) -> bool:
        return generator.recorder.counts["tables_made"] >= 4

    short = {"machi_koro": {"play_out": False}}
    plan = plan_for(server.url, LONG, profile="evening", seats=2, options=short, think="fixed:5")
    found = await generate(plan, during=until(everything, played_again))
    assert found.faults == {} and found.reach == 1, found.reasons
    assert found.counts["changes_verified"] > found.counts["moves"]


async def test_tables_come_suddenly_and_go_again(server: OwnServer) -> None:
    seen: list[int] = []

    def calm(generator: Generator) -> bool:
        seen.append(len(generator.driver.tables))
        recorder, pool = generator.recorder, generator.driver.pool.all
        return recorder.counts["tables_made"] >= 6 and seen[-1] == len(pool) == 2

    for spike in lengths(3):
        seen.clear()
        phases = [
            Phase(name="before", seconds=1, start=2, end=2),
            Phase(name="spike", seconds=spike, start=6, end=6),
            Phase(name="after", seconds=LONG, start=2, end=2),
        ]
        plan = plan_for(server.url, 5.0, tables=6, phases=phases, think="fixed:50")
        found = await generate(plan, during=until(calm))
        if max(seen) > 2:
            break
    assert found.faults == {} and found.reach == 1
    assert max(seen) > 2


def test_a_run_of_two_processes_is_ended_early_and_its_games_are_verified(server: OwnServer) -> None:
    shown: list[Second] = []

    def show(second: Second) -> None:
        shown.append(second)
        if second.phase == "steady" and second.games_ended:
            # a game that ended before the measurement would leave nothing to measure
            raise Stop("a game is over")

    plan = LoadPlan(
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
    for seconds in lengths(4):
        found = freeze(seconds=seconds, still=1.0, tables=4, think="fixed:100")
        if min(found.act_max, found.probe_max) > 700 and found.verdict != "missed":
            break
    assert found.act_max > 700 and found.probe_max > 700
    assert found.verdict != "wrong" and found.verdict != "missed"

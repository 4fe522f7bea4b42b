"""The load test against a real server: it reports success if everything is right, and only then."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from bots.__main__ import main
from bots.hub_process import OwnServer, own_server
from bots.load.judge.faults import DIFFER, GARBLED, UNASKED
from bots.load.play.generator import Generator
from bots.load.result import EXIT
from bots.load.run.scrape import sample
from protocol.codec import encode, from_server, packed, unpacked
from protocol.frames import WATCH, Diff, Full, Joined
from tests.bench.stages import private_redis
from tests.waiting import LIMIT

from .runs import lengths, one_game, plan_for, run_here

SHORT: dict[str, Any] = {"options": {"machi_koro": {"play_out": False}}, "seats": 2}
"""Short games."""

HEALTHY = (EXIT["pass"], EXIT["invalid"])
"""Everything was right; the load of the machine that runs these tests is out of scope."""

LONG = 200.0
"""An upper limit in seconds that is never reached: a run is ended as soon as its subject has happened."""


def test_the_command_measures_a_server(
    server: OwnServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "load.json"
    arguments = f"load --server {server.url} --metrics {server.metrics} --tables 4 --think 20"
    for seconds in lengths(3):
        words = [*arguments.split(), "--seconds", str(seconds), "--processes", "2", "--json", str(file)]
        status = main(words)
        found = json.loads(file.read_text())
        measured = [second for second in found["seconds"] if second["phase"] == "steady"]
        there, told = (max(second[name] or 0 for second in measured) for name in ("tables", "hub_cpu"))
        if found["counts"]["moves"] > 20 and there == 4 and told and found["hub_cpu_us_per_move"]:
            break
    assert status in HEALTHY
    assert "act" in capsys.readouterr().out
    counts, tracks = found["counts"], found["tracks"]
    assert found["verdict"] in ("pass", "invalid") and found["faults"] == {} and found["reach"] == 1
    assert counts["moves"] > 20 and counts["tables_made"] == 4
    assert tracks["act_raw"]["n"] == counts["moves"]
    assert tracks["act"]["n"] >= tracks["first"]["n"] == counts["moves"]
    for track in tracks.values():
        assert 0 <= track["p50"] <= track["p99"] <= track["max"]
    assert {"probe", "connect", "table_start", "turnaround", "late", "lag", "ack"} < set(tracks)
    assert tracks["connect"]["n"] == 16 and tracks["table_start"]["n"] == 4
    assert found["diff_bytes"]["n"] > 3 * counts["moves"]
    assert 10 < found["diff_bytes"]["p50"] < found["full_bytes"]["p50"]
    assert 0 < counts["checks"] < counts["diffs"] == counts["diffs_expected"]
    assert found["hub_cpu_us_per_move"] > 0 and found["hub_bytes_per_seat"] is not None
    assert len(measured) == found["measured_s"] == seconds
    assert measured[-1]["tables_due"] == max(second["tables"] for second in measured) == 4
    assert max(second["sockets"] for second in measured) == 16 + 10
    assert abs(sum(second["moves"] for second in measured) - counts["moves"]) < 20 + 0.2 * counts["moves"]
    assert sum(second["hub_cpu"] is not None for second in measured) >= 1


def test_with_a_check_value_each_diff_is_verified_by_itself(server: OwnServer) -> None:
    found = run_here(plan_for(server.url, LONG, every=1, per_socket=2), during=beyond_forty)
    assert found.faults == {} and found.reach == 1
    assert found.counts["checks"] >= found.counts["diffs"] > 50
    assert found.tracks["connect"].n == 4, "two tables share the sockets of four guests"


def test_the_people_of_a_table_sit_at_one_hub_or_apart() -> None:
    """In both cases all seats get correct documents."""
    with private_redis() as redis, contextlib.ExitStack() as stack:
        settings = {"REDIS": redis, "STAMMTISCH_BUDGETS": "1000"}
        hubs = [stack.enter_context(own_server(settings, cores=False)) for _ in range(2)]
        for apart in (False, True):
            seats: list[Counter[str]] = []

            async def counted(generator: Generator, seats: list[Counter[str]] = seats) -> None:
                await beyond_forty(generator)
                tables = generator.driver.tables.values()
                seats += [Counter(place.user.url for place in table.places) for table in tables]

            plan = plan_for(",".join(hub.url for hub in hubs), LONG, apart=apart, probes=0.0)
            found = run_here(plan, during=counted)
            assert found.faults == {} and found.reach == 1
            assert [sorted(one.values()) for one in seats] == [[2, 2] if apart else [4]] * 2


def test_a_finished_game_is_held_against_its_log(server: OwnServer, tmp_path: Path) -> None:
    plan = plan_for(server.url, LONG, **SHORT, watchers=1)
    found = run_here(plan, folder=tmp_path, during=one_game)
    assert found.faults == {} and found.reach == 1
    assert found.counts["games_verified"] >= 1 and found.counts["games_ended"] >= 1
    assert found.counts["documents_verified"] > 3 * 30
    assert list(tmp_path.iterdir()) == [], "verified games are not stored"


def leaking(data: bytes) -> bytes:
    """The diff that ends a turn contains another seat's secrets, and has no check values that would reveal
    it."""
    frame = from_server(data)
    if not isinstance(frame, Diff):
        return data
    mine = unpacked(frame.mine)
    if mine and frame.version == 30:
        mine[0] = [*mine[0], "other", {"hand": [1, 2, 3]}]
    return encode(Diff(frame.channel, frame.version, frame.public, Raw(packed(mine)), None))


def test_a_seat_that_is_told_what_it_may_not_know_is_found(server: OwnServer, tmp_path: Path) -> None:
    plan = plan_for(server.url, LONG, **SHORT, tables=1, every=0)
    found = run_here(plan, leaking, tmp_path, one_game)
    assert found.verdict == "wrong" and set(found.faults) <= {DIFFER, "documents that differ"}
    assert found.faults[DIFFER] >= 1
    assert "version 30: mine.other: it was told {'hand': [1, 2, 3]}, but may know nothing" in found.reasons[0]


async def beyond_forty(generator: Generator) -> None:
    """Play until every table has had forty versions, then end the run."""
    async with asyncio.timeout(2 * LIMIT):
        while min((table.top for table in generator.driver.tables.values()), default=0) < 40:
            await asyncio.sleep(0.05)
    generator.stop()


async def beyond_sixty_moves(generator: Generator) -> None:
    """Play until so many moves have been measured, then end the run."""
    async with asyncio.timeout(2 * LIMIT):
        while generator.recorder.counts["moves"] < 60:
            await asyncio.sleep(0.05)
    generator.stop()


def test_a_game_that_is_not_over_is_held_against_the_whole_documents(server: OwnServer) -> None:
    """The whole documents show errors without check values, though earlier diffs cannot be verified."""
    found = run_here(plan_for(server.url, LONG, tables=1, every=0), leaking, during=beyond_forty)
    assert found.verdict == "wrong" and set(found.faults) == {"documents that differ"}
    assert found.faults["documents that differ"] >= 1 and found.counts["games_ended"] == 0


def of_a_watcher(change: Callable[[int, bytes], list[bytes]]) -> Callable[[bytes], list[bytes]]:
    """Change the n-th diff of the watcher, from 1 on. The players get everything, so the game continues, and
    the error shows at the next diff."""
    watcher: list[Any] = []
    diffs = 0

    def changed(data: bytes) -> list[bytes]:
        nonlocal diffs
        frame, wire = from_server(data), asyncio.current_task()
        if isinstance(frame, Joined) and frame.seat == WATCH:
            watcher.append(wire)
        if not isinstance(frame, Diff) or wire not in watcher:
            return [data]
        diffs += 1
        return change(diffs, data)

    return changed


@pytest.mark.parametrize(("times", "fault"), [(0, "gaps"), (2, "repeats")], ids=["missing", "doubled"])
def test_diffs_that_are_missing_or_doubled_are_found(server: OwnServer, times: int, fault: str) -> None:
    change = of_a_watcher(lambda nth, data: [data] * (times if nth in (5, 15) else 1))
    found = run_here(plan_for(server.url, LONG, tables=1, watchers=1), change, during=beyond_forty)
    assert found.verdict == "wrong" and found.faults[fault] == 2
    assert (found.reach < 1) if times == 0 else (found.reach > 1)
    assert any("diffs received" in reason for reason in found.reasons)


def test_diffs_that_change_places_are_found(server: OwnServer) -> None:
    """The fifth diff comes after the sixth."""
    diffs: list[bytes] = []

    def swapped(nth: int, data: bytes) -> list[bytes]:
        diffs.append(data)
        if nth == 5:
            return []
        return [data, diffs[4]] if nth == 6 else [data]

    plan = plan_for(server.url, LONG, tables=1, watchers=1)
    found = run_here(plan, of_a_watcher(swapped), during=beyond_forty)
    assert found.verdict == "wrong" and set(found.faults) == {"gaps"} and found.reach < 1
    assert found.counts["renewals"] == 1, "the watcher has asked for the whole document"


def other_seat(data: bytes) -> list[bytes]:
    """One document is followed by that of another seat."""
    frame = from_server(data)
    if not isinstance(frame, Full) or frame.seat != 0:
        return [data]
    return [data, encode(Full(frame.table, 1, frame.version, frame.public, frame.mine))]


def strange_channel(data: bytes) -> list[bytes]:
    """One diff is followed by the same on an unknown channel."""
    frame = from_server(data)
    if not isinstance(frame, Diff) or frame.version != 30:
        return [data]
    return [data, encode(Diff(frame.channel + 9, frame.version, frame.public, frame.mine))]


@pytest.mark.parametrize("more", [other_seat, strange_channel])
def test_unrequested_frames_are_found(server: OwnServer, more: Callable[[bytes], list[bytes]]) -> None:
    found = run_here(plan_for(server.url, LONG), more, during=beyond_forty)
    assert found.verdict == "wrong" and set(found.faults) == {UNASKED} and found.reach == 1
    assert any(UNASKED in reason for reason in found.reasons)


def test_a_message_that_nobody_can_read_is_found(server: OwnServer) -> None:
    """The client opens a new socket, and everything continues."""
    unreadable = of_a_watcher(lambda nth, data: [b"\xc1" + data if nth in (5, 15) else data])
    found = run_here(plan_for(server.url, LONG, tables=1, watchers=1), unreadable, during=beyond_forty)
    assert found.verdict == "wrong" and set(found.faults) == {GARBLED, "sockets lost"}
    assert found.faults[GARBLED] >= 1 and found.reach == 1


def garbled(change: Callable[[Diff, Any], Diff]) -> Callable[[bytes], bytes]:
    """Change one of thirty diffs, pass everything else on."""
    count = 0

    def garble(data: bytes) -> bytes:
        nonlocal count
        frame = from_server(data)
        if isinstance(frame, Diff):
            count += 1
            if count % 30 == 0:
                return encode(change(frame, unpacked(frame.public)))
        return data

    return garble


def other_coins(frame: Diff, public: Any) -> Diff:
    """The patch, with coins for a seat."""
    return Diff(
        frame.channel, frame.version, packed_raw([*sets(public), "game", {}]), frame.mine, frame.check
    )


def left_out(frame: Diff, public: Any) -> Diff:
    """The number of the next version, so that one is missing."""
    return Diff(frame.channel, frame.version + 1, frame.public, frame.mine, frame.check)


def sets(node: Any) -> list[Any]:
    return list(node[0]) if node else []


def packed_raw(first: list[Any]) -> Any:
    return Raw(packed([first]))


@pytest.mark.parametrize(
    ("change", "fault"), [(other_coins, "divergences"), (left_out, "gaps")], ids=["content", "version"]
)
def test_a_garbled_diff_is_found(server: OwnServer, change: Callable[[Diff, Any], Diff], fault: str) -> None:
    plan = plan_for(server.url, LONG, every=1)
    found = run_here(plan, garbled(change), during=beyond_sixty_moves)
    assert found.verdict == "wrong"
    assert found.faults[fault] > 0 and found.counts["renewals"] > 0
    assert found.counts["moves"] > 0, "the game goes on, since the mirrors ask for the whole document"


def test_a_run_without_moves_fails_by_its_exit_status(
    server: OwnServer, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"load --server {server.url} --tables 1 --think 60000 --seconds 0.5"
    assert main(arguments.split()) in (EXIT["missed"], EXIT["invalid"])
    said = capsys.readouterr().out
    assert "no moves" in said
    assert re.search(r"documents_compared\W+4\W", said), "each seat's document was held against the whole one"


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("--server ws://127.0.0.1:9/ws", "load: ws://127.0.0.1:9/ws can't be reached: "),
        ("--server http://somewhere:80", "no websocket address; is it ws://somewhere:80/ws?"),
        ("--server ws://somewhere:80/", "no websocket address; is it ws://somewhere:80/ws?"),
        ("--server somewhere", "no websocket address; is it ws://somewhere/ws?"),
        ("--metrics http://127.0.0.1:9/metrics", "--metrics tells of a --server"),
        ("--server ws://127.0.0.1:9/ws --metrics http://127.0.0.1:9/", "it is http://HOST:PORT/metrics"),
    ],
)
def test_a_server_that_is_not_there_is_said_in_one_line(
    where: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["load", *where.split(), "--tables", "1", "--seconds", "1"]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_a_hub_tells_of_itself_at_its_metrics(server: OwnServer) -> None:
    before, after = sample([server.metrics]), sample([server.metrics, server.metrics])
    assert before is not None and after is not None
    assert before.cpu_s > 0 and before.memory > 1e6 and {"hub_move", "hub_commit"} <= set(before.timed)
    assert after.cpu_s >= 2 * before.cpu_s, "several hubs are added up"
    page = server.url.replace("ws://", "http://").replace("/ws", "/healthz")
    assert sample([page]) is None, "there are no figures"

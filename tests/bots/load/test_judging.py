"""The questions of a load run, the data that it keeps for verification, and the verdict."""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import socket
import threading
import time
from io import BytesIO
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Raw

from bots.load.judge.faults import DIFFER
from bots.load.judge.trace import SUFFIX, Spool, Trace
from bots.load.judge.verdict import judge
from bots.load.judge.verifier import Findings, download, log_address, rest
from bots.load.judge.verifier import main as verifying
from bots.load.plan import LoadPlan, Phase
from bots.load.play.integrity import account
from bots.load.play.load_table import LoadTable
from bots.load.play.recorder import Gauges, Recorder
from bots.load.play.user import User
from bots.load.result import Machine, Result, Second, Track
from bots.load.run import arguments
from bots.load.run.coordinator import ready
from bots.load.run.plans import MAX_CHECK_EVERY
from bots.load.run.scrape import Sample, Scraper, between, sample
from protocol.codec import encode, from_client, packed
from protocol.frames import WATCH, Diff, Full, Join

# -- hubs ----------------------------------------------------------------------------------------------


def test_two_samples_come_to_use_and_means() -> None:
    before = Sample(100.0, 5.0, 1e6, 0.5, 3, {"hub_move": (1.0, 100), "hub_redis": (1.0, 10)})
    after = Sample(102.0, 6.0, 2e6, 0.25, 7, {"hub_move": (1.4, 300), "hub_redis": (1.0, 10)})
    told = between(before, after)
    assert (told.cpu, told.memory, told.loop_lag, told.queue) == (0.5, 2_000_000, 250, 7)
    assert told.means == {"hub_move": 2.0}, "nothing happened at Redis"
    bare = between(Sample(0, 0, 0), Sample(1, 0, 0))
    assert (bare.loop_lag, bare.queue, bare.means) == (None, None, {}), "an older hub tells less"


def test_a_second_without_an_answer_is_bridged() -> None:
    scraper = Scraper(["http://127.0.0.1:9/metrics"])
    assert not scraper.known(3) and Scraper([]).known(3)
    scraper.samples = {3: Sample(3, 1.0, 1), 4: None, 5: Sample(5, 2.0, 1), 6: Sample(6, 3.0, 1)}
    assert scraper.told(3) is None and scraper.known(4)
    found = scraper.told(4)
    assert found is not None and found.cpu == 0.5
    ends = scraper.first_and_last(3, 5.5)
    assert ends is not None and [one.at for one in ends] == [3, 5]
    assert scraper.first_and_last(6, 9) is None
    assert sample(["http://127.0.0.1:9/metrics"]) is None and sample([]) is None


@pytest.mark.parametrize(
    ("addresses", "here"),
    [
        (["http://127.0.0.1:9/metrics", "http://localhost:9/metrics", "http://[::1]:9/metrics"], True),
        (["http://127.0.0.1:9/metrics", "http://hub.example/metrics"], False),
    ],
)
def test_the_cpu_of_this_machine_is_compared_with_that_of_its_own_hubs(
    addresses: list[str], here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left beside the CPU of hubs elsewhere would say nothing."""
    page = b"process_cpu_seconds_total 1\nprocess_resident_memory_bytes 5\n"
    monkeypatch.setattr("bots.load.run.scrape.opened", lambda *_: BytesIO(page))
    monkeypatch.setattr("bots.load.run.scrape.machine_busy_s", lambda: 7.0)
    found = sample(addresses)
    assert found is not None and found.cpu_s == len(addresses)
    assert found.machine_s == (7.0 if here else None)


def test_the_log_of_a_table_has_an_address() -> None:
    assert log_address("ws://127.0.0.1:80/ws", "a-b") == "http://127.0.0.1:80/tables/a-b/log"
    assert log_address("wss://some.where/games/ws", "t") == "https://some.where/games/tables/t/log"


def test_a_rejected_frame_is_reported_with_its_place() -> None:
    """Of three seats and a watcher, one lacks a version, one gets a version twice, one gets another
    document."""
    recorder, table = Recorder(), LoadTable("t", "toy", 0.0, None)
    user = User("", time.monotonic, lambda user, frame, mirror: None, lambda user: None, Gauges())
    places = [table.add(user, seat, 0, None) for seat in (0, 1, 2, WATCH)]
    nothing, empty = Raw(packed([])), Raw(packed({}))
    for place in places:
        place.mirror.receive(Full("t", place.mirror.seat, 7, empty, empty))
    for place, version, check in zip(places, (9, 7, 8, 8), (None, None, (1, 2), None), strict=True):
        place.mirror.receive(Diff(0, version, nothing, nothing, check))
    account(recorder, table)
    assert recorder.faults == {"gaps": 1, "repeats": 1, "divergences": 1}
    assert recorder.words == [
        "wrong: toy t, seat 0, after version 7: a version was left out",
        "wrong: toy t, seat 1, after version 7: a version came twice",
        "wrong: toy t, seat 2, after version 7: the document is another than the server's",
    ]


def test_a_log_that_is_not_to_be_had_is_missed_and_not_wrong() -> None:
    found = Findings()
    found.note("logs not to be had", "toy t: no log: refused")
    found.note(DIFFER, "toy t, seat 0: it was told 1, but may know 0")
    assert found.words == [
        "missed: toy t: no log: refused",
        "wrong: toy t, seat 0: it was told 1, but may know 0",
    ]


# -- traces --------------------------------------------------------------------------------------------


def test_a_spool_keeps_what_there_is_room_for(tmp_path: Path) -> None:
    spool = Spool(tmp_path, 1.0, 3000, Random(1))
    first, second = spool.begin("first", "toy"), spool.begin("second", "toy")
    assert first is not None and second is not None
    first.add(0, b"x" * 1000)
    second.add(0, b"y" * 1000)
    assert spool.trim() == []
    first.add(1, b"x" * 1500)
    assert spool.trim() == ["second"] and spool.left_out == 1
    spool.finish(second)
    spool.finish(first)
    assert [path.name for path in tmp_path.iterdir()] == [f"first{SUFFIX}"]
    trace = Trace.read((tmp_path / f"first{SUFFIX}").read_bytes())
    assert list(trace.frames()) == [(0, b"x" * 1000), (1, b"x" * 1500)] and trace.about.game == "toy"
    third = spool.begin("third", "toy")
    assert third is not None
    third.add(0, b"z" * 1000)
    assert spool.begin("fourth", "toy") is None and spool.left_out == 2
    spool.drop(third)
    assert spool.begin("fifth", "toy") is not None


def test_a_game_that_the_disk_has_no_room_for_is_left_out(tmp_path: Path) -> None:
    """Nothing else happens: the socket's reader reports it, and its socket must not break."""
    spool = Spool(tmp_path, 1.0, 10**9, Random(1))
    trace = spool.begin("table", "toy")
    assert trace is not None
    (tmp_path / "table.part").symlink_to("/dev/full")
    spool.finish(trace)
    assert spool.left_out == 1 and spool.written == 0 and list(tmp_path.iterdir()) == []


def test_a_share_of_the_tables_is_kept(tmp_path: Path) -> None:
    spool = Spool(tmp_path, 0.3, 10**9, Random(1))
    kept = sum(spool.begin(f"table-{n}", "toy") is not None for n in range(1000))
    assert 240 < kept < 360 and spool.left_out == 0


# -- the process that verifies ---------------------------------------------------------------------------


def verifies(pipe: Pipe, left: int) -> None:
    """Behaves like the verifying process: one game after the other, until it is stopped."""
    assert pipe.recv() == "hurry"
    games = 0
    while left:
        games, left = games + 1, left - 1
        pipe.send(left)
        if pipe.recv() == "stop":
            break
    pipe.send(Findings(games))


@pytest.mark.parametrize("stop_at", [0, 5], ids=["never", "at five"])
def test_games_that_are_left_are_verified_until_somebody_has_waited_enough(stop_at: int) -> None:
    ours, theirs = multiprocessing.Pipe()
    there = threading.Thread(target=verifies, args=(theirs, 8))
    there.start()
    seen = []

    def told(left: int) -> None:
        seen.append(left)
        if left == stop_at > 0:
            raise KeyboardInterrupt
        ours.send("go on")

    found, left = rest(ours, told)
    there.join(10)
    assert seen == [*range(7, stop_at - 1, -1)] and (found.games, left) == (8 - stop_at, stop_at)


def test_games_that_nobody_has_begun_to_verify_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order to stop comes with the one to hurry, as while a game of the measurement is verified."""
    monkeypatch.setattr("bots.load.judge.verifier.signal.signal", lambda *_: None)
    monkeypatch.setattr("bots.load.judge.verifier.os.nice", lambda _: None)
    for name in "ab":
        (tmp_path / name).with_suffix(SUFFIX).touch()
    ours, theirs = multiprocessing.Pipe()
    for order in ("hurry", "stop"):
        ours.send(order)
    verifying(tmp_path, "ws://nowhere/ws", theirs, False)
    theirs.close()
    found = []
    with contextlib.suppress(EOFError):
        while True:
            found.append(ours.recv())
    assert found == [2, Findings()]


def test_who_presses_again_waits_for_nothing() -> None:
    ours, theirs = multiprocessing.Pipe()
    theirs.send(3)
    theirs.send(2)

    def pressed(left: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rest(ours, pressed)
    assert [theirs.recv(), theirs.recv()] == ["hurry", "stop"]


def test_a_process_that_verifies_and_is_gone_or_silent_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bots.load.judge.verifier.LAST_WORDS", 0.1)
    ours, theirs = multiprocessing.Pipe()
    with pytest.raises(TimeoutError):
        rest(ours, lambda left: None, 0.1)
    theirs.close()
    with pytest.raises((EOFError, OSError)):
        rest(ours, lambda left: None, 0.1)


def test_a_log_that_ends_in_the_middle_is_no_log() -> None:
    def cut_off(listener: socket.socket) -> None:
        client, _ = listener.accept()
        with client:
            client.recv(4096)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        there = threading.Thread(target=cut_off, args=(listener,))
        there.start()
        with pytest.raises(OSError, match="no whole answer"):
            download(f"http://127.0.0.1:{listener.getsockname()[1]}/tables/t/log")
        there.join(10)


# -- what must have come -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "version", "diffs"),
    [(1, 9, 6), (1, 3, 12), (0, 9, 10), (0, 3, 10)],
    ids=["later", "earlier", "later, same socket", "earlier, same socket"],
)
def test_a_whole_document_excuses_what_a_lost_socket_has_cost(lost: int, version: int, diffs: int) -> None:
    """A seat that began with version 1 has version 5 when the whole document arrives; the table continues to
    11."""
    table = LoadTable("t", "toy", 0.0, None)
    user = User("", time.monotonic, lambda user, frame, mirror: None, lambda user: None, Gauges())
    place = table.add(user, 0, 0, None)
    place.takes_full(1)
    place.have = 5
    user.lost += lost
    place.takes_full(version)
    assert place.expected(11) == diffs


# -- verdicts ------------------------------------------------------------------------------------------

TRACK = Track(n=9, mean=1, p50=1, p90=1, p95=1, p99=1, p999=1, max=1, histogram="")


def result(**more: Any) -> Result:
    machine = Machine(cpu="", cores=2, memory=1, system="", versions={}, files=1, load=0)
    phases = [Phase(name="play", seconds=100, start=more.pop("tables", 0), end=1)]
    plan = LoadPlan(
        profile="steady", games={}, seats=2, tables=1, think="", phases=phases, watchers=0,
        per_socket=1, processes=1, seed=0, mind="", url="",
    )  # fmt: skip
    plain: dict[str, Any] = {"tracks": {"lag": TRACK, "late": TRACK}, "counts": {"moves": 5}}
    return Result(command=[], started="", machine=machine, plan=plan, measured_s=100, **{**plain, **more})


def late(ms: float) -> Track:
    return Track(n=9, mean=1, p50=1, p90=1, p95=1, p99=ms, p999=ms, max=ms, histogram="")


def seconds(busy: int) -> list[Second]:
    return [Second(at=n, phase="play", tables=1, generator_cpu=0.9 if n < busy else 0.3) for n in range(100)]


def there(tables: int, later: int = 100) -> list[Second]:
    """This many tables in the first second, and in the next."""
    return [Second(at=n, phase="play", tables=it) for n, it in enumerate((tables, later))]


@pytest.mark.parametrize(
    ("more", "verdict", "words"),
    [
        ({}, "pass", ""),
        ({"faults": {"gaps": 1}}, "wrong", "gaps: 1"),
        ({"faults": {DIFFER: 1}}, "wrong", DIFFER),
        ({"reach": 0.999}, "wrong", "diffs received"),
        ({"reach": 1.001}, "wrong", "diffs received"),
        ({"faults": {"stalled tables": 2}}, "missed", "stalled tables: 2"),
        ({"tracks": {"lag": late(11), "late": TRACK}}, "invalid", "event loop was 11.0 ms late"),
        ({"tracks": {"lag": TRACK, "late": late(21)}}, "invalid", "schedule was 21.0 ms late"),
        ({"tracks": {"lag": late(10), "late": late(20)}}, "pass", ""),
        ({"seconds": seconds(5)}, "pass", ""),
        ({"seconds": seconds(6)}, "invalid", "in 6 of 100 seconds"),
        ({"seconds": seconds(6), "faults": {"stalled tables": 2}}, "invalid", "stalled"),
        ({"seconds": seconds(6), "faults": {"gaps": 1}}, "wrong", "gaps"),
        ({"tracks": {"act": late(300), "act_raw": late(100)}}, "pass", "remark: the p99 of acts is 300.0 ms"),
        ({"seconds": there(94), "tables": 100}, "pass", "only 94 of 100 tables were there"),
        ({"seconds": there(95), "tables": 100}, "pass", ""),
        ({"seconds": there(12, 94), "tables": 100}, "missed", "at most 94 of 100 tables were there"),
        ({"seconds": there(12, 95), "tables": 100}, "pass", "only 12 of 100 tables were there"),
        ({"counts": {"refused slow-down": 640}}, "pass", "640 frames were refused as too many"),
        ({"counts": {"moves": 1, "games_unverified": 3}}, "pass", "3 games were not held"),
    ],
)
def test_verdicts(more: dict[str, Any], verdict: str, words: str) -> None:
    found = judge(result(**more))
    assert found.verdict == verdict
    assert any(words in reason for reason in found.reasons) if words else found.reasons == []


# -- arguments -----------------------------------------------------------------------------------------


def plan_from(line: str) -> LoadPlan:
    parser = argparse.ArgumentParser()
    arguments.add_to(parser)
    return arguments.plan_of(parser.parse_args(line.split()), "ws://somewhere/ws")


def test_games_are_mixed_by_their_shares() -> None:
    assert plan_from("").games == {"machi_koro": 1}
    assert plan_from("--game machi_koro=3 --game loyang").games == {"machi_koro": 3, "loyang": 1}
    assert len(plan_from("--game all --game loyang=4").games) == 5
    assert plan_from("--game all --game loyang=4").games["loyang"] == 4


def test_options_belong_to_a_game() -> None:
    one = plan_from("--option play_out=false").options
    assert one["machi_koro"]["play_out"] is False
    two = plan_from("--game machi_koro --game loyang --option machi_koro.play_out=false").options
    assert two["machi_koro"]["play_out"] is False and set(two) == {"machi_koro", "loyang"}


def test_a_profile_has_its_own_size() -> None:
    assert (plan_from("--profile smoke").tables, plan_from("--profile soak").seconds) == (4, 1800)
    grown = ready(plan_from("--profile spectator-crowd --tables 3 --seconds 9 --processes 8"))
    assert (grown.tables, grown.watchers, grown.processes) == (3, 20, 3)
    assert sum(phase.seconds for phase in grown.phases if phase.measured) == 9


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--game chess", "no game 'chess'"),
        ("--game loyang=many", "no number"),
        ("--game loyang=0", "above 0"),
        ("--seats 9", "machi_koro is for 2 to 4 seats"),
        ("--mind whim,genius", "no such mind: genius"),
        ("--mind whim,greedy,whim --seats 2", "3 minds are too many for 2 seats"),
        ("--verify-share 2", "between 0 and 1"),
        ("--game all --option play_out=false", "say of which game"),
        ("--option loyang.x=1", "isn't played"),
        ("--option play_out=maybe", "--option"),
        ("--option harbour=true", "machi_koro has no 'harbour'; it has .*play_out"),
    ],
)
def test_arguments_that_can_t_be_meant(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan_from(line)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"profile": "dawdle"}, "no profile 'dawdle'"),
        ({"think": "soon"}, "thinking"),
        ({"tables": 0}, "above 0"),
        ({"seconds": 0.0}, "above 0"),
        ({"seconds": float("nan")}, "with an end"),
        ({"seconds": float("inf")}, "with an end"),
        ({"probes": float("nan")}, "with an end"),
        ({"watchers": -1}, "less than 0"),
        ({"every": MAX_CHECK_EVERY + 1}, "every 1,000th version"),
        ({"games": {}}, "must be a game"),
        ({"tables": 10_000_000}, "may open"),
    ],
)
def test_runs_that_can_t_be_carried_out(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ready(LoadPlan(url="ws://somewhere/ws", **more))


def test_no_number_of_agents_is_below_none() -> None:
    with pytest.raises(ValueError, match="less than 0"):
        ready(LoadPlan(url="ws://somewhere/ws"), -1)


def test_check_values_are_as_rare_as_a_server_allows() -> None:
    assert from_client(encode(Join("t", every=MAX_CHECK_EVERY)))
    with pytest.raises(ValueError, match="every"):
        from_client(encode(Join("t", every=MAX_CHECK_EVERY + 1)))

"""Agents on other machines: proved, merged without loss, and a run without one of them never passes."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bots.hub_process import OwnServer
from bots.load.plan import LoadPlan, Phase
from bots.load.play.recorder import Buckets, RunTally, Tick
from bots.load.result import Result
from bots.load.run.agents import gathered
from bots.load.run.channel import (
    MAX_MESSAGE_BYTES,
    Alive,
    Begin,
    Channel,
    Clock,
    Done,
    Failed,
    Hello,
    Order,
    Ready,
    Refused,
    Ticked,
    Verified,
    Verify,
    hello,
)
from bots.load.run.coordinator import measure
from bots.load.run.processes import Failed as NothingMeasured
from tests.waiting import LIMIT

from .runs import lengths

SECRET = "a secret of enough characters"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stands still for some seconds is not taken for a peer that is silent."""
    monkeypatch.setattr("bots.load.run.channel.HANDSHAKE_TIMEOUT_S", LIMIT)
    monkeypatch.setattr("bots.load.run.agents.SILENT_S", LIMIT)


# -- the channel ---------------------------------------------------------------------------------------


def opened(ours: str, theirs: str) -> tuple[Channel, Channel]:
    """Both ends of a channel; raises what either end raised."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        right = socket.create_connection(listener.getsockname())
        left, _ = listener.accept()
    found: list[Any] = []

    def other() -> None:
        try:
            found.append(Channel(right, theirs, "agent"))
        except OSError as wrong:
            right.close()
            found.append(wrong)

    thread = threading.Thread(target=other)
    thread.start()
    try:
        one = Channel(left, ours, "coordinator")
    finally:
        left.close() if sys.exc_info()[0] else None
        thread.join(30)
    if isinstance(found[0], OSError):
        raise found[0]
    return one, found[0]


def test_messages_pass_between_those_who_know_the_secret() -> None:
    one, other = opened(SECRET, SECRET)
    order = Order(LoadPlan(url="ws://x/ws", lines={"mobile": 1.0}), 3, 2)
    one.send(order)
    assert other.receive() == order
    tick = Tick(at=3, series={"act": {1000: 2, 2048: 1}}, counts={"moves": 3}, tables=4)
    other.send(Ticked(tick))
    other.send(Alive())
    assert one.receive() == Ticked(tick) and one.receive() == Alive()


def test_a_peer_without_the_secret_is_refused() -> None:
    with pytest.raises(OSError):
        opened(SECRET, SECRET + "?")


@pytest.mark.parametrize("how", ["changed", "repeated", "reflected", "too long", "nonsense"])
def test_what_somebody_between_sends_is_refused(how: str) -> None:
    one, other = opened(SECRET, SECRET)
    raw_one, raw_other = one._socket, other._socket
    other.send(Clock(1, 2.0))
    data = raw_one.recv(10_000)
    if how == "changed":
        raw_other.sendall(data[:-1] + bytes([data[-1] ^ 1]))
    elif how == "repeated":
        raw_other.sendall(data + data)
        assert one.receive() == Clock(1, 2.0)
    elif how == "reflected":
        raw_one.sendall(data)
        one = other
    elif how == "too long":
        raw_other.sendall((MAX_MESSAGE_BYTES + 1).to_bytes(4, "big"))
    else:
        raw_other.sendall(b"\0\0\0\x01" + bytes(33))
    with pytest.raises(Refused):
        one.receive()


def test_a_peer_that_says_nothing_keeps_no_one_waiting() -> None:
    """Others come in meanwhile, strangers are turned away, and the silent one is given up."""
    said: list[str] = []
    with contextlib.ExitStack() as stack:
        ports: list[int] = []

        def say(text: str) -> None:
            said.append(text)
            if "load agent" in text:
                ports.append(int(text.rpartition(":")[2]))

        def come() -> None:
            while not ports:
                time.sleep(0.01)
            to = ("127.0.0.1", ports[0])
            stack.enter_context(socket.create_connection(to))
            with contextlib.suppress(OSError):
                Channel(socket.create_connection(to), "another secret than theirs", "agent")
            agent = Channel(socket.create_connection(to), SECRET, "agent")
            agent.send(hello())
            stack.callback(agent.close)

        coming = threading.Thread(target=come)
        coming.start()
        with gathered("127.0.0.1", 0, 1, SECRET, say, 30) as agents:
            assert len(agents) == 1
        coming.join(30)
    assert any("turned away" in text for text in said)


def test_too_few_agents_measure_nothing() -> None:
    with pytest.raises(NothingMeasured, match="0 of 2"), gathered("127.0.0.1", 0, 2, SECRET, print, 0.2):
        pass


# -- a run ---------------------------------------------------------------------------------------------

Script = Callable[[Channel, Order], None]
"""What an agent does after its order."""

PLAN = LoadPlan(
    url="ws://nowhere/ws",
    tables=40,
    phases=[Phase(name="steady", seconds=3.0, start=40, end=40)],
    verify_share=0.0,
)


def measured(values: list[dict[str, list[int]]], dies: int = -1, clock: float = 0.0) -> Result:
    """A run of agents that report these latencies, in us, by track. Their clocks are apart from ours; one of
    them may die in the middle."""

    def serve(port: int) -> None:
        number = -1
        channel = Channel(socket.create_connection(("127.0.0.1", port)), SECRET, "agent")
        channel.send(hello())
        with contextlib.suppress(OSError):
            while True:
                match channel.receive():
                    case Clock(n):
                        channel.send(Clock(n, time.monotonic() + clock))
                    case Order(plan, number, count):
                        assert (plan.processes, count) == (len(values), 1)
                        channel.send(Ready())
                    case Begin(at):
                        assert abs(at - clock - time.monotonic()) < LIMIT
                        for second in range(3):
                            channel.send(
                                Ticked(Tick(at=second, counts={"moves": 5}, tables=40 // len(values)))
                            )
                            if number == dies:
                                channel.close()
                                return
                        channel.send(Done([tally(values[number])]))
                    case Verify():
                        channel.send(Verified(1, 2, {}, [], 0, 0))
                        return

    threads: list[threading.Thread] = []

    def say(text: str) -> None:
        if "load agent" in text:
            port = int(text.rpartition(":")[2])
            threads.extend(threading.Thread(target=serve, args=(port,)) for _ in values)
            for thread in threads:
                thread.start()

    with gathered("127.0.0.1", 0, len(values), SECRET, say, 30) as agents:
        found = measure(PLAN, agents=agents)
    for thread in threads:
        thread.join(30)
    return found


def tally(values: dict[str, list[int]]) -> RunTally:
    tracks: dict[str, dict[int, int]] = {}
    for name, its in values.items():
        buckets = Buckets()
        for value in its:
            buckets.add(value)
        tracks[name] = buckets.counts
    return RunTally(tracks, {"moves": len(values["act"]), "diffs": 4, "diffs_expected": 4}, {}, 0.1, 8)


def test_histograms_of_agents_add_up_without_loss() -> None:
    random = Random(1)
    values = [int(random.lognormvariate(8, 1)) for _ in range(20_000)]
    one = measured([{"act": values, "lag": [50] * 100}])
    four = measured([{"act": values[n::4], "lag": [50] * 25} for n in range(4)], clock=1234.5)
    assert one.tracks == four.tracks and one.verdict == four.verdict == "pass", four.reasons
    assert four.counts["moves"] == 20_000 and four.counts["games_verified"] == 4
    assert [second.moves for second in four.seconds] == [20, 20, 20]
    assert [agent.processes for agent in four.agents] == [1] * 4
    assert all(agent.clock_error_ms < 100 and abs(agent.clock_drift_ms) < 100 for agent in four.agents)


def test_a_run_whose_agent_dies_is_invalid() -> None:
    found = measured([{"act": [1000] * 50}, {"act": [1000] * 50}], dies=1)
    assert found.verdict == "invalid"
    assert [agent.lost for agent in found.agents] == [False, True]
    assert any("was lost" in reason for reason in found.reasons)
    assert any("ended early" in reason for reason in found.reasons)
    with pytest.raises(NothingMeasured, match="lost"):
        measured([{"act": [1000]}], dies=0)


def test_a_refusal_of_an_agent_ends_the_run() -> None:
    ports: list[int] = []

    def serve() -> None:
        channel = Channel(socket.create_connection(("127.0.0.1", ports[0])), SECRET, "agent")
        channel.send(hello())
        while isinstance(order := channel.receive(), Clock):
            channel.send(Clock(order.number, time.monotonic()))
        channel.send(Failed("too few files"))

    def say(text: str) -> None:
        if "load agent" in text:
            ports.append(int(text.rpartition(":")[2]))
            threading.Thread(target=serve, daemon=True).start()

    with (
        gathered("127.0.0.1", 0, 1, SECRET, say, 30) as agents,
        pytest.raises(NothingMeasured, match="too few files"),
    ):
        measure(PLAN, agents=agents)


def test_an_agent_of_another_version_is_turned_away() -> None:
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if "load agent" in text:
            port = int(text.rpartition(":")[2])
            channel = Channel.__new__(Channel)
            threading.Thread(target=old, args=(port, channel), daemon=True).start()

    def old(port: int, channel: Channel) -> None:
        channel.__init__(socket.create_connection(("127.0.0.1", port)), SECRET, "agent")  # type: ignore[misc]
        channel.send(Hello("0.0.1", "old", 1))

    for seconds in lengths(3):
        with pytest.raises(NothingMeasured), gathered("127.0.0.1", 0, 1, SECRET, say, seconds):
            pass
        if any("0.0.1" in text for text in said):
            break
    assert any("0.0.1" in text for text in said)


@contextlib.contextmanager
def agents_as_processes(count: int) -> Iterator[Callable[[str], None]]:
    """Gives `say` for `gathered`: it runs the printed line as often as asked, as a person would."""
    children: list[subprocess.Popen[bytes]] = []

    def say(text: str) -> None:
        if "load agent" in text:
            line = text.strip().replace("python", sys.executable, 1)
            children.extend(subprocess.Popen(line, shell=True, env=os.environ) for _ in range(count))

    try:
        yield say
    finally:
        for child in children:
            assert child.wait(60) == 0


@pytest.mark.long
def test_four_agents_play_together(server: OwnServer) -> None:
    plan = LoadPlan(url=server.url, tables=8, seconds=6.0, think="200", options={"machi_koro": {}})
    with agents_as_processes(4) as say, gathered("127.0.0.1", 0, 4, SECRET, say) as agents:
        found = measure(plan, server.metrics, agents=agents)
    assert found.faults == {} and found.reach == 1, found.reasons
    assert found.counts["tables_made"] == 8 and found.counts["moves"] > 50
    assert msgspec.json.decode(msgspec.json.encode(found), type=Result).agents == found.agents

"""The load tool against a real server: it says that all is right where it is, and only there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.__main__ import main
from bots.client import run
from bots.hub_process import OwnServer, use_of
from bots.load.driver import Driver, drive
from bots.load.tally import Asked, HubUse, LoadReport, report
from protocol.codec import encode, from_server, packed, unpacked
from protocol.frames import Diff

from .wires import garbling


def test_the_command_measures_a_server(
    server: OwnServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "load.json"
    arguments = f"load --server {server.url} --metrics {server.metrics} --tables 4 --think 20 --seconds 2"
    assert main([*arguments.split(), "--processes", "2", "--json", str(file)]) == 0
    assert "all right" in capsys.readouterr().out
    found = json.loads(file.read_text())
    assert found["right"] is True and found["faults"] == {} and found["refusals"] == {}
    assert found["sockets"] == 16 and found["moves"] > 20
    assert found["latency_ms"]["n"] == found["moves"]
    assert 0 < found["latency_ms"]["p50"] <= found["latency_ms"]["p99"] <= found["latency_ms"]["max"]
    assert found["diff_bytes"]["n"] > 3 * found["moves"]
    assert 10 < found["diff_bytes"]["p50"] < found["full_bytes"]["p50"]
    assert found["hub_cpu_us_per_move"] > 0
    assert 0 < found["checks"] < found["diff_bytes"]["n"]


def test_with_a_check_value_each_diff_is_verified_by_itself(server: OwnServer) -> None:
    found = drive_for(server.url, seconds=1.5, every=1, per_socket=2)
    assert found.right and found.sockets == 4
    assert found.checks >= found.diff_bytes.n > 50


def test_games_that_end_make_room_for_new_tables(server: OwnServer) -> None:
    found = drive_for(server.url, seconds=4, options={"play_out": False}, seats=2)
    assert found.right and found.games_ended > 0


def garbled(change: Callable[[Diff, Any], Diff]) -> Callable[[bytes], bytes]:
    """Change one diff out of thirty, otherwise pass on everything."""
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
    """The patch, and coins for somebody."""
    return Diff(
        frame.channel, frame.version, packed_raw([*sets(public), "game", {}]), frame.mine, frame.check
    )


def left_out(frame: Diff, public: Any) -> Diff:
    """The next version's number, so that one is missing."""
    return Diff(frame.channel, frame.version + 1, frame.public, frame.mine, frame.check)


def sets(node: Any) -> list[Any]:
    return list(node[0]) if node else []


def packed_raw(first: list[Any]) -> Any:
    from msgspec import Raw

    return Raw(packed([first]))


@pytest.mark.parametrize(
    ("change", "fault"), [(other_coins, "divergences"), (left_out, "gaps")], ids=["content", "version"]
)
def test_a_garbled_diff_is_found(server: OwnServer, change: Callable[[Diff, Any], Diff], fault: str) -> None:
    found = drive_for(server.url, seconds=2.5, every=1, garble=garbled(change))
    assert not found.right
    assert found.faults[fault] > 0 and found.faults["resyncs"] > 0
    assert found.moves > 0, "the game goes on, since the mirrors ask for the whole document"


def test_the_exit_status_says_that_something_was_wrong(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that nobody can play at: no moves."""
    arguments = f"load --server {server.url} --tables 1 --think 60000 --seconds 0.5"
    assert main(arguments.split()) == 1
    assert "WRONG" in capsys.readouterr().out


def test_where_nothing_listens_it_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("bots.load.crowd.SET_UP", 3.0)
    assert main(["load", "--server", "ws://127.0.0.1:9/ws", "--tables", "1", "--seconds", "1"]) == 2
    assert capsys.readouterr().err.startswith("load: ")


def drive_for(
    url: str, seconds: float, garble: Callable[[bytes], bytes] | None = None, **asked: Any
) -> LoadReport:
    """A short run of this process against a server, maybe over a wire that garbles."""
    steps = int(seconds * 4)

    async def whole(url: str) -> tuple[Driver, float]:
        wanted = Asked(url=url, game="machi_koro", tables=2, think_ms=5, **asked)
        driver = Driver(wanted, 2, 1)
        ticks = iter(range(steps + 1))
        cpu = await drive(driver, lambda: None, lambda driver: next(ticks, None) is not None)
        return driver, cpu

    async def main() -> tuple[Driver, float]:
        if garble is None:
            return await whole(url)
        async with garbling(url, garble) as wire:
            return await whole(wire)

    driver, cpu = run(main())
    return report(driver.asked, [driver.tally.packed(driver.resyncs, cpu)], seconds, HubUse())


def test_the_use_of_a_hub_is_read_from_its_metrics(server: OwnServer) -> None:
    use = use_of(server.metrics)
    assert use is not None and use.cpu_s > 0 and use.memory > 1e6
    assert use_of("") is None

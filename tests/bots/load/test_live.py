"""The page and the figures of a run while it lasts."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from struct import pack
from urllib.parse import urlsplit

import pytest

from bots.load.plan import LoadPlan, Phase
from bots.load.play.recorder import Buckets, Tick
from bots.load.play.timeline import Timeline
from bots.load.run.aggregate import RunSeconds
from bots.load.run.live import LiveRun, shown
from bots.load.run.scrape import Scraper
from tests.waiting import LIMIT

PLAN = LoadPlan(url="ws://x/ws", tables=8, phases=[Phase(name="steady", seconds=20, start=8, end=8)])


def tick(at: int, process: int) -> Tick:
    """A second of one of two processes: acts of 3 and 30 ms."""
    acts = Buckets()
    acts.add(3000, 90)
    acts.add(30_000, 10)
    counts = {"moves": 100, "bytes_in": 1000, "faults": int(at == 2 and process == 0)}
    lag = {"lag": {1000: 50}}
    return Tick(at, {"act": acts.counts, **lag}, counts, tables=4, sockets=16, cpu_s=0.25)


@pytest.fixture
def run() -> LiveRun:
    """Three seconds of a run."""
    live, seconds = LiveRun(), RunSeconds(Timeline(PLAN.phases), 2, Scraper([]))
    live.begins(PLAN, seconds)
    for at in range(3):
        for process in range(2):
            seconds.add(tick(at, process))
        assert len(list(seconds.whole(at + 1.0))) == 1
    return live


@pytest.fixture
def page(run: LiveRun) -> Iterator[str]:
    with shown(run, "127.0.0.1", 0) as url:
        yield url


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=LIMIT) as answer:
        return str(answer.read().decode())


def test_figures_of_the_generator_are_metrics(page: str) -> None:
    lines = read(f"{page}metrics").splitlines()
    for line in (
        "stammtisch_load_tables 8.0",
        "stammtisch_load_tables_due 8.0",
        "stammtisch_load_sockets 32.0",
        "stammtisch_load_moves_total 600.0",
        "stammtisch_load_faults_total 1.0",
        "stammtisch_load_bytes_in_total 6000.0",
        "stammtisch_load_generator_cpu_seconds_total 1.5",
        'stammtisch_load_act_seconds_bucket{le="0.005"} 540.0',
        'stammtisch_load_act_seconds_bucket{le="0.05"} 600.0',
        "stammtisch_load_act_seconds_count 600.0",
        'stammtisch_load_lag_seconds_bucket{le="0.001"} 300.0',
    ):
        assert line in lines


def test_the_page_shows_the_plots_of_the_report_and_they_grow(run: LiveRun, page: str) -> None:
    whole, part = read(page), read(f"{page}part")
    assert "Load test, running" in whole and part in whole
    for words in ("Act to last seat, over time", "Latency by percentile", "3 of 20", "8 of 8", "event loop"):
        assert words in part
    seconds = run._seconds
    assert seconds is not None
    for process in range(2):
        seconds.add(tick(3, process))
    list(seconds.whole(4.0))
    run._drawn_at = float("-inf")
    assert "4 of 20" in read(f"{page}part")


def test_a_page_that_is_closed_meanwhile_is_no_error(page: str, capfd: pytest.CaptureFixture[str]) -> None:
    place = urlsplit(page)
    with socket.create_connection((place.hostname, place.port)) as reader:
        reader.sendall(b"GET / HTTP/1.1\r\n\r\n")
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))  # it is reset
    assert "Load test" in read(page), "answers are given one after the other"
    assert capfd.readouterr().err == ""


def test_before_the_first_second_and_elsewhere() -> None:
    with shown(LiveRun(), "127.0.0.1", 0) as page:
        assert "being set up" in read(page)
        assert "stammtisch_load_tables" not in read(f"{page}metrics")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read(f"{page}etc/passwd")

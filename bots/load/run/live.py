"""A run while it lasts: its page, whose plots grow, and its own figures as `/metrics`.

The page is drawn when it is asked for, so a run that nobody watches costs nothing. One request is answered at
a time, by a thread of the coordinator.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from ..plan import LoadPlan
from ..report.live import live_page, live_part
from ..result import Result
from .aggregate import COUNTED, RunSeconds
from .machine import machine

REQUEST_TIMEOUT_S: Final = 5.0
"""Seconds that a client may take to send its request."""

DRAW_INTERVAL_S: Final = 2.0
"""Seconds for which drawn plots are shown again; drawing takes CPU of this machine."""

BOUNDS_MS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Upper bounds of the buckets of latencies."""

HISTOGRAM: Final = "text/plain; version=0.0.4; charset=utf-8"
HTML: Final = "text/html; charset=utf-8"


class LiveRun(Collector):
    """The state of a run, as far as it has come."""

    def __init__(self) -> None:
        self._plan = LoadPlan(url="")
        self._seconds: RunSeconds | None = None
        self._drawn_at = float("-inf")
        self._drawn = ""
        self._machine = machine()
        self._started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def begins(self, plan: LoadPlan, seconds: RunSeconds) -> None:
        """The run begins; `seconds` grows with it."""
        self._plan, self._seconds = plan, seconds

    def result(self) -> Result:
        """What is known so far."""
        if self._seconds is None:
            seconds, tracks = [], {}
        else:
            seconds = list(self._seconds.done)
            made = {name: buckets.copy().track(1000) for name, buckets in self._seconds.so_far.items()}
            tracks = {name: track for name, track in made.items() if track is not None}
        counts = {name: sum(getattr(second, name) for second in seconds) for name in COUNTED}
        return Result(
            command=[],
            started=self._started,
            machine=self._machine,
            plan=self._plan,
            measured_s=float(len(seconds)),
            tracks=tracks,
            counts=counts,
            seconds=seconds,
        )

    def page(self) -> str:
        """The whole page."""
        return live_page(self._plan, self._started, self.part())

    def part(self) -> str:
        """The part of the page that grows."""
        now = time.monotonic()
        if now - self._drawn_at > DRAW_INTERVAL_S:
            self._drawn, self._drawn_at = live_part(self.result()), now
        return self._drawn

    def metrics(self) -> bytes:
        """The figures in Prometheus's text format."""
        registry = CollectorRegistry()
        registry.register(self)
        return bytes(generate_latest(registry))

    def collect(self) -> Iterator[Metric]:
        if self._seconds is None or not (seconds := list(self._seconds.done)):
            return
        last = seconds[-1]
        for name, value, words in (
            ("tables", last.tables, "Tables that are being played."),
            ("tables_due", last.tables_due, "Tables that the schedule wants."),
            ("sockets", last.sockets, "Sockets that the server has welcomed."),
            ("generator_cores", last.generator_cpu, "Cores that the busiest generator uses."),
            ("seconds", len(seconds), "Seconds since the first table was due."),
        ):
            yield GaugeMetricFamily(f"stammtisch_load_{name}", words, value)
        totals = Counter[str]()
        for second in seconds:
            totals.update({name: getattr(second, name) for name in COUNTED})
        for name in COUNTED:
            yield CounterMetricFamily(f"stammtisch_load_{name}", f"{name} of the run so far.", totals[name])
        cpu = sum(self._seconds.busy_s)
        yield CounterMetricFamily("stammtisch_load_generator_cpu_seconds", "CPU of all generators.", cpu)
        for name, buckets in sorted(self._seconds.so_far.items()):
            yield _histogram(name, buckets.copy().counts)


def _histogram(name: str, counts: dict[int, int]) -> HistogramMetricFamily:
    found = HistogramMetricFamily(f"stammtisch_load_{name}_seconds", f"Latencies of the track {name}.")
    within = [0] * (len(BOUNDS_MS) + 1)
    for us, times in counts.items():
        within[sum(us > bound * 1000 for bound in BOUNDS_MS)] += times
    names = [*(str(bound / 1000) for bound in BOUNDS_MS), "+Inf"]
    total = sum(us * times for us, times in counts.items()) / 1e6
    found.add_metric([], list(zip(names, map(float, accumulate(within)), strict=True)), total)
    return found


class LiveServer(HTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error of an answer, but not that its reader is gone: pages are closed and loaded again."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def shown(run: LiveRun, host: str, port: int) -> Iterator[str]:
    """Serve the page and the metrics of a run; gives the page's address. Raises OSError."""
    answers: dict[str, Callable[[], tuple[str, bytes]]] = {
        "/": lambda: (HTML, run.page().encode()),
        "/part": lambda: (HTML, run.part().encode()),
        "/metrics": lambda: (HISTOGRAM, run.metrics()),
    }

    class Handler(BaseHTTPRequestHandler):
        timeout = REQUEST_TIMEOUT_S

        def do_GET(self) -> None:
            answer = answers.get(self.path)
            kind, content = answer() if answer is not None else (HISTOGRAM, b"not found\n")
            self.send_response(200 if answer is not None else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = LiveServer((host, port), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

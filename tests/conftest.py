"""What many tests use: a real Redis for each, and property-based tests without deadlines."""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis
from redis import exceptions as errors

from server.authoring.browsers import NO_CHROMIUM, chromium
from server.process.child import tie_to
from server.store.embedded import binary

from .waiting import LIMIT
from .web import browsers

pytest.register_assert_rewrite("tests.live.whole_games")  # it asserts for many tests
collect_ignore = ["packages"]
"""Packages of games with tests of their own, which tests/authoring/test_examples.py runs."""

pytest_plugins = ["tests.citing", "tests.durations"]

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

os.environ.setdefault("STAMMTISCH_MINDS", "greedy,whim")
"""The minds of servers in tests: the quick bot and the one that plays well."""

DATABASES = 4000

DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
"""Settings of a Redis that keeps all acknowledged writes."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line for each reason for which tests were skipped, with any number of tests."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    reasons = Counter(told[2].removeprefix("Skipped: ") for told in skipped if isinstance(told, tuple))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} skipped: {reason}")


def redis_server(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a Redis on `folder`/redis.sock, and wait until it serves. Without settings it keeps all
    acknowledged writes."""
    socket = folder / "redis.sock"
    place = ("--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--databases", str(DATABASES))
    with (folder / "redis.log").open("ab") as log:
        process = subprocess.Popen(
            [binary(), *place, *(words or DURABLE)], stdout=log, stderr=log, preexec_fn=tie_to(os.getpid())
        )
    limit = time.monotonic() + LIMIT
    with Redis(unix_socket_path=str(socket), socket_timeout=LIMIT) as client:
        while True:
            try:
                client.ping()
            except (errors.ConnectionError, OSError):
                running = process.poll() is None and time.monotonic() < limit
                assert running, "Redis doesn't serve:\n" + (folder / "redis.log").read_text()
                time.sleep(0.01)
            else:
                return process


@pytest.fixture(scope="session")
def new_redis_url() -> Iterator[Callable[[], str]]:
    """Returns the address of an empty database at every call, for databases that outlive a test."""
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        process = redis_server(Path(name))
        numbers = itertools.cycle(range(DATABASES))
        yield lambda: f"unix://{name}/redis.sock?db={next(numbers)}"
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """The browser. Where it is missing, tests that need it are skipped, or fail in CI."""
    return browsers.needed(chromium(), NO_CHROMIUM)


@pytest.fixture
def redis_url(new_redis_url: Callable[[], str]) -> str:
    """The address of a Redis with an empty database for this test alone."""
    return new_redis_url()

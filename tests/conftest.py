"""What many tests stand on: a real Redis of their own, and properties that are not about time."""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis
from redis import exceptions as errors

from server.children import tie_to
from server.store.embedded import binary

from .waiting import LIMIT

pytest.register_assert_rewrite("tests.hub.proving")  # it asserts for many tests

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

os.environ.setdefault("STAMMTISCH_MINDS", "greedy,whim")
"""What servers of tests offer: the quick bot and the one that plays well."""

HERE = Path(__file__).parent

LONGEST = (
    "web/test_evening.py",
    "web/test_sight.py",
    "web/test_stage.py",
    "games/test_laws.py",
    "web/test_table.py",
    "web/test_full_boards.py",
    "web/test_looks.py",
    "web/test_lessons.py",
    "web/test_conveniences.py",
    "web/test_loyang.py",
    "web/test_lobby.py",
    "web/test_bruges_looks.py",
    "processes/test_play.py",
    "web/test_loyang_looks.py",
    "web/test_schweinebande.py",
    "hub/test_away.py",
    "web/test_rules.py",
    "web/test_examples.py",
    "web/test_replay.py",
    "bots/test_learning.py",
    "web/test_two_hubs.py",
    "web/test_santiago_looks.py",
    "protocol/test_diff.py",
    "hub/test_kills.py",
    "web/test_newcomer.py",
    "web/test_why.py",
    "web/test_machi_koro.py",
    "web/test_bruges.py",
    "web/test_wires.py",
    "store/test_copies.py",
    "web/test_santiago.py",
    "web/test_costly.py",
    "hub/test_faults.py",
    "web/test_host.py",
    "games/test_positions.py",
    "hub/test_steady.py",
    "bots/test_attack.py",
    "hub/test_doors.py",
    "web/test_frames.py",
    "simulation/test_simulation.py",
    "bots/test_load.py",
    "bots/test_load_profiles.py",
    "web/test_kept.py",
    "web/test_history.py",
    "hub/test_manners.py",
    "host/test_moving.py",
    "hub/test_analyses.py",
    "web/test_story.py",
    "store/test_embedded.py",
    "hub/test_disclosure.py",
    "hub/test_hubs.py",
    "web/test_waiting.py",
    "hub/test_sandbox.py",
    "games/test_lessons.py",
    "web/test_tips.py",
    "bots/test_chances.py",
    "processes/test_proxy.py",
    "table/test_laws.py",
)
"""The files that take longest, in this order: where several workers share the tests, these begin first, and
none of them is still on its way, alone, when all else is done."""

DATABASES = 4000

DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
"""Settings of a Redis that keeps what it acknowledged."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ranks = {HERE / name: rank for rank, name in enumerate(LONGEST)}
    assert all(path.exists() for path in ranks), "LONGEST names a file that is gone"
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


def redis_server(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a Redis on `folder`/redis.sock, and wait until it serves: with these settings, or else one that
    keeps what it acknowledged."""
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
    """Gives the address of an empty database at every call, for those that outlive a test."""
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        process = redis_server(Path(name))
        numbers = itertools.cycle(range(DATABASES))
        yield lambda: f"unix://{name}/redis.sock?db={next(numbers)}"
        process.kill()
        process.wait()


@pytest.fixture
def redis_url(new_redis_url: Callable[[], str]) -> str:
    """The address of a Redis with an empty database of this test's own."""
    return new_redis_url()

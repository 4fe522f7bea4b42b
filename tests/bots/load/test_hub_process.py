"""A server under measurement: it runs while it is needed, and ends with the process that started it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from bots.hub_process import PORTS, HubCannotStart, OwnServer, free_port, own_server
from bots.load.judge.verifier import download
from bots.load.run.command_agent import SECRET
from bots.load.run.scrape import sample
from tests.proc import alive, children
from tests.proxies import BEHIND_A_PROXY
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[3]

PARENT = """
import time
from bots.hub_process import own_server

with own_server({"STAMMTISCH_BUDGETS": "2"}, cores=False) as server:
    print(server.pid, server.url, flush=True)
    time.sleep(600)
"""


def healthy(url: str) -> bool:
    """Does the server with this websocket address answer?"""
    page = url.replace("ws://", "http://").removesuffix("/ws") + "/healthz"
    try:
        with urllib.request.urlopen(page, timeout=LIMIT) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def gone(*pids: int) -> bool:
    """Have all these exited within a minute?"""
    limit = time.monotonic() + 60
    while any(map(alive, pids)) and time.monotonic() < limit:
        time.sleep(0.05)
    return not any(map(alive, pids))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends it with its parent")
def test_it_ends_with_its_parent_even_if_that_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert parent.stdout is not None
        pid, url = parent.stdout.readline().split()
        redis = children(int(pid))
        assert healthy(url) and redis and all(map(alive, redis))
    finally:
        parent.kill()
        parent.communicate()
    assert gone(int(pid), *redis) and not healthy(url)


def test_it_is_gone_afterwards_with_all_it_has_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with own_server(cores=False) as server:
        assert healthy(server.url) and list(tmp_path.iterdir())
    assert not healthy(server.url) and not alive(server.pid) and not list(tmp_path.iterdir())


def test_the_environment_may_have_a_proxy_and_the_secret_of_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy is not asked for a server on this machine, and the secret is none of the server's."""
    for name, value in {**BEHIND_A_PROXY, SECRET: "a long random text"}.items():
        monkeypatch.setenv(name, value)
    with own_server(cores=False) as server:
        assert sample([server.metrics], LIMIT)
        assert b"healthy" in download(server.url.replace("ws://", "http://").removesuffix("/ws") + "/healthz")


def test_a_port_is_given_once() -> None:
    """This holds even before anything listens on the first one."""
    given = [free_port() for _ in range(900)]
    assert len(set(given)) == len(given) and all(port in PORTS for port in given)


def test_one_that_cannot_start_says_why(server: OwnServer) -> None:
    port = server.url.split(":")[2].split("/")[0]
    with pytest.raises(HubCannotStart, match=r"port|PORT"), own_server({"PORT": port}):
        pass
    with pytest.raises(HubCannotStart, match="STAMMTISCH_QUEUE"), own_server({"STAMMTISCH_QUEUE": "many"}):
        pass

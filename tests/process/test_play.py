"""`python -m server play` as people run it: every part killed, stopped cleanly, started twice, misused."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from configparser import ConfigParser
from inspect import signature
from pathlib import Path

import httpx
import pytest

from server.play import bound, lan_address, link, near
from server.process.child import Child
from server.serve import listen
from server.settings.config import read
from server.store.admin_records import admin_records_at
from server.store.embedded import CannotStart
from tests.waiting import LIMIT, until, within

from ..proc import alive
from .forked import ran
from .playing import ROOT, Playing
from .stores import hubs


@pytest.fixture
async def playing(tmp_path: Path) -> AsyncIterator[Playing]:
    it = await Playing.start(tmp_path / "data")
    yield it
    if it.process.returncode is None:
        await it.stop(signal.SIGTERM)


async def test_it_serves_stops_cleanly_and_goes_on_where_it_was(playing: Playing, tmp_path: Path) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", playing.address)
    assert await playing.healthy()
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as client:
        assert "<html" in (await client.get(playing.address)).text
    parts = playing.parts()
    assert set(parts) == {"redis", "hub", "bots"}
    async with hubs(f"unix://{tmp_path}/data/redis.sock", "visitor") as (visitor,):
        assert await visitor.store.commit("t", 0, b"a table", ttl=1000)
    assert await playing.stop() == 0
    assert not any("Traceback" in line or "Error" in line for line in playing.lines), playing.lines
    assert not any(map(alive, parts.values()))
    assert not (tmp_path / "data" / "redis.sock").exists()

    again = await Playing.start(tmp_path / "data")
    async with hubs(f"unix://{tmp_path}/data/redis.sock", "visitor") as (visitor,):
        assert await visitor.store.entries("t") == [b"a table"]
    assert await again.stop(signal.SIGTERM) == 0


async def test_killed_processes_are_restarted(playing: Playing) -> None:
    for name in ("hub", "redis", "bots"):
        before = playing.parts()
        os.kill(before[name], signal.SIGKILL)
        await until(lambda name=name, pid=before[name]: playing.parts().get(name, pid) != pid)  # type: ignore[misc]
        await until(playing.healthy)
        after = playing.parts()
        assert {other: after[other] for other in before if other != name} == {
            other: pid for other, pid in before.items() if other != name
        }, "the others live on"


async def test_killed_it_leaves_nobody_behind(playing: Playing, tmp_path: Path) -> None:
    parts = playing.parts()
    playing.process.kill()
    await playing.process.wait()
    await until(lambda: not any(map(alive, parts.values())))
    again = await Playing.start(tmp_path / "data")
    assert await again.stop() == 0


async def complaint(
    command: str, *words: str, run: Sequence[str] = ("-m", "server"), **environment: str
) -> str:
    """The one line with which a command refuses to start."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *run, command, *words),
        cwd=ROOT,
        env={**os.environ, "PORT": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    async with within(f"{command} refuses to start with {environment}"):
        said, _ = await process.communicate()
    assert process.returncode == 1
    (line,) = said.decode().splitlines()
    return line


UNTRIED = """
import sys
from server import __main__, serve
serve.check_metrics = lambda address: None
sys.exit(__main__.main(sys.argv[1:]))
"""
"""A server whose METRICS address is taken between the check and the start of its service."""


async def test_metrics_that_somebody_takes_during_the_start_are_one_clear_line(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        given = {"METRICS": f"127.0.0.1:{port}", "DATA": data, "LOG_LEVEL": "warning"}
        told = await complaint("serve", run=("-c", UNTRIED), **given)
    assert f"Port {port} is in use" in told and "set METRICS" in told
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(str(tmp_path / "taken"))
        taken.listen()
        given["METRICS"] = f"unix:{tmp_path}/taken"
        assert "another server listens there" in await complaint("serve", run=("-c", UNTRIED), **given)


@pytest.mark.parametrize("command", ["play", "serve"])
async def test_each_obstacle_is_one_clear_line(
    command: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = str(tmp_path / "data")
    out = tmp_path_factory.mktemp("out") / "said"

    async def says(*words: str, **environment: str) -> str:
        given = {**os.environ, "PORT": "0", **environment}
        status = await asyncio.to_thread(ran, [command, *words], given, ROOT, out)
        (line,) = out.read_text().splitlines()
        assert status == 1, line
        return line

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use on 127.0.0.1" in await complaint(command, PORT=port, DATA=data)
        told = await says(METRICS=f"127.0.0.1:{port}", DATA=data)
        assert f"Port {port} is in use" in told and "set METRICS" in told
    assert "can't be written to" in await says(DATA="/dev/null/data")
    assert "HOST=nowhere.invalid is no address" in await says(HOST="nowhere.invalid", DATA=data)
    assert "METRICS=nowhere.invalid is no" in await says(METRICS="nowhere.invalid:1", DATA=data)
    assert "99999 is no port" in await says(METRICS=":99999", DATA=data)
    (tmp_path / "precious").write_text("a letter")
    for place, why in {
        "precious": "something else lies there",
        ".": "something else lies there",
        "nowhere/socket": "No such file or directory",
        "long" * 40: "too long",
    }.items():
        told = await says(METRICS=f"unix:{tmp_path}/{place}", DATA=data)
        assert told.startswith(f"stammtisch: METRICS=unix:{tmp_path}/{place} can't be used: ") and why in told
    assert (tmp_path / "precious").read_text() == "a letter"
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(str(tmp_path / "taken"))
        taken.listen()
        told = await says(METRICS=f"unix:{tmp_path}/taken", DATA=data)
        assert "another server listens there" in told
    assert "PORT=x can't be used" in await says(PORT="x")
    assert "port=x can't be used" in await says("--port", "x")
    assert "There is no /" in await says(REDIS=f"unix://{tmp_path}/nobody")
    assert "Nothing listens at 127.0.0.1:1." in await says(REDIS="cluster+redis://127.0.0.1:1")
    (tmp_path / "open").mkdir(mode=0o755)
    (tmp_path / "open" / "letter").touch()
    assert "Others can look into" in await says(DATA=str(tmp_path / "open"))
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / "appendonlydir").write_text("in the way")
    assert "Redis doesn't start" in await says(DATA=data)


def test_a_system_without_ipv6_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_family(*kind: int) -> None:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))

    monkeypatch.setattr("socket.socket", no_family)
    for setting in ("PORT", "METRICS"):
        with pytest.raises(CannotStart, match="::1 port 8080 can't be listened on: Address family not"):
            listen("::1", 8080, setting)


async def test_a_second_start_says_so(playing: Playing, tmp_path: Path) -> None:
    assert "is in use by another server" in await complaint("play", DATA=str(tmp_path / "data"))
    port = playing.address.rstrip("/").rpartition(":")[2]
    assert f"Port {port} is in use" in await complaint("play", DATA=str(tmp_path / "data"), PORT=port)


async def test_settings_of_all_hubs_are_those_of_play(tmp_path: Path, redis_url: str) -> None:
    """The command line applies to all hubs as well; a name leaves room for their numbers; the metrics of all
    are at a unix socket, where an earlier socket was left."""
    place = str(tmp_path / "figures")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(place)
    given = {"REDIS": redis_url, "METRICS": f"unix:{place}", "STAMMTISCH_HUB": "n" * 40, "HUBS": "65"}
    it = await Playing.start(tmp_path / "unused", "--hubs", "1", **given)
    async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(uds=place), timeout=LIMIT) as client:

        async def shown() -> bool:
            """Does the hub deliver its metrics within the permitted time?"""
            return 'stammtisch_sockets{hub="1"}' in (await client.get("http://play/metrics")).text

        await until(shown)
    async with admin_records_at(redis_url) as house:
        await until(house.loads)
        (name,) = await house.loads()
    assert await it.stop() == 0
    assert name.startswith("n" * 38 + "-1-")


async def test_another_redis_can_be_used(redis_url: str, tmp_path: Path) -> None:
    it = await Playing.start(tmp_path / "unused", REDIS=redis_url)
    assert set(it.parts()) == {"hub", "bots"}
    assert await it.healthy()
    assert await it.stop() == 0
    assert not (tmp_path / "unused").exists()


def test_links_are_for_others_when_others_can_come() -> None:
    assert link("127.0.0.1", 8080) == "http://127.0.0.1:8080/"
    assert link("0.0.0.0", 8080) == f"http://{lan_address()}:8080/"
    assert link("::1", 1) == "http://[::1]:1/"
    assert near("0.0.0.0") == "127.0.0.1"
    assert near("192.168.1.4") == "192.168.1.4"
    with listen("0", 0) as it:
        assert bound("0", it) == ("0.0.0.0", it.getsockname()[1]), "that is everywhere, too"
    with listen("localhost", 0) as it:
        assert bound("localhost", it) == ("localhost", it.getsockname()[1])
    socket.inet_aton(lan_address())


def test_systemd_has_play_end_its_parts() -> None:
    """If systemd signalled all processes at once, Redis would exit before hubs have stored the pending
    requests."""
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "deploy/systemd/stammtisch.service")
    assert unit["Service"]["ExecStart"].endswith("/stammtisch play")
    rows = (ROOT / "deploy/systemd/stammtisch.env").read_text().splitlines()
    given = read(dict(one.split("=") for one in rows if one and one[0] != "#"))
    assert given.proxies == [given.host] == ["127.0.0.1"], "all who come by the proxy would count as one"
    assert unit["Service"]["KillMode"] == "mixed"
    patience = signature(Child.stop).parameters["patience"].default
    assert int(unit["Service"]["TimeoutStopSec"]) > 3 * patience, "for bots, hubs and Redis in turn"

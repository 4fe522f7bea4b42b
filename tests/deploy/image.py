"""Runs the steps of the Dockerfile without containers, and plays with what comes out: `make image-check`.

Each stage is a folder and an environment of its own. Absolute paths of the image lie below the folder. Steps
that need a whole system are left out (`OF_THE_SYSTEM`).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from bots.hub_process import free_port
from server.games import GAMES
from tests.bots.client.table_maker import host_at, over
from tests.conftest import redis_server
from tests.proxies import BEHIND_A_PROXY
from tests.waiting import LIMIT, until

from .test_compose import filled_in

ROOT: Final = Path(__file__).parents[2]

DOCKERFILE: Final = ROOT / "Dockerfile"

OF_THE_SYSTEM: Final = ("useradd ", "apt-get ")
"""How commands begin that change the users and packages of the image's system."""

NOT_COPIED: Final = ("__pycache__", "node_modules", "built")
"""Names of folders that .dockerignore leaves out."""

FROM_THE_INDEX: Final = "--require-hashes"
"""What commands have that install packages from the index."""

GAME: Final = ROOT / "tests/packages/goofspiel-1.0"
"""A game of another package, for the folder /games."""

PR_CAPBSET_DROP: Final = 24

Step = tuple[str, str]
"""An instruction of a Dockerfile, and the rest of its line."""


def steps(text: str) -> list[Step]:
    """The instructions of a Dockerfile."""
    lines = re.sub(r"(?m)^\s*#.*\n", "", text).replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line)]


def ignored(path: str) -> bool:
    """Does .dockerignore, which lists what the image needs, leave out this file or folder?"""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    return f"!{path}" not in lines


class Stage:
    """A stage of the image, as a folder and an environment."""

    def __init__(self, folder: Path, before: Mapping[str, Stage], offline: bool) -> None:
        """`offline`: instead of packages from the index it has those of our own environment, and nothing is
        compiled, which takes a minute."""
        self.root = folder / "root"
        self.root.mkdir(parents=True)
        self._python = folder / "python"
        self._before = before
        self._offline = offline
        self._place = self.root
        self.variables: dict[str, str] = {}
        self.last: dict[str, str] = {}
        """Of USER, HEALTHCHECK, CMD and EXPOSE the last one."""
        venv.create(self._python, with_pip=True, symlinks=True)

    def _keep(self, word: str) -> Callable[[str], None]:
        return lambda rest: self.last.update({word: rest})

    def do(self, word: str, rest: str) -> None:
        """Run an instruction. Raises CalledProcessError, KeyError for an unknown one."""
        {
            "WORKDIR": self._workdir,
            "COPY": self._copy,
            "RUN": self._run,
            "ENV": self._env,
            **{it: self._keep(it) for it in ("USER", "HEALTHCHECK", "CMD", "EXPOSE")},
        }[word](rest)

    def here(self, text: str) -> str:
        """A text with the image's absolute paths as they are here."""
        return re.sub(r"(?<![\w.:/])/(build|stammtisch|games)\b", lambda it: str(self.root) + it[0], text)

    @property
    def environment(self) -> dict[str, str]:
        """What processes of the image have in their environment."""
        return {"PATH": f"{self._python}/bin:{os.environ['PATH']}", "HOME": "/nonexistent", **self.variables}

    @property
    def packages(self) -> Path:
        """The folder of installed packages."""
        (found,) = (self._python / "lib").glob("python*/site-packages")
        return found

    @property
    def place(self) -> Path:
        """The folder in which processes start."""
        return self._place

    def _workdir(self, rest: str) -> None:
        self._place = Path(self.here(rest))
        self._place.mkdir(exist_ok=True)

    def _copy(self, rest: str) -> None:
        *sources, to = rest.split()
        stage = self._before[sources.pop(0).removeprefix("--from=")] if sources[0][:7] == "--from=" else None
        for source in sources:
            assert stage or not ignored(source), f"{source} is left out by .dockerignore"
            path = Path(stage.here(source)) if stage else ROOT / source
            if path.is_dir():
                shutil.copytree(path, self._place / to, ignore=shutil.ignore_patterns(*NOT_COPIED))
                if self._offline and source == "lint":
                    (self._place / to / "node_modules").symlink_to(ROOT / "lint/node_modules")
            else:
                shutil.copy(path, self._place / to)

    def _run(self, rest: str) -> None:
        if rest.startswith(OF_THE_SYSTEM):
            return
        if self._offline and FROM_THE_INDEX in rest:
            for old in self.packages.glob("setuptools*"):  # older Pythons bring one
                shutil.rmtree(old)
            (self.packages / "ours.pth").write_text(sysconfig.get_path("purelib") + "\n")
            return
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = {**ours, **self.environment, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        environment["HOME"] = str(self.root)
        if self._offline:
            environment["WHEEL_FOR"] = "any"
        done = subprocess.run(
            ["sh", "-euc", self.here(rest)], cwd=self._place, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"RUN {rest}\n{done.stdout}{done.stderr}"

    def _env(self, rest: str) -> None:
        for pair in shlex.split(rest):
            name, _, value = pair.partition("=")
            self.variables[name] = self.here(value)

    def size(self) -> int:
        """The bytes of its files and of its packages."""
        files = (it for folder in (self.root, self.packages) for it in folder.rglob("*"))
        return sum(it.lstat().st_size for it in files if it.is_file())


def build(folder: Path, offline: bool = False) -> Stage:
    """Run all steps in this folder; returns the last stage."""
    stages: dict[str, Stage] = {}
    for word, rest in steps(DOCKERFILE.read_text()):
        if word == "FROM":
            _, _, name = rest.partition(" AS ")
            stage = Stage(folder / (name or "image"), stages, offline)
            stages[name] = stage
        else:
            stage.do(word, rest)
    return stage


def add_game(stage: Stage) -> None:
    """Put a game into /games, as `pip install --target` does."""
    games = Path(stage.here("/games"))
    shutil.copytree(GAME / "gops", games / "gops", ignore=shutil.ignore_patterns("__pycache__"))
    about = games / "goofspiel-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: goofspiel\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[stammtisch.games]\ngops = gops\n")


def services() -> dict[str, Any]:
    text = filled_in((ROOT / "docker-compose.yml").read_text(), {"BOT_KEY": "a key of these tests"})
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def without_capabilities() -> None:
    """For a new process to call first, as `cap_drop: [ALL]`: even root must obey the permissions of files."""
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None).prctl
        for capability in range(64):
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@contextlib.contextmanager
def container(
    stage: Stage, words: Sequence[str], temporary: Path, **given: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the image; of its file system only the temporary folder is writable."""
    with (temporary / "said").open("ab") as said:
        process = subprocess.Popen(
            words,
            cwd=stage.place,
            env={**stage.environment, **BEHIND_A_PROXY, "TMPDIR": str(temporary), **given},
            stdout=said,
            stderr=said,
            preexec_fn=without_capabilities,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(LIMIT)


def healthy(stage: Stage, port: int) -> bool:
    """What the image's own check says."""
    words = json.loads(stage.last["HEALTHCHECK"].partition("CMD ")[2])
    environment = {**stage.environment, **BEHIND_A_PROXY, "PORT": str(port)}
    return subprocess.run(words, cwd=stage.place, env=environment, capture_output=True).returncode == 0


@contextlib.asynccontextmanager
async def serving(stage: Stage, folder: Path) -> AsyncIterator[str]:
    """A Redis, and a hub and bots as containers; gives the address of the websocket."""
    (folder / "redis").mkdir(parents=True)
    redis, port = redis_server(folder / "redis", *REDIS), free_port()
    try:
        hub = services()["hub"]["environment"]
        ours = {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "REDIS": f"unix://{folder}/redis/redis.sock",
            "METRICS": "",
            "STAMMTISCH_MINDS": "greedy,whim",
        }
        url = f"ws://127.0.0.1:{port}/ws"
        bots = {**services()["bots"]["environment"], "SERVER": url}
        with container(stage, json.loads(stage.last["CMD"]), folder, **{**hub, **ours}) as process:
            await until(lambda: process.poll() is not None or healthy(stage, port))
            assert process.poll() is None, (folder / "said").read_text()
            with container(stage, services()["bots"]["command"], folder, **bots):
                yield url
    finally:
        redis.kill()
        redis.wait()


REDIS: Final = ("--appendonly", "no", "--save", "")


async def play(stage: Stage, folder: Path) -> list[str]:
    """Bots play a whole game of each kind, and of the one in /games; returns the games."""
    async with serving(stage, folder) as url, host_at(url) as host:
        games = {**{name: min(engine.seats) for name, engine in GAMES.items()}, "gops": 2}
        tables = [await host.make(["whim"] * seats, name) for name, seats in games.items()]
        for table in tables:
            await host.start(table)
        await until(lambda: all(map(over, tables)), 3 * LIMIT)
        assert not host.refused
    said = (folder / "said").read_text()
    assert "Traceback" not in said, said
    return list(games)


def make_read_only(stage: Stage) -> None:
    """As a container's file system with `read_only`."""
    for path in (stage.root, *stage.root.rglob("*"), *stage.packages.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)


def main() -> int:
    """Build with the packages of the lock file, play, and print what came out."""
    with tempfile.TemporaryDirectory(prefix="image-") as name:
        begun = time.monotonic()
        stage = build(Path(name))
        took = time.monotonic() - begun
        add_game(stage)
        size = stage.size()
        make_read_only(stage)
        games = asyncio.run(play(stage, Path(name, "temporary")))
        print(f"The image's steps took {took:.0f} s; its files are {size / 2**20:.0f} MB.")
        print(f"Bots of the image have played {', '.join(games)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

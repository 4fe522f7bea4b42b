"""The findings of the doctor for several hubs as processes: equal ones, and hubs with other settings, another
version, another clock, a stop, or a crash."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.admin import query, settings_digest
from server.admin.agent import AdminAgent
from server.admin.findings import ADVICE, FINE, WRONG, Finding
from server.admin.hubs import hubs
from server.fingerprint import ACTING, files_of, fingerprint
from server.moderation.word_filter import WordFilter
from server.net.loop_lag import WINDOW_S, LoopLag
from server.settings.config import ClusterSetting, HubSetting, Settings, agreed, declared, read
from server.store import admin_records as admin_records_module
from server.store.admin_records import AdminRecords, admin_records_at
from tests.live.hubs import houses
from tests.outside import environment
from tests.waiting import LIMIT, until

ROOT = Path(__file__).parents[2]

KEY, OTHER_KEY = "the bots' key of these hubs", "the bots' key of another hub"

AHEAD = "import time; _real = time.time_ns; time.time_ns = lambda: _real() + 5_000_000_000"
"""Code that Python reads at its start: a clock that is five seconds ahead."""


class Hub:
    """A running `python -m server serve`."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self.process = process
        self.name = name

    async def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.returncode is None:
            self.process.send_signal(how)
            await self.process.wait()


@contextlib.asynccontextmanager
async def serving(url: str, **each: dict[str, str]) -> AsyncIterator[tuple[AdminRecords, dict[str, Hub]]]:
    """Hubs by name, each with additional environment variables; `at` is the folder of its program."""
    started: dict[str, Hub] = {}
    try:
        async with admin_records_at(url) as house:
            for name, more in each.items():
                more = {"at": str(ROOT), "BOT_KEY": KEY, "STAMMTISCH_POLL_S": "0.2", **more}
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "server", "serve"),
                    cwd=more.pop("at"),
                    env={**os.environ, "REDIS": url, "PORT": "0", "HUB": name, **more},
                )
                started[name] = Hub(process, name)

            async def all_there() -> bool:
                for hub in await house.loads():
                    started[hub.partition("-")[0]].name = hub
                return all("-" in hub.name for hub in started.values())

            await until(all_there, 2 * LIMIT)
            yield house, started
    finally:
        for hub in started.values():
            hub.process.send_signal(signal.SIGCONT) if hub.process.returncode is None else None
            await hub.end(signal.SIGKILL)


def other_program(folder: Path) -> str:
    """The program of this repository with one other word in its page."""
    for part in ("server", "protocol"):
        shutil.copytree(ROOT / part, folder / part)
    with (folder / "server/web/style.css").open("a") as file:
        file.write("/* another */\n")
    return str(folder)


def about(findings: list[Finding], what: str, state: str = WRONG) -> str:
    """The only finding that contains this text."""
    (found,) = [it for it in findings if what in it.what]
    assert found.state == state and (found.mend or state == FINE), found
    return found.what


def steady(findings: list[Finding]) -> list[Finding]:
    """All findings that are not fine, without those about the load of this machine."""
    return [it for it in findings if it.state != FINE and "stood still" not in it.what]


async def test_hubs_that_are_alike_and_one_after_the_other_isn_t_there(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.admin.hubs.ADRIFT_S", LIMIT)  # answers that come late look like other clocks
    here, began = read({"BOT_KEY": KEY}), time.monotonic()
    assert (await hubs(redis_url, here))[0].what == "No hub runs on this Redis just now."
    async with serving(redis_url, a={}, b={"LOG_LEVEL": "warning"}) as (house, started):
        a, b = started["a"], started["b"]
        found = await hubs(redis_url, here)
        assert steady(found) == []
        assert fingerprint() in about(found, f"Hub {a.name} (", FINE)
        assert " on Python 3." in about(found, f"Hub {b.name} (", FINE)
        asked_for = await hubs(redis_url, read({"COPIES": "1"}))
        assert about(asked_for, "Hubs have COPIES 0, and here it is 1", ADVICE)

        monkeypatch.setattr(query, "ANSWER_TIMEOUT_S", 2.0)
        a.process.send_signal(signal.SIGSTOP)
        assert about(await hubs(redis_url, here), f"Hub {a.name} (").endswith("it follows no orders.")
        a.process.send_signal(signal.SIGCONT)
        monkeypatch.setattr(query, "ANSWER_TIMEOUT_S", LIMIT)
        late = about(await hubs(redis_url, here), f"Hub {a.name} stood still for ")
        assert 1.5 < float(re.findall(r"for (\S+) s", late)[0]) < time.monotonic() - began

        await a.end()
        assert steady(await hubs(redis_url, here)) == [], "it has said goodbye"
        await b.end(signal.SIGKILL)
        monkeypatch.setattr(admin_records_module, "HEARTBEAT_TIMEOUT_S", 0.5)
        await until(lambda: _dead(house, b.name))
        assert re.search(
            r"not been heard of for \d+ s", about(await hubs(redis_url, here), f"Hub {b.name} (")
        )
        await house.loads()
        assert [it.state for it in await hubs(redis_url, here)] == [FINE], (
            "the status of the dead hub is deleted"
        )


async def _dead(house: AdminRecords, hub: str) -> bool:
    return not (await house.hubs()).lives(hub)


async def test_hubs_that_differ(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(AHEAD)
    (tmp_path / "words").write_text("mist\n")
    (tmp_path / "the same words").write_text("# Nothing new.\nmist")
    async with serving(
        redis_url,
        a={"WORDS": str(tmp_path / "words"), "STAMMTISCH_GRACE_MS": "1000"},
        b={"BOT_KEY": OTHER_KEY, "WORDS": str(tmp_path / "the same words"), "PROXIES": "10.0.0.0/8"},
        c={"PYTHONPATH": str(tmp_path), "WORDS": str(tmp_path / "words"), "PROXIES": "10.0.0.0/8"},
        d={"at": other_program(tmp_path / "program"), "BOT_KEY": "", "PROXIES": "10.0.0.0/8"},
    ) as (_, started):
        a, b, c, d = (started[name].name for name in "abcd")
        found: list[Finding] = []

        async def measured() -> bool:
            """Ask, until no answer comes late: then the clock of a hub looks as if it were behind."""
            found[:] = await hubs(redis_url, read({}))
            return any(it.what.startswith(f"The clocks of hubs are 5.0 s apart ({a} ") for it in found)

        await until(measured)
        told = {
            f"STAMMTISCH_GRACE_MS is not the same for all hubs: 1000 ({a}); 60000 ({b}, {c}, {d}).",
            f"BOT_KEY is not the same for all hubs: number 1 ({a}, {c}); number 2 ({b}); none ({d}).",
            f"WORDS is not the same for all hubs: number 1 ({a}, {b}, {c}); none ({d}).",
            about(found, f"Hubs run different versions: {fingerprint()} ({a}, {b}, {c}); "),
            about(found, f"The clocks of hubs are 5.0 s apart ({a} "),
            about(
                found,
                f"PROXIES is not the same for all hubs: none ({a}); 10.0.0.0/8 ({b}, {c}, {d}).",
                ADVICE,
            ),
        }
        assert {it.what for it in steady(found)} == told
        redis: Any = Redis.from_url(redis_url)
        await redis.config_set("rdbcompression", "no")  # a compressed dump would hide the text
        kept = b" ".join([await redis.dump(key) for key in await redis.keys("*")])
        await redis.aclose()
        assert b"grace_ms" in kept, "the answers lie there"
        assert KEY.encode() not in kept and OTHER_KEY.encode() not in kept
        assert not any(KEY in it.what or OTHER_KEY in it.what for it in found)


async def test_one_that_took_its_place_and_one_of_before(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hub that was killed and restarted at its port is not missing; a hub of an older version answers only
    questions about guests."""
    async with houses(redis_url, 1, poll_s=0.05) as (house,):
        async with admin_records_at(redis_url) as it:
            await until(it.loads)
            (load,) = (await it.loads()).values()
            await it.report("old-one", load)
        found = steady(await hubs(redis_url, house.settings))
        assert about(found, "Hub old-one (", ADVICE).endswith("and another runs in its place.")
        monkeypatch.setattr(AdminAgent, "_answer", lambda self, question, load: self._found(question))
        said = about(await hubs(redis_url, house.settings), f"Hub {house.settings.hub} ")
        assert "is of a version that doesn't tell how it is set" in said


def test_every_setting_says_whether_hubs_must_agree_on_it() -> None:
    for name in Settings.__struct_fields__:
        assert type(declared(name)) in (ClusterSetting, HubSetting), name
    assert (
        {"bot_key", "grace_ms", "budgets"} <= {*agreed()} <= {*Settings.__struct_fields__} - {"host", "hub"}
    )
    assert {name for name in Settings.__struct_fields__ if "key" in name} <= set(settings_digest.HASHED)


def test_secrets_are_hashed_for_a_single_query() -> None:
    settings, words = read({"BOT_KEY": KEY, "ADMIN_KEY": KEY, "COPIES": "2"}), WordFilter(["mist"])
    one, again, other = (
        settings_digest.differing_settings(settings, words, key) for key in ("one", "one", "other")
    )
    assert one == again and one["copies"] == other["copies"] == "2"
    hashes = [it[name] for it in (one, other) for name in settings_digest.HASHED]
    assert len(set(hashes)) == len(hashes), "nor does it tell that two keys are the same"


def test_recent_lag_expires() -> None:
    lag = LoopLag()
    lag.note(2.0, WINDOW_S)
    lag.note(0.5, WINDOW_S + 1)
    assert (lag.recent(), lag.told(), lag.told()) == (2.0, 2.0, 0.0)
    lag.note(0.1, 2 * WINDOW_S)
    assert lag.recent() == 2.0
    lag.note(0.2, 3 * WINDOW_S)
    assert lag.recent() == 0.2


def test_the_fingerprint_covers_all_files_of_a_wheel_except_documents() -> None:
    """A checkout and a package that was installed from it are the same version."""
    wheel = {ROOT / "protocol" / name for name in _modules(ROOT / "protocol")}
    wheel |= {ROOT / "server" / name for name in _modules(ROOT / "server")}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    for name in settings["packages"]["find"]["exclude"]:
        left_out = ROOT / name.removesuffix("*").replace(".", "/")
        assert left_out.is_dir()
        wheel = {path for path in wheel if not path.is_relative_to(left_out)}
    patterns = settings["package-data"]
    sources = [pattern for pattern in patterns["server"] if pattern != "built/**/*"]
    assert len(sources) == len(patterns["server"]) - 1
    wheel |= {path for pattern in sources for path in (ROOT / "server").glob(pattern)}
    compared = {part / name for part in (ROOT / "server", ROOT / "protocol") for name in files_of(part)}
    assert compared <= wheel and len(compared) > 400
    papers = {path for path in wheel if path.is_dir() or path.name.startswith("LICENSE")}
    kinds = {path.suffix for path in wheel - papers} - ACTING
    assert kinds <= {".md", ".svg", ".png", ".woff2", ".mts", ".webmanifest", ".tmpl"}, "all that acts"


def _modules(folder: Path) -> list[Path]:
    return [path.relative_to(folder) for path in folder.rglob("*.py")]


def test_a_change_of_what_acts_makes_another_version_and_one_of_papers_none(tmp_path: Path) -> None:
    program = Path(other_program(tmp_path))
    before = _version_at(program)
    (program / "protocol/README.md").write_text("another")
    (program / "protocol/vectors/client.json").write_text("[]")
    assert _version_at(program) == before
    with (program / "server/store/lua/commit.lua").open("a") as file:
        file.write("-- another\n")
    assert _version_at(program) != before


def _version_at(program: Path) -> str:
    code = "from server import fingerprint; print(fingerprint.fingerprint())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=program, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


async def test_hubs_that_have_other_games_are_named(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(redis_url, a={}, b=environment(tmp_path / "outside"), c={"PYTHONPATH": str(ROOT)}) as (
        _,
        started,
    ):
        a, b, c = (started[name].name for name in "abc")
        found = await hubs(redis_url, read({"BOT_KEY": KEY, "STAMMTISCH_MINDS": "greedy,whim,last"}))
        said = about(found, "The game toy is not the same at all hubs: ")
        assert f"none ({a}, {c})" in said and "outside 1.0, rules 1, " in said and f" ({b})" in said

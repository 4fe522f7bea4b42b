"""What the doctor says of several hubs, each a process of its own: alike, and each of them set otherwise,
of another version, with another clock, standing still, dead."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.config import Settings, read
from server.host import asking
from server.host.hubs import hubs
from server.host.telling import ADVICE, FINE, WRONG, Finding
from server.hub import likeness
from server.hub.lag import SPAN, Lag
from server.hub.steward import Steward
from server.hub.words import Words
from server.store import house as house_module
from server.store.house import House, house_at
from tests.hub.houses import houses
from tests.waiting import LIMIT, until

ROOT = Path(__file__).parents[2]

KEY, OTHER_KEY = "the bots' key of these hubs", "the bots' key of another hub"

AHEAD = "import time; _real = time.time_ns; time.time_ns = lambda: _real() + 5_000_000_000"
"""Read by Python at its start: a clock that is five seconds ahead."""


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
async def serving(url: str, **each: dict[str, str]) -> AsyncIterator[tuple[House, dict[str, Hub]]]:
    """Hubs by name, each with this in its environment besides; `at` is the folder of its program."""
    started: dict[str, Hub] = {}
    try:
        async with house_at(url) as house:
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

            await until(all_there)
            yield house, started
    finally:
        for hub in started.values():
            hub.process.send_signal(signal.SIGCONT) if hub.process.returncode is None else None
            await hub.end(signal.SIGKILL)


def other_program(folder: Path) -> str:
    """The program as it is here, but for one word of its page."""
    for part in ("server", "protocol"):
        shutil.copytree(ROOT / part, folder / part)
    with (folder / "server/web/style.css").open("a") as file:
        file.write("/* another */\n")
    return str(folder)


def about(findings: list[Finding], what: str, state: str = WRONG) -> str:
    """The one finding that holds this text."""
    (found,) = [it for it in findings if what in it.what]
    assert found.state == state and (found.mend or state == FINE), found
    return found.what


def steady(findings: list[Finding]) -> list[Finding]:
    """All that is not fine, but for how busy this machine is."""
    return [it for it in findings if it.state != FINE and "stood still" not in it.what]


async def test_hubs_that_are_alike_and_one_after_the_other_isn_t_there(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = read({"BOT_KEY": KEY})
    assert (await hubs(redis_url, here))[0].what == "No hub runs on this Redis just now."
    async with serving(redis_url, a={}, b={"LOG_LEVEL": "warning"}) as (house, started):
        a, b = started["a"], started["b"]
        found = await hubs(redis_url, here)
        assert steady(found) == []
        assert likeness.version() in about(found, f"Hub {a.name} (", FINE)
        assert " on Python 3." in about(found, f"Hub {b.name} (", FINE)
        asked_for = await hubs(redis_url, read({"COPIES": "1"}))
        assert about(asked_for, "Hubs have COPIES 0, and here it is 1", ADVICE)

        monkeypatch.setattr(asking, "PATIENCE", 2.0)
        a.process.send_signal(signal.SIGSTOP)
        assert about(await hubs(redis_url, here), f"Hub {a.name} (").endswith("it follows no orders.")
        a.process.send_signal(signal.SIGCONT)
        monkeypatch.setattr(asking, "PATIENCE", LIMIT)
        late = about(await hubs(redis_url, here), f"Hub {a.name} stood still for ")
        assert 1.5 < float(re.findall(r"for (\S+) s", late)[0]) < 10

        await a.end()
        assert steady(await hubs(redis_url, here)) == [], "it has said goodbye"
        await b.end(signal.SIGKILL)
        monkeypatch.setattr(house_module, "DEAD", 0.5)
        await until(lambda: _dead(house, b.name))
        assert re.search(
            r"not been heard of for \d+ s", about(await hubs(redis_url, here), f"Hub {b.name} (")
        )
        await house.loads()
        assert [it.state for it in await hubs(redis_url, here)] == [FINE], "what was looked at is forgotten"


async def _dead(house: House, hub: str) -> bool:
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
        found = await hubs(redis_url, read({}))
        a, b, c, d = (started[name].name for name in "abcd")
        told = {
            f"STAMMTISCH_GRACE_MS is not the same for all hubs: 1000 ({a}); 60000 ({b}, {c}, {d}).",
            f"BOT_KEY is not the same for all hubs: number 1 ({a}, {c}); number 2 ({b}); none ({d}).",
            f"WORDS is not the same for all hubs: number 1 ({a}, {b}, {c}); none ({d}).",
            about(found, f"Hubs run different versions: {likeness.version()} ({a}, {b}, {c}); "),
            about(found, f"The clocks of hubs are 5.0 s apart ({a} "),
            about(
                found,
                f"PROXIES is not the same for all hubs: none ({a}); 10.0.0.0/8 ({b}, {c}, {d}).",
                ADVICE,
            ),
        }
        assert {it.what for it in steady(found)} == told
        redis: Any = Redis.from_url(redis_url)
        kept = b" ".join([await redis.dump(key) for key in await redis.keys("*")])
        await redis.aclose()
        assert b"grace_ms" in kept, "the answers lie there"
        assert KEY.encode() not in kept and OTHER_KEY.encode() not in kept
        assert not any(KEY in it.what or OTHER_KEY in it.what for it in found)


async def test_one_that_took_its_place_and_one_of_before(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hub that was killed and started again at its port is no loss; one of an older version knows only
    questions for guests."""
    async with houses(redis_url, 1, poll_s=0.05) as (house,):
        async with house_at(redis_url) as it:
            await until(it.loads)
            (load,) = (await it.loads()).values()
            await it.report("old-one", load)
        found = steady(await hubs(redis_url, house.settings))
        assert about(found, "Hub old-one (", ADVICE).endswith("and another runs in its place.")
        monkeypatch.setattr(Steward, "_answer", lambda self, question, load: self._found(question))
        said = about(await hubs(redis_url, house.settings), f"Hub {house.settings.hub} ")
        assert "is of a version that doesn't tell how it is set" in said


def test_every_setting_is_alike_or_a_hub_s_own() -> None:
    assert sorted([*likeness.ALIKE, *likeness.OWN]) == sorted(Settings.__struct_fields__)
    assert {name for name in Settings.__struct_fields__ if "key" in name} <= set(likeness.HASHED)


def test_what_is_told_of_a_key_is_of_use_for_one_question() -> None:
    settings, words = read({"BOT_KEY": KEY, "ADMIN_KEY": KEY, "COPIES": "2"}), Words(["mist"])
    one, again, other = (likeness.told(settings, words, key) for key in ("one", "one", "other"))
    assert one == again and one["copies"] == other["copies"] == "2"
    hashes = [it[name] for it in (one, other) for name in likeness.HASHED]
    assert len(set(hashes)) == len(hashes), "nor does it tell that two keys are the same"


def test_what_is_recent_passes() -> None:
    lag = Lag()
    lag.note(2.0, SPAN)
    lag.note(0.5, SPAN + 1)
    assert (lag.recent(), lag.told(), lag.told()) == (2.0, 2.0, 0.0)
    lag.note(0.1, 2 * SPAN)
    assert lag.recent() == 2.0
    lag.note(0.2, 3 * SPAN)
    assert lag.recent() == 0.2

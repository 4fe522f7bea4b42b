"""The attackers of a load run: each acts as described, and is cut off at default budgets; others play on."""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bots.hub_process import OwnServer, own_server
from bots.load.figures import attack_delay, figure, kind_of
from bots.load.judge.verdict import judge
from bots.load.plan import ATTACK, CALM, Phase
from bots.load.play import attack
from bots.load.play.driver import Driver
from bots.load.play.profiles import PROFILES
from bots.load.play.recorder import Gauges
from bots.load.run.coordinator import measure
from protocol import codes
from server.app import Answers
from server.http.request_limits import RequestLimits
from tests.live.hubs import houses
from tests.proc import alive, children
from tests.waiting import LIMIT, until, within

from .results import encoded, result
from .runs import lengths, plan_for

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def ordinary() -> Iterator[OwnServer]:
    """A server with the default budgets."""
    with own_server(cores=False) as server:
        yield server


HTTP = ["chunks", "chunks of a log", "trailers", "header lines", "long heads", "unwanted bodies"]
HTTP += ["dear positions", "games", "chunks of a game"]
HANDS = "hands"  # makes tables first
LIMITED = ["pages", "pipelines", "answers", "changes"]
"""Kinds that are cut off at once, and those that are when their budget is used up."""

HALVES = ("half a handshake", "a slow handshake")
LATE = ("no hello", "silence", *HALVES)
OTHERS = (*LIMITED, *LATE, *HTTP, HANDS)
FLOODS = [kind for kind in attack.ATTACKS if kind not in OTHERS]


@pytest.mark.parametrize("kind", FLOODS)
async def test_each_flood_is_cut_off_as_one(ordinary: OwnServer, kind: str) -> None:
    _, does = attack.ATTACKS[kind]
    site = attack.Site.of(ordinary.url, 1)
    assert site.source.startswith("127.0.0."), "an address of its own"
    assert await does(site) == codes.FLOOD


@pytest.mark.parametrize("kind", [*HTTP, HANDS])
async def test_each_flood_over_http_is_cut_off(ordinary: OwnServer, kind: str) -> None:
    _, does = attack.ATTACKS[kind]
    async with within("the connection ends"):
        assert await does(attack.Site.of(ordinary.url, 4)) == 0


@pytest.mark.parametrize("kind", LIMITED)
async def test_too_many_page_requests_are_cut_off(kind: str) -> None:
    """With a hundredth of the budgets, because the default ones take long to use up."""
    with own_server({"STAMMTISCH_BUDGETS": "0.01"}, cores=False) as server:
        _, does = attack.ATTACKS[kind]
        async with within("the connection ends"):
            assert await does(attack.Site.of(server.url, 5)) == 0


async def test_every_route_is_attacked(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hub answers, and what the attackers ask of it. A new route needs an attacker."""
    asked = set[tuple[str, str]]()
    plain = RequestLimits.__call__

    async def noting(limits: RequestLimits, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            asked.add((scope.get("method", "GET"), scope["path"]))
        await plain(limits, scope, receive, send)

    monkeypatch.setattr(RequestLimits, "__call__", noting)
    async with houses(redis_url, budgets=1000.0) as (house,):
        routes = set[tuple[str, str]]()
        found: Any = Answers(house.settings, house.parts).routes()
        for route in found:
            methods = getattr(route, "methods", None) or {"GET"}
            routes |= {(method, route.path) for method in methods - {"HEAD"}}
        matching = {route.path: route.path_regex.match for route in found}

        def reached(method: str, path: str) -> bool:
            return any(method == how and matching[path](at) for how, at in asked)

        kinds = ("answers", "changes", "no hello", "pings", "hands", "games")
        attacking = asyncio.create_task(attack.attack(house.url, LIMIT, kinds))
        try:
            await until(lambda: all(reached(*route) for route in routes))
        except AssertionError:
            raise AssertionError({route for route in routes if not reached(*route)}) from None
        finally:
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)


def test_only_attackers_that_are_named_attack(ordinary: OwnServer) -> None:
    wanted = {"cut off: chunks", "cut off: long heads"}
    for attacked in lengths(3):
        phases = [
            Phase(name="arrivals", seconds=1, start=0, end=1, measured=False),
            Phase(name=CALM, seconds=1, start=1, end=1),
            Phase(name=ATTACK, seconds=attacked, start=1, end=1),
        ]
        plan = plan_for(ordinary.url, 4.0, tables=1, think="fixed:300", profile="attack", phases=phases)
        found = measure(replace(plan, attackers=["chunks", "long heads"]), ordinary.metrics)
        cut = {name for name in found.counts if name.startswith("cut off: ")}
        if cut >= wanted and found.counts["moves"]:
            break
    assert cut == wanted and found.faults == {}
    with pytest.raises(ValueError, match="no attackers nobody; there are pings"):
        measure(replace(plan, attackers=["nobody"]))


@pytest.fixture(scope="module")
def cut_off_late(ordinary: OwnServer) -> dict[str, int]:
    """How those end who are given time to go on. All are, at once: each takes ten seconds."""

    async def ends() -> list[int]:
        sites = [attack.Site.of(ordinary.url, number) for number in range(6, 6 + len(LATE))]
        ways = [attack.ATTACKS[kind][1] for kind in LATE]
        return await asyncio.gather(*(does(site) for does, site in zip(ways, sites, strict=True)))

    return dict(zip(LATE, asyncio.run(ends()), strict=True))


@pytest.mark.parametrize("kind", LATE)
def test_an_incomplete_request_is_cut_off(cut_off_late: dict[str, int], kind: str) -> None:
    assert cut_off_late[kind] == (codes.BAD_HELLO if kind == "no hello" else 0)


@pytest.mark.parametrize("profile", ["attack", "steady"])
def test_beside_attackers_each_user_has_an_own_address(profile: str) -> None:
    """Otherwise the budget of one address would limit the number of tables."""
    url = "ws://127.0.0.1:1/ws"
    drivers: list[Any] = [
        SimpleNamespace(
            plan=plan_for(url, 1.0, profile=profile), number=number, clock=None, _urls=[url],
            _sources=itertools.count(), _heard=None, playing=SimpleNamespace(lost=None),
            recorder=SimpleNamespace(gauges=Gauges()), _line=lambda: None,
        )
        for number in range(2)
    ]  # fmt: skip
    found = [Driver.user(driver).source for driver in drivers for _ in range(300)]
    if profile == "steady":
        assert set(found) == {""}
    else:
        assert len(set(found)) == 600 and all(ip_address(it).is_loopback for it in found)
        assert not set(found) & {attack.Site.of(url, number).source for number in range(len(attack.ATTACKS))}


@pytest.mark.parametrize(
    ("url", "port", "secure"),
    [
        ("ws://here.example/ws", 80, None),
        ("ws://here.example:8080/ws", 8080, None),
        ("wss://here.example/ws,ws://there.example/ws", 443, True),
        ("wss://here.example:8443/ws", 8443, True),
    ],
)
async def test_a_server_behind_tls_is_attacked_there(
    url: str, port: int, secure: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    async def open_connection(*place: Any, ssl: bool | None, local_addr: Any) -> tuple[None, None]:
        opened.append((*place, ssl, local_addr))
        return None, None

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    await attack.Site.of(url, 1).open()
    assert opened == [("here.example", port, secure, None)]


ATTACKING = """
import time
from pathlib import Path
from bots.load.plan import LoadPlan
from bots.load.play import attack
from bots.load.run.processes import Processes

if __name__ == "__main__":
    pipe = Processes(LoadPlan(url=""), Path(), False).spawn(attack.main, "URL", 600.0, ["silence"])
    pipe.send(time.monotonic())
    time.sleep(600)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends it with its parent")
async def test_nobody_attacks_on_for_a_run_that_is_gone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(LIMIT)
        script = tmp_path / "attacking.py"
        script.write_text(ATTACKING.replace("URL", f"ws://127.0.0.1:{listener.getsockname()[1]}/ws"))
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen([sys.executable, str(script)], env=environment) as run:
            try:
                listener.accept()[0].close()
                attacking = children(run.pid)
            finally:
                run.kill()
        assert attacking
        await until(lambda: not any(map(alive, attacking)))


def test_others_play_on_beside_all_attackers(ordinary: OwnServer) -> None:
    wanted = {f"{kind} {codes.FLOOD}" for kind in ("pings", "pongs", "fragments", "tables")} | set(HTTP)
    for seconds in (20, 100):  # a slow machine needs long for all kinds at once
        phases = [
            Phase(name="arrivals", seconds=1, start=0, end=4, measured=False),
            Phase(name=CALM, seconds=3, start=4, end=4),
            Phase(name=ATTACK, seconds=seconds, start=4, end=4),
        ]
        plan = plan_for(ordinary.url, 23.0, tables=4, think="fixed:300", profile="attack", phases=phases)
        found = measure(plan, ordinary.metrics)
        cut = {name.removeprefix("cut off: ") for name in found.counts if name.startswith("cut off: ")}
        moves = sum(second.moves for second in found.seconds if second.phase == ATTACK)
        if cut >= wanted and moves > 10 and figure(found, "attack_delay") is not None:
            break
    assert found.faults == {} and found.reach == 1
    assert cut >= wanted
    assert figure(found, "attack_delay") is not None
    assert moves > 10
    assert not [name for name in found.counts if name.startswith("refused ")], "others are refused nothing"


def test_the_delay_is_what_moves_take_longer_beside_attackers() -> None:
    run = result(1)
    assert attack_delay(run) is None and kind_of("attack_delay") == "ms"
    phases = [Phase(name=name, seconds=2, start=4, end=4) for name in (CALM, ATTACK)]
    rows = [
        replace(second, phase=phase, act=encoded([took] * 100))
        for second, phase, took in zip(run.seconds, (CALM, CALM, ATTACK, ATTACK), (3, 5, 4, 12), strict=False)
    ]
    attacked = judge(replace(run, plan=replace(run.plan, phases=phases), seconds=rows))
    assert figure(attacked, "attack_delay") == pytest.approx(12 - 5, rel=0.01)
    assert any("+7.0 ms" in reason for reason in attacked.reasons)


def test_the_attack_is_for_ordinary_budgets() -> None:
    assert PROFILES["attack"].budgets == "1"
    assert {profile.budgets for name, profile in PROFILES.items() if name != "attack"} == {"1000"}

"""The attackers of a load run: each does what it says, and is cut off at ordinary budgets; others play on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bots.hub_process import OwnServer, own_server
from bots.load.figures import attack_delay, figure, kind_of
from bots.load.judge.verdict import judge
from bots.load.plan import ATTACK, CALM, Phase
from bots.load.play import attack
from bots.load.play.profiles import PROFILES
from bots.load.run.coordinator import measure
from protocol import codes

from .load_results import encoded, result
from .load_runs import plan_for


@pytest.fixture(scope="module")
def ordinary() -> Iterator[OwnServer]:
    """A server with the budgets that people have."""
    with own_server(cores=False) as server:
        yield server


FLOODS = [kind for kind in attack.ATTACKS if kind not in ("pages", "silence", "no hello", *attack.HALVES)]


@pytest.mark.parametrize("kind", FLOODS)
async def test_each_flood_is_cut_off_as_one(ordinary: OwnServer, kind: str) -> None:
    _, does = attack.ATTACKS[kind]
    site = attack.Site.of(ordinary.url, 1)
    assert site.source.startswith("127.0.0."), "an address of its own"
    assert await does(site) == codes.FLOOD


async def test_who_never_says_hello_is_cut_off(ordinary: OwnServer) -> None:
    assert await attack.speechless(attack.Site.of(ordinary.url, 2)) == codes.BAD_HELLO


@pytest.mark.parametrize("kind", ["silence", *attack.HALVES])
async def test_who_says_nothing_whole_is_cut_off(ordinary: OwnServer, kind: str) -> None:
    _, does = attack.ATTACKS[kind]
    assert await does(attack.Site.of(ordinary.url, 3)) == 0


def test_others_play_on_beside_all_attackers(ordinary: OwnServer) -> None:
    phases = [
        Phase(name="arrivals", seconds=1, start=0, end=4, measured=False),
        Phase(name=CALM, seconds=3, start=4, end=4),
        Phase(name=ATTACK, seconds=6, start=4, end=4),
    ]
    plan = plan_for(ordinary.url, 9.0, tables=4, think="fixed:300", profile="attack", phases=phases)
    found = measure(plan, ordinary.metrics)
    assert found.faults == {} and found.reach == 1
    cut = {name.removeprefix("cut off: ") for name in found.counts if name.startswith("cut off: ")}
    assert cut >= {f"{kind} {codes.FLOOD}" for kind in ("pings", "pongs", "fragments", "tables")}
    assert figure(found, "attack_delay") is not None
    attacked = [second for second in found.seconds if second.phase == ATTACK]
    assert sum(second.moves for second in attacked) > 10
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

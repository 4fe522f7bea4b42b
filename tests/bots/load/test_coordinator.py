"""The processes of a load run and their messages, with a real server."""

from __future__ import annotations

from multiprocessing import Pipe as pipe_pair
from multiprocessing.connection import Connection as Pipe

import pytest

from bots.hub_process import OwnServer
from bots.load.plan import LoadPlan
from bots.load.play import process
from bots.load.play.generator import Generator
from bots.load.play.recorder import RunTally
from bots.load.result import Second
from bots.load.run import coordinator

from .results import result
from .runs import played

LONG = {f"{n} {'word ' * 1000}": n for n in range(1, 1000)}
"""Counters of five megabytes; a pipe holds a few hundred kilobytes at most."""


class Talkative(Generator):
    """A generator with a large report at its end."""

    async def finish(self) -> RunTally:
        tally = await super().finish()
        tally.counts |= LONG
        return tally


def generate_and_tell(plan: LoadPlan, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The process of such a generator."""
    vars(process)["Generator"] = Talkative
    process.main(plan, number, folder, pipe, pin)


def test_a_long_last_word_gets_through(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = LoadPlan(
        url=server.url, tables=1, think="fixed:20", phases=played(200, 1), probes=4.0, verify_share=0.0
    )
    monkeypatch.setattr("bots.load.play.process.main", generate_and_tell)

    def moved(second: Second) -> None:
        if second.at and second.moves > 1:
            raise coordinator.Stop("there were moves")

    found = coordinator.measure(plan, show=moved)
    assert found.counts["moves"] > 0
    assert {name: found.counts[name] for name in LONG} == LONG


def test_attackers_that_tell_no_counts_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    add = coordinator.Coordinator._add_attackers
    here, there = pipe_pair()
    there.send({"chunks": 3, "pings": 1})
    add(found := result(), here)
    assert found.counts["cut off: chunks"] == 3 and not any("attackers" in it for it in found.reasons)
    monkeypatch.setattr(coordinator, "ATTACKERS_TIMEOUT_S", 0.01)
    add(found := result(), here)
    assert [it for it in found.reasons if "attackers did not tell" in it]
    there.close()
    with pytest.raises(coordinator.Failed):
        add(result(), here)

"""The processes of a load run and what they tell one another, with a real server."""

from __future__ import annotations

from multiprocessing.connection import Connection as Pipe

import pytest

from bots.hub_process import OwnServer
from bots.load.plan import Plan
from bots.load.play import process
from bots.load.play.generator import Generator
from bots.load.play.recorder import Tally
from bots.load.run import coordinator

from .load_runs import played

LONG = {f"{n} {'word ' * 1000}": n for n in range(1, 1000)}
"""Counts that take five megabytes, where a pipe holds a few hundred kilobytes at most."""


class Talkative(Generator):
    """Has much to tell at the end."""

    async def finish(self) -> Tally:
        tally = await super().finish()
        tally.counts |= LONG
        return tally


def generate_and_tell(plan: Plan, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The life of a talkative generator's process."""
    vars(process)["Generator"] = Talkative
    process.main(plan, number, folder, pipe, pin)


def test_a_long_last_word_gets_through(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(
        url=server.url, tables=1, think="fixed:20", phases=played(0.5, 1), probes=4.0, verify_share=0.0
    )
    monkeypatch.setattr("bots.load.play.process.main", generate_and_tell)
    found = coordinator.measure(plan)
    assert found.counts["moves"] > 0
    assert {name: found.counts[name] for name in LONG} == LONG

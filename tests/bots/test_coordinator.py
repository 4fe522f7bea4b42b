"""The processes of a load run and what they tell one another, with a real server."""

from __future__ import annotations

from multiprocessing.connection import Connection as Pipe

import pytest

from bots.hub_process import OwnServer
from bots.load import crowd
from bots.load.asked import Asked
from bots.load.generator import Generator
from bots.load.recorder import Tally

from .load_runs import played

LONG = {f"{n} {'word ' * 1000}": n for n in range(1, 1000)}
"""Counts that take five megabytes, where a pipe holds a few hundred kilobytes at most."""


class Talkative(Generator):
    """Has much to tell at the end."""

    async def finish(self) -> Tally:
        tally = await super().finish()
        tally.counts |= LONG
        return tally


def generate_and_tell(asked: Asked, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The life of a talkative generator's process."""
    vars(crowd)["Generator"] = Talkative
    crowd._generate(asked, number, folder, pipe, pin)


def test_a_long_last_word_gets_through(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(
        url=server.url, tables=1, think="fixed:20", phases=played(0.5, 1), probes=4.0, verify_share=0.0
    )
    monkeypatch.setattr("bots.load.crowd._generate", generate_and_tell)
    found = crowd.measure(asked)
    assert found.counts["moves"] > 0
    assert {name: found.counts[name] for name in LONG} == LONG

"""The comparison with the logs detects lost, changed and repeated entries.

Machines are lost with their disks, without loss of any acknowledged change.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.live.hubs import houses
from tests.process.stores import hubs
from tests.simulation.truth import Broken, TrueTable
from tests.waiting import until

from .__main__ import main, truth
from .people import Party, Person, moves


async def test_lost_changed_or_doubled_acts_are_found(redis_url: str) -> None:
    async with houses(redis_url) as (house,), hubs(redis_url, "reader") as (reader,):
        people = [Person(house.url, f"one {n}", Random(n), 0.01) for n in range(2)]
        party = Party("machi_koro", people, "")
        await party.sit_down()
        name = party.true.name
        await until(lambda: people[0].at(name).version > 30)
        assert await truth([party], reader) > 20
        entries = await reader.store.entries(name)

        def judged(log: list[bytes]) -> None:
            party.true = TrueTable(name)
            party.compare(log)

        judged(entries)
        assert moves(entries) == len(entries) - 4, "made, two seats, the start"
        with pytest.raises(Broken, match="is done; it is gone"):
            judged(entries[:-1])
        with pytest.raises(Broken, match="can't be played"):
            judged([*entries, entries[-1]])
        judged(entries)
        with pytest.raises(Broken, match="is not what it was"):
            party.compare([entries[1], *entries[1:]])
        people[1].at(name).document["public"]["table"]["phase"] = "open"
        with pytest.raises(Broken, match="sees something else"):
            judged(entries)
        for person in people:
            await person.close()


@pytest.mark.long
def test_machines_are_lost_with_their_disks(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--minutes", "0.7", "--round", "20", "--pause", "1", "--tables", "3"]
    assert main([*few, "--machines", "lose"]) == 0, capsys.readouterr().err
    report = capsys.readouterr().out
    assert re.search(r" [1-9]\d*  primary: lose\n", report) and "primary: kill" not in report
    assert "nothing that was acknowledged is lost" in report

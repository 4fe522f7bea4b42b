"""The benchmarks measure what they say: the relay relays, the recorded moves are moves."""

from __future__ import annotations

from server.games import GAMES
from server.table.table import Table
from tests.bench import chatter, relay, stages


def test_the_relay_sends_each_message_to_all_four() -> None:
    with relay.running() as address:
        found = chatter.measure(address, rooms=3, size=70, seconds=1.0)
        one_after_another = chatter.measure(address, rooms=1, size=70, seconds=1.0, think_s=0.1)
    assert found.messages > 30 and found.cpu_s > 0
    assert 1 <= one_after_another.messages <= one_after_another.seconds / 0.1 + 1
    assert found.us_per_message > 1


def test_recorded_moves_can_be_made_again() -> None:
    log = stages.recorded("machi_koro", 4, 30)
    assert len(log.tables) == len(log.acts) == len(log.entries) == 30
    table = Table.unpack(GAMES["machi_koro"], log.tables[0])
    for data, entry in zip(log.tables, log.entries, strict=True):
        assert table.pack() == data
        table.apply(entry)

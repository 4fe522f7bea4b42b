"""The benchmarks measure what they claim: relays relay, peers play, and recorded moves can be replayed."""

from __future__ import annotations

import asyncio

import pytest

from server.games import GAMES
from server.table.table import Table
from tests.bench import chatter, relay, stages
from tests.bench.kit import Scale
from tests.bench.peers import section as peers
from tests.bench.ratio import Pace
from tests.process.stores import open_store

TRIES = (1.0, 10.0)
"""Seconds of a measurement, and of another one if a slow machine did not come to it in that time."""


def test_the_relay_sends_each_message_to_all_four() -> None:
    with relay.running() as address:
        for seconds in TRIES:
            found = chatter.measure(address, rooms=3, size=70, seconds=seconds)
            if found.messages > 30 and found.cpu_s > 0:
                break
        for seconds in TRIES:
            one_after_another = chatter.measure(address, rooms=1, size=70, seconds=seconds, think_s=0.1)
            if one_after_another.messages:
                break
    assert found.messages > 30 and found.cpu_s > 0
    assert 1 <= one_after_another.messages <= one_after_another.seconds / 0.1 + 1
    assert found.us_per_message > 1


def test_the_durable_relay_has_stored_what_it_sends() -> None:
    with stages.private_redis() as redis:
        with relay.running(redis) as address:
            for seconds in TRIES:
                found = chatter.measure(address, rooms=3, size=70, seconds=seconds)
                if found.messages > 3:
                    break
        lengths = asyncio.run(stored(redis, ["0", "1", "2"]))
    assert found.messages > 3
    assert found.messages <= sum(lengths)


@pytest.mark.long
@pytest.mark.parametrize("stored", [False, True], ids=["in memory", "stored"])
@pytest.mark.parametrize("kind", peers.NAMES)
def test_a_peer_plays(kind: str, stored: bool) -> None:
    peers.install()
    found = peers.once(kind, stored, Pace(10, 20), Scale(small=True))
    assert found.acts_per_s > 5 and found.us > 1
    assert 0 < found.p50 <= found.p99


async def stored(redis: str, rooms: list[str]) -> list[int]:
    """The number of messages in each room's log."""
    store = await open_store(redis)
    try:
        return await store.lengths(rooms)
    finally:
        await store.close()


def test_recorded_moves_can_be_made_again() -> None:
    log = stages.recorded("machi_koro", 4, 30)
    assert len(log.tables) == len(log.acts) == len(log.entries) == 30
    table = Table.unpack(GAMES["machi_koro"], log.tables[0])
    for data, entry in zip(log.tables, log.entries, strict=True):
        assert table.pack() == data
        table.apply(entry)

"""Unused objects are freed without a garbage collection, which would stop all tables."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.server import ServerProtocol
from websockets.typing import Origin

from server.net.handshake import Handshake
from server.process.gc import MIN_NEW_OBJECTS, GarbageCollection, only_when_told
from tests.waiting import LIMIT, until

from ..live.hubs import all_close, houses, still_table


class Knot:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def unsearched() -> Iterator[None]:
    """No automatic garbage collection; earlier objects don't count."""
    gc.disable()
    gc.collect()
    try:
        yield
    finally:
        gc.enable()


async def test_a_closed_connection_needs_no_search(redis_url: str, unsearched: None) -> None:
    """Otherwise reconnecting clients would fill the memory between two collections."""
    async with houses(redis_url) as (house,):
        guests, _ = await still_table(house.url)
        protocols = [weakref.ref(socket.websocket) for socket in house.parts.hub.sockets]
        assert len(protocols) == 2 and all(protocol() is not None for protocol in protocols)
        await all_close(*guests)
        await until(lambda: not any(protocol() for protocol in protocols))
        assert not any(type(it) in (Handshake, ServerProtocol) for it in gc.get_objects())
        assert not gc.isenabled()


@pytest.mark.parametrize(
    ("path", "origin"),
    [("", Origin("https://elsewhere.example")), ("/nowhere", None)],
    ids=["origin", "path"],
)
async def test_a_refused_connection_needs_no_search_either(
    redis_url: str, unsearched: None, path: str, origin: Origin | None
) -> None:
    async with houses(redis_url) as (house,):
        with pytest.raises(WebSocketException):
            async with connect(house.url + path, origin=origin, open_timeout=LIMIT) as refused:
                await refused.recv()
        await until(lambda: not any(isinstance(one, Handshake) for one in gc.get_objects()))
        assert not gc.isenabled()


def test_an_idle_process_searches_when_there_is_half_as_much_again(unsearched: None) -> None:
    garbage = GarbageCollection(few=1000, many=10**9, spent=lambda: 0.0)
    knots = [Knot() for _ in range(400)]
    lost = weakref.ref(knots[0])
    knots.clear()
    assert not garbage.look() and lost() is not None
    more = [Knot() for _ in range(2000)]
    assert garbage.look() and lost() is None
    assert not garbage.look(), "nothing has come since"
    assert more


def test_a_busy_process_searches_only_when_there_is_very_much(unsearched: None) -> None:
    cpu = iter(range(100))
    garbage = GarbageCollection(few=10, many=3000, spent=lambda: float(next(cpu)))
    knots = [Knot() for _ in range(1000)]
    lost = weakref.ref(knots[0])
    knots.clear()
    assert not garbage.look() and lost() is not None
    more = [Knot() for _ in range(3000)]
    assert garbage.look() and lost() is None
    assert more


def test_what_is_searched_only_when_told_is_not_searched_in_one() -> None:
    with only_when_told() as look:
        assert not gc.isenabled() and gc.get_freeze_count() > 10_000, "what was loaded is permanent"
        knots = [Knot() for _ in range(MIN_NEW_OBJECTS)]
        lost = weakref.ref(knots[0])
        knots.clear()
        assert lost() is not None
        assert look() and lost() is None
    assert gc.isenabled() and not gc.get_freeze_count()


def test_replaced_objects_cause_no_collection(unsearched: None) -> None:
    """Python's automatic collection would run here, because it counts new objects."""
    garbage = GarbageCollection(few=1000, many=1000, spent=lambda: 0.0)
    states = [[n] for n in range(500)]
    for turn in range(50):
        states = [[n, turn] for n in range(500)]
        assert not garbage.look()
    assert len(states) == 500

"""A client's websocket: every message is passed on complete and in order, for any partition into pieces."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.frames import Frame, Opcode

from bots.client.wire import Wire, masked
from protocol.codec import BadFrame
from tests.waiting import LIMIT

TRAP = b"\x82\x03abc"
"""A payload that looks like a message."""


def frame(payload: bytes, opcode: Opcode = Opcode.BINARY, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=False)


@contextlib.asynccontextmanager
async def wired(got: list[bytes]) -> AsyncIterator[tuple[Wire, ServerConnection]]:
    """A connection that appends messages to a list, and the server's end of it."""
    there: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()

    async def accept(connection: ServerConnection) -> None:
        there.set_result(connection)
        await connection.wait_closed()

    unlimited: Any = {"compression": None, "max_size": None, "open_timeout": LIMIT, "ping_interval": None}
    async with serve(accept, "127.0.0.1", 0, **unlimited) as listener:
        port = next(iter(listener.sockets)).getsockname()[1]
        opening = connect(f"ws://127.0.0.1:{port}", create_connection=Wire, close_timeout=3, **unlimited)
        async with opening as wire:
            assert isinstance(wire, Wire)
            wire.begin(got.append, lambda: None)
            yield wire, await asyncio.wait_for(there, LIMIT)


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 65_535, 65_536, 70_001])
def test_a_frame_is_as_the_library_writes_it(size: int) -> None:
    data = bytes(number % 251 for number in range(size))
    made, theirs = masked(data), Frame(Opcode.BINARY, data).serialize(mask=True)
    head = len(made) - size - 4
    assert made[:head] == theirs[:head] and len(made) == len(theirs)
    mask = made[head : head + 4]
    assert bytes(byte ^ mask[at % 4] for at, byte in enumerate(made[head + 4 :])) == data


def test_no_two_frames_in_a_row_have_one_mask() -> None:
    masks = [masked(b"")[2:] for _ in range(3_000)]
    assert all(len(mask) == 4 for mask in masks) and len(set(masks)) > 0.99 * len(masks)


async def test_messages_come_whole_whatever_pieces_they_come_in() -> None:
    """The bytes are passed as by the event loop: cut at every place, and one by one."""
    fragments = frame(TRAP, fin=False) + frame(b"", Opcode.PING) + frame(TRAP, Opcode.CONT)
    stream = frame(TRAP) + frame(b"") + frame(b"\x82") + fragments + frame(TRAP * 26) + frame(b"end")
    wanted = [TRAP, b"", b"\x82", TRAP + TRAP, TRAP * 26, b"end"]
    got: list[bytes] = []
    async with wired(got) as (wire, _):
        for cut in range(len(stream)):
            for piece in (stream[:cut], stream[cut:]):
                wire.data_received(piece)
            assert got == wanted, f"cut after {cut} bytes"
            got.clear()
        for at in range(len(stream)):
            wire.data_received(stream[at : at + 1])
        assert got == wanted


@pytest.mark.parametrize("size", [0, 1, *range(120, 133), 65_530, 65_535, 65_536, 65_541])
async def test_a_message_ends_where_it_ends_whatever_follows_it(size: int) -> None:
    """What arrives together is one message, or has as many bytes as one of another size."""
    message, following = frame(b"x" * size), frame(b"next")
    got: list[bytes] = []
    async with wired(got) as (wire, _):
        for more in range(len(following) + 1):
            for first in (message + following[:more], message[: len(message) - more]):
                wire.data_received(frame(b"first"))
                wire.data_received(first)
                wire.data_received((message + following)[len(first) :])
                assert got == [b"first", b"x" * size, b"next"], more
                got.clear()


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 3_000_000])
async def test_messages_of_all_sizes_go_both_ways(size: int) -> None:
    payload, got = bytes(range(256)) * (size // 256) + b"x" * (size % 256), list[bytes]()
    async with wired(got) as (wire, there), asyncio.timeout(LIMIT):
        wire.put(payload)
        assert await there.recv() == payload
        for _ in range(3):
            await there.send(payload)
        while len(got) < 3:
            await asyncio.sleep(0.01)
    assert got == [payload] * 3


async def test_there_is_no_room_while_the_other_end_does_not_read() -> None:
    more: list[bool] = []
    async with wired([]) as (wire, there), asyncio.timeout(LIMIT):
        wire.begin(lambda data: None, lambda: more.append(wire.room))
        there.transport.pause_reading()
        sent = 0
        while wire.room:
            wire.put(b"x" * 100_000)
            sent += 1
            await asyncio.sleep(0)
        assert not more
        there.transport.resume_reading()
        for _ in range(sent):
            assert await there.recv() == b"x" * 100_000
        while not more:
            await asyncio.sleep(0.01)
        assert more == [True]
        await wire.close()
        assert not wire.room


@pytest.mark.parametrize("wrong", [frame(b"text", Opcode.TEXT), frame(b"bad")])
async def test_errors_of_messages_are_raised_at_the_end(wrong: bytes) -> None:
    got: list[bytes] = []

    def take(data: bytes) -> None:
        if data == b"bad":
            raise BadFrame("bad")
        got.append(data)

    async with wired([]) as (wire, _):
        wire.begin(take, lambda: None)
        wire.data_received(frame(b"good") + wrong + frame(b"too late"))
        with pytest.raises(BadFrame):
            await asyncio.wait_for(wire.ended, LIMIT)
    assert got == [b"good"]


async def test_the_end_of_the_connection_is_told() -> None:
    async with wired([]) as (wire, there):
        await there.close(4001)
        await asyncio.wait_for(wire.ended, LIMIT)
    assert wire.close_code == 4001

"""Messages in every form that a socket may deliver: bytes made by hand over plain TCP."""

from __future__ import annotations

import asyncio
import gc

import pytest
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from protocol import codes
from protocol.codec import encode, from_server
from protocol.frames import Hello, Pong, Refused, Say
from server.net.rate_limits import SOCKET
from server.net.websocket import PING_AFTER_S, SILENCE_TIMEOUT_S, SILENT_CLOSE_CODE, Websocket
from tests.waiting import until

from ..live.hubs import houses
from .raw_websocket import BINARY, CLOSE, PING, PONG, TEXT, TOKEN, Plain, frame, ping

TRAP = b"\x82\x81\x05\x06"
"""A mask that looks like the head of a message."""


def pieces(payload: bytes) -> bytes:
    """A message in two fragments, with a websocket ping between them."""
    return frame(payload[:2], first=0x02) + frame(b"hey", first=PING) + frame(payload[2:], first=0x80)


async def test_messages_come_whole_and_in_order_however_they_are_cut(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        await plain.send(frame(ping(1)) + frame(ping(2)) + frame(ping(3)))
        assert await plain.pongs(3) == [1, 2, 3]
        many = frame(ping(4)) + frame(ping(5)) + frame(ping(6))
        for n in range(len(many)):
            await plain.send(many[n : n + 1])
            await asyncio.sleep(0.001)
        assert await plain.pongs(3) == [4, 5, 6]
        half = len(frame(ping(7))) + 3
        both = frame(ping(7)) + frame(ping(8))
        await plain.send(both[:half])
        assert await plain.pongs(1) == [7]
        await plain.send(both[half:] + frame(ping(9)))
        assert await plain.pongs(2) == [8, 9]
        plain.writer.close()


async def test_a_message_is_never_taken_to_begin_within_another(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        whole = len(frame(ping(1)))
        for cut in range(1, whole):
            data = frame(ping(cut), mask=TRAP) + frame(ping(100 + cut), mask=TRAP)
            await plain.send(data[:cut])
            await asyncio.sleep(0.02)
            await plain.send(data[cut:])
            assert await plain.pongs(2) == [cut, 100 + cut]
        plain.writer.close()


async def test_a_websockets_own_ping_is_answered_in_its_place(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        for asked in (b"", b"four", b"x" * 125):
            data = frame(ping(1)) + frame(asked, first=PING) + frame(ping(2))
            for cut in (0, len(frame(ping(1))) + 3, len(data) - 2):
                await plain.send(data[:cut])
                await asyncio.sleep(0.01)
                await plain.send(data[cut:])
                told = [await plain.read() for _ in range(3)]
                assert [first for first, _ in told] == [BINARY, PONG, BINARY] and told[1][1] == asked
        plain.writer.close()


@pytest.mark.parametrize("start", [b"", frame(b"\x93", first=0x02, mask=b"mask")], ids=["alone", "within"])
async def test_answers_that_nobody_reads_are_not_kept(redis_url: str, start: bytes) -> None:
    """Pings alone, and pings within a fragmented message; the rate limits allow all of them."""
    async with houses(redis_url, budgets=1e6) as (house,):
        plain = await Plain.open(house)
        (protocol,) = (socket.websocket for socket in house.parts.hub.sockets)
        await plain.send(start)
        flood = frame(b"x" * 125, first=PING) * 1000
        for _ in range(120):  # more than the kernel keeps for a socket
            await plain.send(flood)
            assert protocol.transport.get_write_buffer_size() < 1_000_000
        assert not protocol.transport.is_closing()
        plain.writer.close()


async def test_fragments_keep_their_place_among_small_messages(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        await plain.send(frame(ping(1)) + pieces(ping(2)) + frame(ping(3)))
        seen = [await plain.read() for _ in range(4)]
        assert [from_server(data).n for first, data in seen if first == BINARY] == [1, 2, 3]
        assert [data for first, data in seen if first == PONG] == [b"hey"]
        first, second = ping(4)[:2], ping(4)[2:]
        await plain.send(frame(first, first=0x02))
        await plain.send(frame(second, first=0x80) + frame(ping(5)))
        assert await plain.pongs(2) == [4, 5]
        plain.writer.close()


async def test_a_message_that_is_not_small_is_taken_too(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        await plain.send(frame(encode(Hello(TOKEN, "A" * 24, proof="")) + b"") + frame(ping(1)))
        assert await plain.pongs(1) == [1]
        await plain.send(frame(b"\xc1" * 200))
        assert await plain.closed() == codes.BAD_FRAME


@pytest.mark.parametrize(
    "wrong, code",
    [
        (frame(b"hello", first=TEXT), codes.BAD_FRAME),
        (frame(ping(1), masked=False), 1002),
        (frame(ping(1), first=0xC2), 1002),
    ],
    ids=["text", "unmasked", "reserved bit"],
)
async def test_a_forbidden_websocket_frame_closes_the_socket(redis_url: str, wrong: bytes, code: int) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        await plain.send(wrong + frame(ping(2)))
        assert await plain.closed() == code


async def test_only_who_is_silent_is_asked_for_a_sign_of_life(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        (protocol,) = (socket.websocket for socket in house.parts.hub.sockets)
        protocol.heard -= PING_AFTER_S / 2
        before = protocol.heard
        await house.parts.hub.look()
        await plain.send(frame(ping(1)))
        assert await plain.pongs(1) == [1], "and no ping before it"
        assert protocol.heard > before
        protocol.heard -= PING_AFTER_S
        await house.parts.hub.look()
        assert await plain.read() == (PING, b"")
        await plain.send(frame(b"", first=PONG))
        await until(lambda: protocol._loop.time() - protocol.heard < PING_AFTER_S)
        protocol.heard -= SILENCE_TIMEOUT_S
        await house.parts.hub.look()
        assert await plain.closed() == SILENT_CLOSE_CODE
        await until(lambda: not house.parts.hub.sockets)


async def test_a_quiet_websocket_has_no_parser(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        (protocol,) = (socket.websocket for socket in house.parts.hub.sockets)
        await plain.send(frame(b"still there?", first=PING) + frame(b"", first=PONG) + frame(ping(1)))
        assert (await plain.read())[0] == PONG and await plain.pongs(1) == [1]
        await plain.send(frame(encode(Say(1, "no-such-table", "x" * 200))))
        assert isinstance(from_server((await plain.read())[1]), Refused)
        assert protocol._parser is None
        await plain.send(pieces(ping(2)))
        assert (await plain.read())[0] == PONG and await plain.pongs(1) == [2]
        assert protocol._parser is not None
        plain.writer.close()


async def test_nothing_of_the_handshake_is_kept(redis_url: str) -> None:
    """Neither the protocol objects of the web server, nor a task, nor the request."""
    async with houses(redis_url) as (house,):
        before = asyncio.all_tasks()
        plain = await Plain.open(house)
        await until(lambda: asyncio.all_tasks() <= before)
        gc.collect()
        kept = [
            it
            for it in gc.get_objects()
            if isinstance(it, WebSocketsSansIOProtocol | H11Protocol | WebSocket)
        ]
        assert not kept
        (connection,) = house.server.server_state.connections
        assert isinstance(connection, Websocket) and not hasattr(connection, "__dict__")
        plain.writer.close()
        await until(lambda: not house.server.server_state.connections)


@pytest.mark.parametrize("who", ["client", "hub", "server", "network"])
async def test_the_hub_notices_every_end_of_a_connection(redis_url: str, who: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        (socket,) = house.parts.hub.sockets
        if who == "client":
            await plain.send(frame((1000).to_bytes(2, "big"), first=CLOSE))
            assert await plain.closed() == 1000
        elif who == "hub":
            socket.close(codes.LOCKED_OUT)
            assert await plain.closed() == codes.LOCKED_OUT
            await plain.send(frame(ping(1)) + frame(codes.LOCKED_OUT.to_bytes(2, "big"), first=CLOSE))
        elif who == "server":
            socket.websocket.shutdown()
            assert await plain.closed() == codes.RESTARTING
        else:
            plain.writer.transport.abort()
        await until(lambda: not house.parts.hub.sockets and not house.server.server_state.connections)
        assert socket.closed == (codes.LOCKED_OUT if who == "hub" else 1005)
        if who != "network":
            assert await plain.reader.read() == b"", "and nothing after that"


async def test_a_flood_in_one_piece_is_refused_and_then_closed(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOCKET, "ping", SOCKET["ping"]._replace(rate=1e-9))
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        await plain.send(frame(ping(1)) * 20_000)
        answers = []
        while (told := await plain.read())[0] == BINARY:
            answers.append(from_server(told[1]))
        assert int.from_bytes(told[1][:2], "big") == codes.FLOOD
        assert {one.code for one in answers if isinstance(one, Refused)} == {"slow-down"}
        assert 1 <= sum(isinstance(one, Pong) for one in answers) <= 31

"""Requests over HTTP are limited in bytes, lines, chunks and number, and other clients do not wait for
them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress

import h11
import httpx
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from protocol.frames import Ping, Pong
from server.api.replays import MAX_LOG_BYTES
from server.net import rate_limits
from server.net.fair_reading import SHARES_PER_ROUND
from server.net.http_connection import (
    CHUNKS_AT_ONCE,
    HEAD_BYTES,
    HEAD_LINES,
    MAX_CHUNKS,
    MAX_PIECES,
    UNREAD_BYTES,
)
from tests.figures import figure
from tests.waiting import LIMIT, until, within

from ..live.hubs import House, Raw, houses

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

GET = b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
CHUNK = b"1\r\nX\r\n"
ENOUGH = 8_000_000
"""The number of bytes after which a flood gives up, if it is not cut off."""


def head(method: str, path: str, *lines: str) -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: h", *lines, "", ""]).encode()


CHUNKED = "Transfer-Encoding: chunked"
LONG = "Content-Length: 1000000000"

FLOODS: dict[str, tuple[bytes, bytes]] = {
    "chunks for a page": (head("GET", "/", CHUNKED), CHUNK),
    "chunks for nothing": (head("POST", "/nothing", CHUNKED), CHUNK),
    "chunks for a log": (head("POST", "/reel", CHUNKED), CHUNK),
    "chunks with extensions": (head("POST", "/reel", CHUNKED), b"1;x=y\r\nX\r\n"),
    "one endless extension": (head("POST", "/reel", CHUNKED) + b"1;", b"x" * 64),
    "trailers": (head("POST", "/reel", CHUNKED) + b"0\r\n", b"a: b\r\n"),
    "header lines": (head("GET", "/healthz")[:-2], b"a:\r\n"),
    "one endless header": (head("GET", "/healthz")[:-2] + b"a: ", b"x" * 64),
    "an endless path": (b"GET /", b"x" * 64),
    "heads of many lines": (b"", head("GET", "/healthz")[:-2] + b"a:\r\n" * 3000 + b"\r\n"),
    "blank lines": (b"", b"\r\n"),
    "no HTTP": (b"", b"\x16\x03\x01"),
    "a body for a page": (head("GET", "/", LONG), b"x" * 64),
    "a body for a check": (head("HEAD", "/healthz", LONG), b"x" * 64),
    "a body for nothing": (head("POST", "/nothing", LONG), b"x" * 64),
    "a body that is too large": (head("POST", "/reel", LONG), b"x" * 64),
    "after the last answer": (head("GET", "/healthz", "Connection: close"), GET),
}
"""Floods: the first bytes, and the bytes that are repeated after them."""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """All events that the library's parser returns."""
    events: list[object] = []
    original = h11.Connection.next_event

    def counted(self: h11.Connection) -> object:
        event = original(self)
        if event not in (h11.NEED_DATA, h11.PAUSED):
            events.append(event)
        return event

    monkeypatch.setattr(h11.Connection, "next_event", counted)
    return events


@asynccontextmanager
async def connected(house: House) -> AsyncIterator[Streams]:
    """A connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def pour(streams: Streams, unit: bytes, most: int = ENOUGH) -> bytes:
    """Send these bytes repeatedly until the connection ends; returns the response. Fails if the connection
    does not end."""
    reader, writer = streams
    told = bytearray()

    async def listen() -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                told.extend(data)

    listening, data = asyncio.create_task(listen()), unit * (65_536 // len(unit) + 1)
    try:
        with suppress(ConnectionError):
            for _ in range(most // len(data)):
                writer.write(data)
                await asyncio.wait(
                    {listening, asyncio.create_task(writer.drain())}, return_when="FIRST_COMPLETED"
                )
                if listening.done() or writer.is_closing():
                    break
        await asyncio.wait_for(listening, LIMIT)
    finally:
        listening.cancel()
    return bytes(told)


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_ends_its_connection_and_is_hardly_parsed(
    redis_url: str, kind: str, parsed: list[object]
) -> None:
    async with houses(redis_url) as (house,):
        first, more = FLOODS[kind]
        async with connected(house) as streams:
            streams[1].write(first)
            told = await pour(streams, more)
        assert len(parsed) <= MAX_CHUNKS + 3
        assert told.count(b"HTTP/1.1 ") <= 1, "one answer, and no other"
        await until(lambda: figure("at_doors") == 0)


def status(told: bytes) -> int:
    """The status of a response that ends the connection."""
    lines = told.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
    assert b"connection: close" in lines
    return int(lines[0].split()[1])


LINES = b"".join(b"a%d: b\r\n" % n for n in range(HEAD_LINES))
REFUSED: dict[str, tuple[int, bytes]] = {
    "too many header lines": (431, GET[:-2] + LINES + b"\r\n"),
    "too large a head": (431, GET[:-2] + b"a: " + b"x" * HEAD_BYTES + b"\r\n\r\n"),
    "no HTTP": (400, b"\x16\x03\x01\x02\x00"),
    "a blank line": (400, b"\r\n" + GET),
    "a wrong request line": (400, b"GET / / HTTP/1.1\r\nHost: h\r\n\r\n"),
    "a wrong length": (400, head("POST", "/reel", "Content-Length: many")),
    "a wrong chunk": (400, head("POST", "/reel", CHUNKED) + b"many\r\nX\r\n"),
    "a negative chunk": (400, head("POST", "/reel", CHUNKED) + b"-1\r\nX\r\n"),
    "a chunk without an end": (400, head("POST", "/reel", CHUNKED) + b"1\r\nXYZ\r\n"),
    "a chunk's size without an end": (400, head("POST", "/reel", CHUNKED) + b"1" * 4000),
    "too many chunks": (413, head("POST", "/reel", CHUNKED) + CHUNK * (MAX_CHUNKS + 1) + b"0\r\n\r\n"),
    "too large a body": (
        413,
        head("POST", "/reel", f"Content-Length: {MAX_LOG_BYTES + 9}") + b"x" * (MAX_LOG_BYTES + 1),
    ),
    "a body for a page": (200, head("GET", "/", "Content-Length: 99") + b"x"),
    "a body where there is nothing": (404, head("POST", "/nothing", "Content-Length: 99") + b"x"),
    "a body in chunks for a page": (200, head("GET", "/", CHUNKED) + CHUNK),
}


@pytest.mark.parametrize("kind", REFUSED)
async def test_breaking_a_limit_is_refused_then_disconnected(
    redis_url: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        code, data = REFUSED[kind]
        writer.write(data)
        assert status(await asyncio.wait_for(reader.read(), LIMIT)) == code
    assert not [it for it in caplog.records if it.exc_info]


async def test_malformed_chunks_after_a_response_has_begun_are_no_fault(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A malformed chunk during a response, and after it."""
    async with houses(redis_url) as (house,):
        for path in ("/", "/nothing", "/static/vendor/preact.module.js"):
            async with connected(house) as (reader, writer):
                writer.write(head("POST" if path == "/nothing" else "GET", path, CHUNKED) + CHUNK)
                told = await reader.read(1)
                writer.write(b"many\r\n" * 100)
                with suppress(ConnectionError):
                    told += await asyncio.wait_for(reader.read(), LIMIT)
                assert told.count(b"HTTP/1.1 ") == 1
    assert not [it for it in caplog.records if it.exc_info]


@pytest.mark.parametrize(
    "asked",
    [
        head("GET", "/healthz", "Connection: Upgrade", "Upgrade: h2c"),
        b"NO REQUEST\r\n\r\n",
        head("POST", "/reel", CHUNKED) + b"no number\r\n",
    ],
    ids=["another protocol", "no request", "no chunk"],
)
async def test_what_others_send_writes_nothing_into_the_log(
    redis_url: str, caplog: pytest.LogCaptureFixture, asked: bytes
) -> None:
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        caplog.clear()
        writer.write(asked)
        assert (await reader.readline()).startswith(b"HTTP/1.1 ")
        assert not caplog.records


async def test_a_request_in_very_many_pieces_ends_its_connection(
    redis_url: str, parsed: list[object]
) -> None:
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        taken = asyncio.create_task(reader.read())
        writer.write(head("POST", "/reel", LONG))
        for _ in range(3 * MAX_PIECES):
            if taken.done():
                break
            writer.write(b"x")
            await asyncio.sleep(0)  # a round of the loop, which is also the server's: the piece is read
        assert status(await asyncio.wait_for(taken, LIMIT)) == 413
        assert len(parsed) <= MAX_PIECES + 3


# -- whose turn it is ------------------------------------------------------------------------------------


@asynccontextmanager
async def rounds(count: Callable[[], int]) -> AsyncIterator[list[int]]:
    """The growth of a counter in each round of the event loop."""
    loop = asyncio.get_running_loop()
    steps, before, ends = list[int](), count(), False

    def look() -> None:
        nonlocal before
        steps.append(count() - before)
        before = count()
        if not ends:
            loop.call_soon(look)

    loop.call_soon(look)
    try:
        yield steps
    finally:
        ends = True


def requests(parsed: list[object]) -> int:
    return sum(isinstance(it, h11.Request) for it in parsed)


@pytest.mark.parametrize("many", [1, 30], ids=["one", "thirty"])
@pytest.mark.parametrize("kind", ["pipeline", "heads", "chunks", "pieces of a body"])
async def test_in_a_round_of_the_loop_no_more_is_parsed_than_a_few_shares(
    redis_url: str, kind: str, many: int, parsed: list[object]
) -> None:
    data = {
        "pipeline": GET * 300,
        "heads": (GET[:-2] + LINES[: len(LINES) // 2].rpartition(b"\n")[0] + b"\n\r\n") * 20,
        "chunks": head("POST", "/reel", CHUNKED) + CHUNK * 1000,
        "pieces of a body": head("POST", "/reel", f"Content-Length: {MAX_LOG_BYTES}") + b"x" * MAX_LOG_BYTES,
    }[kind]
    async with houses(redis_url) as (house,):
        playing = await Raw.open(house.url, "p" * 30, "Playing")
        parsed.clear()
        open_ = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(many)]
        async with rounds(lambda: len(parsed)) as steps, rounds(lambda: requests(parsed)) as begun:
            for _, writer in open_:
                writer.write(data)
            for n in range(1, 25):
                await playing.send(Ping(n))
                await playing.next(Pong, count=n)
        for _, writer in open_:
            writer.transport.abort()
        assert max(steps) <= SHARES_PER_ROUND * (CHUNKS_AT_ONCE + 1), (
            "a share each, and the end of the message"
        )
        assert max(begun) <= SHARES_PER_ROUND
        assert sum(steps) > SHARES_PER_ROUND
        await playing.close()


async def test_a_pipeline_is_answered_in_order_and_the_connection_stays(redis_url: str) -> None:
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        paths = ["/healthz", "/games", "/nothing", "/minds"] * 5
        writer.write(b"".join(head("GET", path) for path in paths) + head("HEAD", "/", "Connection: close"))
        told = await asyncio.wait_for(reader.read(), LIMIT)
        codes = [int(answer.split()[0]) for answer in told.split(b"HTTP/1.1 ")[1:]]
        assert codes == [404 if path == "/nothing" else 200 for path in paths] + [200]


@pytest.mark.parametrize("chunked", [False, True], ids=["with a length", "in chunks"])
async def test_the_largest_body_is_taken_however_it_is_cut(redis_url: str, chunked: bool) -> None:
    """The body is no log, and each of its bytes is a line break."""
    data = b"\n" * MAX_LOG_BYTES
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:

        async def pieces() -> AsyncIterator[bytes]:
            for at in range(0, len(data), 1400):
                yield data[at : at + 1400]

        answer = await web.post("/reel", content=pieces() if chunked else data)
        assert (answer.status_code, answer.json()["error"]) == (400, "bad-log")
        assert (await web.get("/healthz")).status_code == 200


async def test_expect_100_continue_is_answered(redis_url: str) -> None:
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        writer.write(head("POST", "/reel", "Expect: 100-continue", "Content-Length: 3"))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 ")
        writer.write(b"abc" + GET)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
        assert b"HTTP/1.1 200 " in await reader.readuntil(b"}") + await reader.readuntil(b"}")


# -- who is refused --------------------------------------------------------------------------------------


async def test_a_client_refused_often_is_cut_off_then_refused_at_once(
    redis_url: str, parsed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = rate_limits.ADDRESS
    for kind in (rate_limits.REQUEST, rate_limits.REFUSED, rate_limits.CONNECT):
        monkeypatch.setitem(limits, kind, limits[kind]._replace(rate=1e-9))  # else slow clients may do more
    async with houses(redis_url, budgets=0.02) as (house,):  # 240 requests at once, and 24 connections
        async with connected(house) as streams:
            told = await pour(streams, GET)
            codes = [int(answer.split()[0]) for answer in told.split(b"HTTP/1.1 ")[1:]]
        assert 240 <= codes.count(200) < 400 and 100 <= codes.count(429) < 200
        assert codes[-1] == 429 and set(codes) == {200, 429}
        parsed.clear()
        cut, answers = figure("cut_at_doors_total"), 0
        for _ in range(200):
            async with connected(house) as (reader, writer):
                with suppress(ConnectionError):
                    writer.write(head("GET", "/healthz", "Connection: close"))
                    answers += bool(await reader.read())
        assert answers < 60 and requests(parsed) < 60
        assert figure("cut_at_doors_total") - cut > 140


async def test_too_many_uploads_end_the_connection_as_well(redis_url: str) -> None:
    async with houses(redis_url) as (house,), connected(house) as streams:
        told = await pour(streams, head("POST", "/beginnings", "Content-Length: 3") + b"abc")
        codes = [int(answer.split()[0]) for answer in told.split(b"HTTP/1.1 ")[1:]]
        assert codes.count(400) >= 12 and codes[-1] == 429 and codes.count(429) == 1


# -- what is left ----------------------------------------------------------------------------------------


@pytest.fixture
def unsearched() -> Iterator[None]:
    """No garbage collection, as in a hub with work to do."""
    gc.disable()
    gc.collect()
    try:
        yield
    finally:
        gc.enable()


def left() -> list[object]:
    """All living objects of HTTP connections."""
    return [it for it in gc.get_objects() if issubclass(type(it), (h11.Connection, H11Protocol))]


@pytest.mark.parametrize("kind", [*FLOODS, "nothing"])
async def test_nothing_of_a_connection_is_kept(redis_url: str, kind: str, unsearched: None) -> None:
    async with houses(redis_url) as (house,):
        first, more = FLOODS.get(kind, (GET + head("GET", "/nothing", "Connection: close"), b""))
        for _ in range(3):
            async with connected(house) as streams:
                streams[1].write(first)
                await (pour(streams, more) if more else streams[0].read())
        async with within("all that they needed is let go of"):
            await until(lambda: not left())
        assert not gc.isenabled()


async def test_a_pipeline_is_not_kept_in_memory(redis_url: str) -> None:
    """While a response waits that the client does not read, the server reads hardly any more requests."""
    async with houses(redis_url) as (house,), connected(house) as (reader, writer):
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        ask = head("GET", "/static/vendor/preact.module.js") * 1000
        for _ in range(200):
            writer.write(ask)
        unsent = writer.transport.get_write_buffer_size

        async def settled() -> bool:
            before = unsent()
            await asyncio.sleep(0.3)
            return unsent() == before

        await until(settled)
        assert unsent() > UNREAD_BYTES, "the sender waits"

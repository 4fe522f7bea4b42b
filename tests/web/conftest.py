"""Guests in separate browser contexts, and connections to the server that can be cut."""

from __future__ import annotations

import asyncio
import functools
import inspect
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis.internal.observability  # noqa: F401 - see below
import pytest
import pytest_asyncio
from playwright.async_api import expect

from .guest import Guest
from .pointer import as_people_do
from .running import NAMED, Chromium, House, patiently
from .slow import RATE

# Hypothesis' plugin imports that module after the last test. A Python 3.11 that has run all these tests may
# fail to compile it ("AST constructor recursion depth mismatch"), so it is imported before.

NewGuest = Callable[..., Awaitable[Guest]]

LIMIT = 1000 * RATE
"""The time limit of every test in seconds."""

expect.set_options(timeout=60_000 * RATE)  # a busy machine takes long to load a page

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record a failure of the test, so that its guests can report what they see."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """End a test that hangs, in time for its guests to report what they see."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if not isinstance(item, pytest.Function) or not str(item.path).startswith(here):
            continue
        if inspect.iscoroutinefunction(item.obj):
            item.obj = _limited(item.obj)
            item.add_marker(pytest.mark.timeout(LIMIT + 200))  # including set-up and tear-down


def _limited(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def limited(*given: Any, **named: Any) -> None:
        async with asyncio.timeout(LIMIT):
            await test(*given, **named)

    return limited


ADDRESSES = (f"198.18.{number // 256}.{number % 256}" for number in itertools.count())
"""The rate limits are per address, so each guest gets a separate one."""


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.fixture
def address(house: House) -> str:
    """The address of a server with quick bots."""
    return house.open()


@pytest.fixture
def named(address: str) -> str:
    """The same server at an address that other machines could open as well, as far as a page can know."""
    return address.replace("127.0.0.1", NAMED)


@pytest.fixture(scope="module")
def botless() -> Iterator[str]:
    """The address of a server whose bots have exited."""
    made = House()
    at = made.open()
    assert made.bots
    made.bots.terminate()
    made.bots.wait(90)
    yield at
    made.close()


@pytest.fixture(scope="module")
def patient() -> Iterator[str]:
    """The address of a server on which no bot stands in for people, however long they are away."""
    made = House({"STAMMTISCH_GRACE_MS": "3600000"})
    yield made.open()
    made.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(chromium_program: str) -> AsyncIterator[Chromium]:
    made = Chromium()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def guest(
    chromium: Chromium, house: House, address: str, request: pytest.FixtureRequest
) -> AsyncIterator[NewGuest]:
    """Makes guests, each with a separate browser context; at the end none of them may have complaints. A
    guest with a name has come already, and is in the lobby if `lobby` says so; with `ends_turns`
    it is asked for the end of each turn, and with `waits` its page gives up neither late bots nor a slow
    connection."""
    guests: list[Guest] = []

    async def new(
        name: str = "",
        at: str = "",
        lobby: bool = False,
        ends_turns: bool = True,
        waits: bool = True,
        **context: Any,
    ) -> Guest:
        settings = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "extra_http_headers": {"x-forwarded-for": next(ADDRESSES)},
            **context,
        }
        made = Guest(*await chromium.window(**settings), at or address)
        guests.append(made)
        made.ends_turns, made.waits = ends_turns, waits
        await made.prepare()
        if name:
            await (made.enter(name) if lobby else made.come(name))
        return made

    with as_people_do():
        yield new
    if request.node.stash.get(FAILED, False):
        print(*[await made.told() for made in guests], house.told(), sep="\n\n")
    for made in guests:
        await patiently(made.context.close())
    assert [complaint for made in guests for complaint in made.complaints] == []
    floods = [flood for made in guests for wire in made.wires if (flood := wire.flood(made.frames))]
    assert floods == []


class Wire:
    """A connection to the server that can be cut: a relay of bytes with its own address."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.open = True
        self.writers: set[asyncio.StreamWriter] = set()

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.open:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
        both = {writer, far_writer}
        self.writers |= both
        ways = [_pump(reader, far_writer), _pump(far_reader, writer)]
        await asyncio.wait([asyncio.create_task(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
        self.writers -= both
        for end in both:
            end.transport.abort()

    def cut(self) -> None:
        """Break all connections without a close frame, and accept no new one."""
        self.open = False
        for writer in self.writers:
            writer.transport.abort()

    def mend(self) -> None:
        self.open = True


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        return


@pytest_asyncio.fixture(loop_scope="session")
async def wire(address: str) -> AsyncIterator[tuple[Wire, str]]:
    """A relay to the server, and the address of its near end."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    made = Wire(host, int(port))
    listener = await asyncio.start_server(made.relay, "127.0.0.1", 0)
    near = listener.sockets[0].getsockname()[1]
    yield made, f"http://127.0.0.1:{near}"
    listener.close()
    made.cut()

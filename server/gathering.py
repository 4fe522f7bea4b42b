"""What all hubs of this machine tell their host, at one address: their figures on one page, each with the
number of its hub; whatever else is asked there goes to one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from .config import UNIX
from .files import clear_for_socket

PATIENCE: Final = 30.0
"""Seconds for a question and its answer."""

HUB_S: Final = 2.0
"""Seconds in which a hub tells its figures, or is left out."""

LARGEST: Final = 65_536
"""Bytes of a question's head."""

AWAY, NOBODY = "503 Service Unavailable", "No hub can be reached.\n"
"""The answer where none does: whoever looks at figures is to see that nobody is there."""

END: Final = b"\r\n\r\n"


def merged(pages: Mapping[str, str]) -> str:
    """The pages of several hubs as one, in the form that Prometheus reads; `hub` says whose a figure is."""
    heads: dict[str, list[str]] = {}
    figures: dict[str, list[str]] = {}
    for hub, page in pages.items():
        family = ""
        for line in page.splitlines():
            if line.startswith("# "):
                family = line.split(" ")[2]
                head = heads.setdefault(family, [])
                head += [line] if line not in head else []
            elif line:
                figures.setdefault(family, []).append(_of(hub, line))
    lines = [line for family, head in heads.items() for line in (*head, *figures.get(family, ()))]
    return "\n".join([*lines, ""])


def _of(hub: str, figure: str) -> str:
    """A line with a figure, as that of one hub among several."""
    name = figure[: min(at for mark in "{ " if (at := figure.find(mark)) > 0)]
    rest = figure[len(name) :]
    return f'{name}{{hub="{hub}",{rest[1:]}' if rest[0] == "{" else f'{name}{{hub="{hub}"}}{rest}'


class Gathering:
    """Serves on an address (host:port, or unix:/path). `hubs()`: the sockets in the file system where hubs
    that live tell their own, by what they are called."""

    def __init__(self, hubs: Callable[[], Mapping[str, str]]) -> None:
        self._hubs = hubs
        self._server: asyncio.Server | None = None

    async def start(self, address: str) -> None:
        """Serve there from now on. Raises OSError."""
        if address.startswith(UNIX):
            path = Path(address.removeprefix(UNIX))
            clear_for_socket(path)
            self._server = await asyncio.start_unix_server(self._serve, path, limit=LARGEST)
            return
        host, _, port = address.rpartition(":")
        self._server = await asyncio.start_server(
            self._serve, host or "127.0.0.1", int(port), limit=LARGEST, reuse_address=True
        )

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broken = (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
        with contextlib.suppress(*broken):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(END)
                path = head.split(b" ", 2)[1].partition(b"?")[0]
                if path.startswith(b"/admin"):
                    await self._pass_on(head, reader, writer)
                else:
                    figures = await self._figures()
                    writer.write(_answer("200 OK", figures) if figures else _answer(AWAY, NOBODY))
                await writer.drain()
        writer.close()

    async def _figures(self) -> str:
        hubs = self._hubs()
        pages = await asyncio.gather(*map(_page, hubs.values()))
        return merged({hub: page for hub, page in zip(hubs, pages, strict=True) if page})

    async def _pass_on(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have the first hub answer that tells its figures: one that stands still would take the question as
        well, and what is to be done can't be asked of two."""
        question = head + await reader.readexactly(min(LARGEST, _length(head)))
        for place in self._hubs().values():
            if not await _page(place):
                continue
            with contextlib.suppress(OSError):
                answers, asks = await asyncio.open_unix_connection(place)
                asks.write(question)
                while data := await answers.read(LARGEST):
                    writer.write(data)
                    await writer.drain()
                asks.close()
                return
        writer.write(_answer(AWAY, NOBODY))


async def _page(place: str) -> str:
    """The figures of one hub; "" where it doesn't tell them in time."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(HUB_S):
            answers, asks = await asyncio.open_unix_connection(place)
            asks.write(b"GET /metrics HTTP/1.0" + END)
            head, _, page = (await answers.read(-1)).partition(END)
            asks.close()
            return page.decode() if b" 200 " in head.split(b"\r\n")[0] else ""
    return ""


def _length(head: bytes) -> int:
    """Bytes that come after the head of a question."""
    rows = (line.partition(b":") for line in head.split(b"\r\n"))
    return int(next((value for key, _, value in rows if key.lower() == b"content-length"), b"0"))


def _answer(status: str, text: str) -> bytes:
    body = text.encode()
    kind = "text/plain; version=0.0.4; charset=utf-8"
    head = f"HTTP/1.0 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}"
    return head.encode() + END + body

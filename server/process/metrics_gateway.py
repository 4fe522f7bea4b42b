"""Collects the metrics of all hubs of this machine at one address: one page, with each metric labelled by its
hub. Requests for `/admin` are forwarded to one hub."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from server.settings.config import UNIX, host_and_port

from .file_limits import clear_for_socket

ANSWER_TIMEOUT_S: Final = 30.0
"""Seconds for a request and its response."""

HUB_S: Final = 2.0
"""Seconds in which a hub must return its metrics; otherwise it is left out."""

MAX_HEAD_BYTES: Final = 65_536
"""Maximum size of a request's head."""

AWAY, NOBODY = "503 Service Unavailable", "No hub can be reached.\n"
"""The response if no hub answers, so that monitoring notices the outage."""

END: Final = b"\r\n\r\n"


def merged(pages: Mapping[str, str]) -> str:
    """Several hubs' metrics pages as one, in Prometheus's format; the label `hub` names the source of each
    metric."""
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
    """A metric's line with the hub's label."""
    name = figure[: min(at for mark in "{ " if (at := figure.find(mark)) > 0)]
    rest = figure[len(name) :]
    return f'{name}{{hub="{hub}",{rest[1:]}' if rest[0] == "{" else f'{name}{{hub="{hub}"}}{rest}'


class MetricsGateway:
    """Serves on an address (host:port, or unix:/path). `hubs()`: the hubs' own metrics sockets in the file
    system, by the hubs' labels."""

    def __init__(self, hubs: Callable[[], Mapping[str, str]]) -> None:
        self._hubs = hubs
        self._server: asyncio.Server | None = None

    async def start(self, address: str) -> None:
        """Start serving at this address. Raises OSError."""
        if address.startswith(UNIX):
            path = Path(address.removeprefix(UNIX))
            clear_for_socket(path)
            self._server = await asyncio.start_unix_server(self._serve, path, limit=MAX_HEAD_BYTES)
            return
        self._server = await asyncio.start_server(
            self._serve, *host_and_port(address), limit=MAX_HEAD_BYTES, reuse_address=True
        )

    async def close(self) -> None:
        """Accept nothing more. Open connections are not waited for: browsers keep some that stay silent."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broken = (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
        with contextlib.suppress(*broken):
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
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
        """Forward the request to the first hub that returns its metrics. A hub that hangs would accept the
        request too, and an act must not be sent to two hubs."""
        question = head + await reader.readexactly(min(MAX_HEAD_BYTES, _length(head)))
        for place in self._hubs().values():
            if not await _page(place):
                continue
            with contextlib.suppress(OSError):
                answers, asks = await asyncio.open_unix_connection(place)
                asks.write(question)
                while data := await answers.read(MAX_HEAD_BYTES):
                    writer.write(data)
                    await writer.drain()
                asks.close()
                return
        writer.write(_answer(AWAY, NOBODY))


async def _page(place: str) -> str:
    """The metrics of one hub; "" if it doesn't return them in time."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(HUB_S):
            answers, asks = await asyncio.open_unix_connection(place)
            asks.write(b"GET /metrics HTTP/1.0" + END)
            head, _, page = (await answers.read(-1)).partition(END)
            asks.close()
            return page.decode() if b" 200 " in head.split(b"\r\n")[0] else ""
    return ""


def _length(head: bytes) -> int:
    """The length of the body that follows a request's head."""
    rows = (line.partition(b":") for line in head.split(b"\r\n"))
    return int(next((value for key, _, value in rows if key.lower() == b"content-length"), b"0"))


def _answer(status: str, text: str) -> bytes:
    body = text.encode()
    kind = "text/plain; version=0.0.4; charset=utf-8"
    head = f"HTTP/1.0 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}"
    return head.encode() + END + body

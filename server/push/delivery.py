"""One request to a push service. Only the status of the response is read, and no redirect is followed."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Final

from .endpoints import Endpoint, public

TIMEOUT_S: Final = 10.0
"""Seconds for a whole request, with the search for the name and the connection."""

STATUS_LINE_BYTES: Final = 1024
"""Longest first line of a response."""

STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")


class NotDelivered(Exception):
    """The push service can't be reached, or does not answer as one."""


async def deliver(to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
    """Send a message; returns the status of the response. Raises NotDelivered."""
    try:
        async with asyncio.timeout(TIMEOUT_S):
            address = await _address(to)
            trust, name = (_trusting(), to.host) if to.tls else (None, None)
            reader, writer = await asyncio.open_connection(
                address, to.port, limit=STATUS_LINE_BYTES, ssl=trust, server_hostname=name
            )
            try:
                writer.write(_request(to, headers, len(body)) + body)
                line = await reader.readuntil(b"\r\n")
            finally:
                writer.transport.abort()
    except (OSError, EOFError, asyncio.LimitOverrunError, UnicodeError) as wrong:
        raise NotDelivered(type(wrong).__name__) from wrong
    found = STATUS.match(line)
    if found is None:
        raise NotDelivered("the response is not HTTP")
    return int(found[1])


def _request(to: Endpoint, headers: Mapping[str, str], length: int) -> bytes:
    port = "" if to.origin.endswith(to.host) else f":{to.port}"
    rows = {"Host": to.host + port, **headers, "Content-Length": str(length), "Connection": "close"}
    lines = [f"POST {to.path} HTTP/1.1", *(f"{name}: {value}" for name, value in rows.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


async def _address(to: Endpoint) -> str:
    """The IP address to connect to. The name is looked up once, so what is checked is what is used."""
    if to.own:
        return to.host
    loop = asyncio.get_running_loop()
    rows = await loop.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    found = [str(row[4][0]) for row in rows]
    if not found or not all(map(public, found)):
        raise NotDelivered("its name leads to an address that is not public")
    return found[0]


@cache
def _trusting() -> ssl.SSLContext:
    """The certificates that this machine trusts."""
    return ssl.create_default_context()

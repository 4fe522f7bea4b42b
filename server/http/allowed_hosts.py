"""The host names that this server answers to, and the pages that may connect to it.

A foreign page can make its own name resolve to this machine for a moment (DNS rebinding) and then has the
same origin as this server. Its browser still sends the name that was requested. Numeric addresses are always
allowed: they involve no name resolution. What comes through the tunnel of this machine may have any name: its
public address changes, and everybody may connect there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from server.http.outward import PORTS, Host, WebOrigin, host, in_numbers, origin
from server.net.client_addresses import through_tunnel

from .error_pages import text_response

HEALTH = "/healthz"
"""Health checks may use any host name; the response contains no data of people. The same holds for
OPTIONS."""

FORWARDED_HOST: Final = b"x-forwarded-host"
"""The public name, of tunnels that put another one into `Host`. No page can set it on a websocket."""

NO_PAGE: Final = "null"
"""The origin of pages that have none, such as files."""


class KnownHosts:
    """Refuses requests for other hosts. `hosts`: names, optionally with a port."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = list(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] not in ("http", "websocket")
            or scope["path"] == HEALTH
            or scope.get("method") == "OPTIONS"
            or through_tunnel(scope)
            or knows(self.hosts, header_value(scope, b"host"))
        ):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "host"})
        else:
            await text_response(scope, "other-name", 421)(scope, receive, send)


def welcome(scope: Scope, origins: Iterable[str]) -> bool:
    """May the page that the `Origin` header names connect? It must be of this server or one of `origins`.
    Clients other than browsers send no such header, and may connect."""
    named = [value for name, value in scope["headers"] if name == b"origin"]
    text = header_value(scope, b"origin")
    if "*" in origins or not named or named == [b""]:
        return True
    page = origin(text)
    if page is None:
        return text == NO_PAGE and NO_PAGE in origins
    named_by = (b"host", FORWARDED_HOST) if through_tunnel(scope) else (b"host",)
    ours = [host(header_value(scope, header)) for header in named_by]
    return any(same(page, one) for one in ours) or page in map(origin, origins)


def same(page: WebOrigin, ours: Host | None) -> bool:
    """Is this page of this host?"""
    if ours is None or not (default := PORTS.get(page.scheme, 0)):
        return False
    return (ours.name, ours.port or default) == (page.host.name, page.host.port or default)


def knows(hosts: Iterable[str], text: str) -> bool:
    """Is this one of these hosts? One without a port matches any port."""
    asked = host(text)
    if asked is None:
        return False
    ours = {one for one in map(host, hosts) if one}
    return in_numbers(asked.name) or not ours.isdisjoint({asked, Host(asked.name, 0)})


def header_value(scope: Scope, header: bytes) -> str:
    """The value of a header; "" if it is missing or appears more than once."""
    values = [value for name, value in scope["headers"] if name == header]
    return str(values[0].decode("latin-1")) if len(values) == 1 else ""

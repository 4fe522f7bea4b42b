"""Which names this server answers to.

A page from elsewhere can have its own name lead to this machine for a moment (DNS rebinding), and is then of
the same origin as we are. Its browser still says the name that it asked for. Addresses in numbers may
always be asked for: no name leads astray there.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from .astray import told

HEALTH = "/healthz"
"""Asked by machines, under whatever name they know; it tells nothing of anybody."""


class KnownHosts:
    """Turns away what was meant for another host. `hosts`: names, some with the port that is meant."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = list(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] not in ("http", "websocket")
            or scope["path"] == HEALTH
            or knows(self.hosts, _host(scope))
        ):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "host"})
        else:
            await told(scope, "other-name", 421)(scope, receive, send)


def knows(hosts: Iterable[str], host: str) -> bool:
    """Is this one of these, as a browser says it: a name or an address, with a port or without?"""
    ours = {one.lower().rstrip(".") for one in hosts}
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return name in ours or host.lower() in ours or _in_numbers(name)


def _host(scope: Scope) -> str:
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return str(hosts[0].decode("latin-1")) if len(hosts) == 1 else ""


def _in_numbers(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

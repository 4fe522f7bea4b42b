"""Addresses as clients write them, and addresses that this server writes into links, redirects and previews.

A proxy before the server may add TLS, another name and a path prefix. Links between pages are relative, so
they work under every prefix. Addresses for use elsewhere must be absolute; their scheme, host and path come
from the headers of a trusted proxy.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request

from server.net.client_addresses import ClientAddresses

NAME: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
"""A host name in lower case. Browsers encode names with other letters in these characters, too."""

SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*")

PORTS: Final = {"http": 80, "https": 443}
"""By scheme, the default port, which browsers leave out. Pages of this server have one of these schemes."""

PREFIX: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")


class Host(NamedTuple):
    """A host as a browser names it."""

    name: str
    """In lower case, without a trailing dot; addresses without brackets."""
    port: int
    """0 if none is given."""


class WebOrigin(NamedTuple):
    scheme: str
    host: Host


def host(text: str) -> Host | None:
    """The host of a `Host` header or an origin. None if the text is not exactly a name or an address, with or
    without a port."""
    try:
        parts = urlsplit(f"//{text}")
        name, port = (parts.hostname or "").removesuffix("."), parts.port or 0
    except ValueError:
        return None
    if parts.netloc != text or "@" in text or text.endswith(":"):
        return None  # `urlsplit` ends a host at "/", "?", "#", and skips line breaks
    sound = in_numbers(name) if text.startswith("[") else NAME.fullmatch(name)
    return Host(name, port) if sound else None


def origin(text: str) -> WebOrigin | None:
    """The value of an `Origin` header. None if it names no host or contains anything else."""
    scheme, _, rest = text.partition("://")
    at = host(rest)
    return WebOrigin(scheme.lower(), at) if at and SCHEME.fullmatch(scheme.lower()) else None


def relative(request: Request, path: str) -> str:
    """A relative link from the requested path to a path of this server."""
    return ("../" * (request.scope["path"].count("/") - 1) or "./") + path


def absolute(request: Request, addresses: ClientAddresses, path: str) -> str:
    """The absolute address of a path of this server."""
    scheme, at = request.url.scheme, request.headers.get("host", "")
    prefix = request.scope.get("root_path", "")
    if request.client is not None and addresses.trusted(request.client.host):
        said = {name: _first(request, f"x-forwarded-{name}") for name in ("proto", "host", "prefix")}
        scheme = said["proto"] if said["proto"] in PORTS else scheme
        at = said["host"] if host(said["host"]) else at
        beneath = said["prefix"].rstrip("/")
        prefix = beneath if PREFIX.fullmatch(beneath) else prefix
    return f"{scheme}://{at if host(at) else ''}{prefix}/{path}"


def _first(request: Request, header: str) -> str:
    """The header's value as set by the proxy nearest to the client."""
    return request.headers.get(header, "").partition(",")[0].strip()


def in_numbers(name: str) -> bool:
    """Is this an IP address, not a name?"""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

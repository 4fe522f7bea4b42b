"""Addresses of push services. Browsers send them, so they are outside input: whoever could name any address
would let the hub send requests into its own network (server-side request forgery).

A push service has a name, is reached over https at the usual port, and its name leads to public addresses
alone. Exceptions are named by the operator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

MAX_LETTERS: Final = 1024
HTTPS: Final = 443

NAME: Final = re.compile(r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
"""A host name with a dot, whose last part is no number: `localhost` and IP addresses are none."""

NAT64: Final = IPv6Network("64:ff9b::/96")
"""Addresses that lead to the IPv4 address in their last bytes."""

PRINTED: Final = re.compile(r"[!-~]+")
"""ASCII without blanks and line breaks: it becomes part of a request."""


class Endpoint(NamedTuple):
    """Where a push service takes messages for one browser."""

    url: str
    host: str
    port: int
    path: str
    tls: bool
    own: bool
    """Does the operator name it as an own one? Then it may be anywhere."""

    @property
    def origin(self) -> str:
        scheme, usual = ("https", HTTPS) if self.tls else ("http", 80)
        return f"{scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def endpoint(url: str, own_hosts: Sequence[str]) -> Endpoint:
    """The endpoint at this address. Raises ValueError if it is not acceptable."""
    if len(url) > MAX_LETTERS or not PRINTED.fullmatch(url):
        raise ValueError("the address of the push service is too long, or no address")
    parts = urlsplit(url)
    host, tls = (parts.hostname or "").lower(), parts.scheme == "https"
    port = parts.port or (HTTPS if tls else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = f"{host}:{port}" in own_hosts
    if parts.username is not None or parts.scheme not in ("https", "http"):
        raise ValueError("the address of the push service is not of a usual form")
    if not own and not (tls and port == HTTPS and NAME.fullmatch(host)):
        raise ValueError("push services are reached at https addresses with a name, at the usual port")
    return Endpoint(url, host, port, path, tls, own)


def public(address: str) -> bool:
    """Is this an IP address of the public network? An IPv4 address that is written as one of IPv6
    counts as itself; those that lead to one in another way don't count."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found in NAT64 or found.sixtofour or found.teredo:
            return False  # no push service needs one
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast

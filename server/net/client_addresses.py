"""Client addresses, also behind trusted proxies, and the rate limits that all clients of an address share."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from .rate_limits import ADDRESS, PERSON, Allowance, Shared

if TYPE_CHECKING:
    from starlette.types import Scope

log = logging.getLogger("stammtisch.client_addresses")

FORWARDED: Final = b"x-forwarded-for"

TUNNEL: Final = "192.0.0.8"
"""The address that stands for everybody who comes through the tunnel of this machine: the dummy address of
RFC 7600, which no client has. Where PROXIES names it, X-Forwarded-For is believed of the tunnel alone."""

PORTED: Final = re.compile(r"\[([^]]*)\](?::\d+)?|([\d.]+):\d+")
"""An address with a port; an IPv6 address is in brackets."""

HOUSEHOLD_PREFIX_BITS: Final = 64
"""Leading bits of an IPv6 address that identify a household. A household can use every address below them."""

MOST_HOPS: Final = 32
"""Only the last hops of a request are examined, at most this many."""

FORGET_ABOVE_ADDRESSES: Final = 1000
"""With at least this many addresses stored, idle ones are removed."""


class ClientAddresses:
    """Finds the address of each client.

    `proxies`: addresses and networks whose X-Forwarded-For header is trusted. `scale` multiplies all budgets.
    Raises ValueError for an invalid address or network.
    """

    def __init__(self, proxies: Sequence[str], scale: float) -> None:
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self.scale = scale
        self._shared: dict[str, Shared] = {}
        self._strangers: set[str] = set()
        self._look_at = FORGET_ABOVE_ADDRESSES

    @property
    def strangers(self) -> list[str]:
        """Addresses that sent an X-Forwarded-For header but are not trusted proxies."""
        return sorted(self._strangers)

    def trusted(self, host: str) -> bool:
        """Is this the address of a trusted proxy?"""
        address = _parsed(host)
        return address is not None and any(address in network for network in self._proxies)

    def of(self, scope: Scope) -> str:
        """The address of the client behind a request: the last hop that is not a trusted proxy."""
        host = (scope.get("client") or ("",))[0]
        said = [value for name, value in scope["headers"] if name == FORWARDED]
        if said and not self.trusted(host):
            self._wonder(host)
        elif said:
            hops = [_bare(hop.strip()) for hop in _hops(said)]
            host = _last(hops, self.trusted) or host
        return home(host)

    def shared(self, address: str, now: float) -> Shared:
        """The budget that all sockets of this address share."""
        return self._of(address, ADDRESS, now)

    def allows(self, scope: Scope, what: str) -> bool:
        """Take one token from the shared bucket of the request's address; False if it is empty."""
        now = time.monotonic()
        return self.shared(self.of(scope), now).allows(what, self.scale, now)

    def person(self, person: str, now: float) -> Shared:
        """The budget that all sockets of this person share."""
        return self._of(f"person {person}", PERSON, now)

    def _of(self, who: str, allowances: Mapping[str, Allowance], now: float) -> Shared:
        found = self._shared.get(who)
        if found is None:
            if len(self._shared) >= self._look_at:
                self._forget(now)
            found = self._shared[who] = Shared(allowances)
        return found

    def _forget(self, now: float) -> None:
        for who in [who for who, shared in self._shared.items() if shared.idle(self.scale, now)]:
            del self._shared[who]
        self._look_at = max(FORGET_ABOVE_ADDRESSES, 2 * len(self._shared))

    def _wonder(self, host: str) -> None:
        """Warn about an untrusted X-Forwarded-For header: most likely a setting is missing."""
        if host not in self._strangers and len(self._strangers) < 10:
            self._strangers.add(host)
            log.warning(
                "%s sends X-Forwarded-For, but is not in PROXIES: its clients count as one address",
                host,
            )


def peer(
    client: tuple[str, int] | None, local: tuple[str, int | None] | None, tunnel_port: int
) -> tuple[str, int] | None:
    """The other end of a connection; TUNNEL if it has arrived at the port of the tunnel."""
    arrived = client is not None and local is not None and local[1] == tunnel_port
    return (TUNNEL, client[1]) if client is not None and arrived else client


def through_tunnel(scope: Scope) -> bool:
    """Has this connection come through the tunnel of this machine? It is open to everybody then."""
    return (scope.get("client") or ("",))[0] == TUNNEL


def home(host: str) -> str:
    """The unit that counts as one address: a household's network for IPv6, the address itself for IPv4."""
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD_PREFIX_BITS), strict=False).network_address)
    return str(address) if address is not None else host


def _hops(said: Sequence[bytes]) -> list[str]:
    return b",".join(said).decode("latin-1").rsplit(",", MOST_HOPS)[-MOST_HOPS:]


def _bare(hop: str) -> str:
    """The address of a hop, without the port that some proxies add."""
    found = PORTED.fullmatch(hop)
    return found[1] or found[2] if found else hop


def _last(hops: Sequence[str], trusted: Callable[[str], bool]) -> str:
    """The last hop that is not trusted, or the first if all are. "" if a hop behind it is not an address."""
    for hop in reversed(hops):
        if _parsed(hop) is None:
            return ""
        if not trusted(hop):
            return hop
    return hops[0]


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    """The address, with an IPv4-mapped IPv6 address as IPv4. None if the text is not an address."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address

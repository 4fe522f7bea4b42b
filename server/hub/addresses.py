"""Whose connection is it? Clients by their network addresses, through proxies that are trusted; and what
everybody behind one address has left at this hub."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from .budget import ADDRESS, PERSON, Allowance, Shared

if TYPE_CHECKING:
    from starlette.types import Scope

log = logging.getLogger("stammtisch.addresses")

FORWARDED: Final = b"x-forwarded-for"

PORTED: Final = re.compile(r"\[([^]]*)\](?::\d+)?|([\d.]+):\d+")
"""An address with a port: of IPv6 in brackets."""

HOME: Final = 64
"""Leading bits of an IPv6 address that a household has for itself; whoever has one has them all."""

MANY: Final = 1000
"""From so many addresses on, those with nothing to remember are forgotten."""


class Addresses:
    """The addresses that clients come from. `proxies`: addresses and networks whose word is believed for
    whom they speak. `scale` multiplies all budgets. Raises ValueError for what is no address."""

    def __init__(self, proxies: Sequence[str], scale: float) -> None:
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self.scale = scale
        self._shared: dict[str, Shared] = {}
        self._strangers: set[str] = set()
        self._look_at = MANY

    @property
    def strangers(self) -> list[str]:
        """Those who tell for whom they speak, and are no proxies that are trusted."""
        return sorted(self._strangers)

    def trusted(self, host: str) -> bool:
        """Is this the address of a proxy that speaks for others?"""
        address = _parsed(host)
        return address is not None and any(address in network for network in self._proxies)

    def of(self, scope: Scope) -> str:
        """The address of the client behind a request: the last hop that is no trusted proxy."""
        host = (scope.get("client") or ("",))[0]
        said = [value for name, value in scope["headers"] if name == FORWARDED]
        if said and not self.trusted(host):
            self._wonder(host)
        elif said:
            hops = [_bare(hop.strip()) for hop in b",".join(said).decode("latin-1").split(",")]
            host = _last(hops, self.trusted) or host
        return home(host)

    def shared(self, address: str, now: float) -> Shared:
        """What all sockets of this address share."""
        return self._of(address, ADDRESS, now)

    def allows(self, scope: Scope, what: str) -> bool:
        """Take one of what everybody behind a request's address may have, if there is one left."""
        now = time.monotonic()
        return self.shared(self.of(scope), now).allows(what, self.scale, now)

    def person(self, person: str, now: float) -> Shared:
        """What all sockets of this person share."""
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
        self._look_at = max(MANY, 2 * len(self._shared))

    def _wonder(self, host: str) -> None:
        """Somebody says for whom it speaks, and isn't trusted: most likely a setting is missing."""
        if host not in self._strangers and len(self._strangers) < 10:
            self._strangers.add(host)
            log.warning(
                "%s tells for whom it speaks, but PROXIES doesn't name it: its clients count as one address",
                host,
            )


def home(host: str) -> str:
    """What counts as one address: of IPv6 the network of a household, else the address itself."""
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOME), strict=False).network_address)
    return str(address) if address is not None else host


def _bare(hop: str) -> str:
    """The address of a hop, where a proxy tells its port as well."""
    found = PORTED.fullmatch(hop)
    return found[1] or found[2] if found else hop


def _last(hops: Sequence[str], trusted: Callable[[str], bool]) -> str:
    """The last hop that is not trusted; the first where all are. "" where one before that is no address."""
    for hop in reversed(hops):
        if _parsed(hop) is None:
            return ""
        if not trusted(hop):
            return hop
    return hops[0]


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 in the clothes of IPv6 as what it is. None for what is none."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def networks(names: Iterable[str]) -> None:
    """Raises ValueError where one of these is neither an address nor a network."""
    for name in names:
        try:
            ip_network(name, strict=False)
        except ValueError as wrong:
            raise ValueError(
                f"{name!r} is neither an address nor a network, as 127.0.0.1 and 10.0.0.0/8 are"
            ) from wrong

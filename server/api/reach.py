"""From where the page can be opened. A page that was opened at an address of this machine alone asks for the
address in the network, and asks with the key from the terminal to be opened there.

Only browsers of this machine are told all of it: an address in the network is of no use to others, and tells
them about it. The public address of a tunnel is told to everybody: pages at other addresses show it as well.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from server.http.outward import host
from server.http.responses import HttpRefusal, Storing, admit, body, confided
from server.net.client_addresses import FORWARDED, ClientAddresses
from server.net.rate_limits import OPEN
from server.process.network_listener import ReachAsked, ReachTold, ask_supervisor

MAX_REQUEST_BYTES: Final = 256

STATUS: Final = {"wrong-key": 403, "no-network": 409, "address-in-use": 409, "no-tunnel": 409}
"""The status of a refusal, by its code."""


class OpeningWish(msgspec.Struct):
    """The body of a request to open the server for its network, or for everybody."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    everybody: bool = False


class ReachAnswers:
    """Answers where the page can be opened. `doors`: the folder of the supervisor, None without one."""

    def __init__(self, addresses: ClientAddresses, doors: Path | None) -> None:
        self.addresses = addresses
        self.doors = doors

    async def answer(self, request: Request) -> Response:
        """The address for others (GET); the same, after it was opened with the key (POST)."""
        asked = ReachAsked()
        if request.method == "POST":
            admit(request, self.addresses, OPEN)
            try:
                wish = msgspec.json.decode(await body(request, MAX_REQUEST_BYTES), type=OpeningWish)
            except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
                raise HttpRefusal(400, "out-of-range", str(wrong)) from wrong
            asked = ReachAsked(wish.key, wish.everybody)
        told = await self._told(request, asked)
        if told.refused:
            raise HttpRefusal(STATUS.get(told.refused, 403), told.refused)
        return await confided(request, msgspec.json.encode(told))

    async def _told(self, request: Request, asked: ReachAsked) -> ReachTold:
        here = from_here(request)
        if self.doors is None or (asked.key and not here):
            return ReachTold(refused="wrong-key") if asked.key else ReachTold()
        try:
            told = await ask_supervisor(self.doors, asked)
        except (OSError, ValueError) as away:
            raise Storing from away
        if here:
            return told
        return ReachTold(link=told.link, public=True) if told.public else ReachTold()


def from_here(request: Request) -> bool:
    """Is this a request of a browser on this machine, to an address of this machine, without a proxy?"""
    named = host(request.headers.get("host", ""))
    forwarded = any(name == FORWARDED for name, _ in request.scope["headers"])
    return (
        not forwarded
        and named is not None
        and is_this_machine(named.name)
        and request.client is not None
        and is_this_machine(request.client.host)
    )


def is_this_machine(name: str) -> bool:
    """Is this a name or an address by which every machine means itself?"""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or address.is_unspecified

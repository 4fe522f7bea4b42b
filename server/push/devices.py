"""Requests of pages about push messages: the key that browsers subscribe with, and adding and removing a
device."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from server.clock import now
from server.http.responses import HttpRefusal, TooMany, admit, body, confided, person_of
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import ADDRESS_DEVICES, BOOK
from server.settings.config import Settings
from server.store.push_store import StoredDevice
from server.store.store import Store

from .encryption import encoded, recipient
from .endpoints import MAX_LETTERS, endpoint
from .sender import Device, Sender

MAX_REQUEST_BYTES: Final = 2_048

ORIGIN: Final = re.compile(r"https://[a-z0-9.-]{1,253}(:\d{1,5})?")

Address = Annotated[str, Meta(min_length=1, max_length=MAX_LETTERS)]
Key = Annotated[str, Meta(min_length=1, max_length=120)]


class Adding(Struct, forbid_unknown_fields=True):
    """A browser's subscription at its push service, and the language of its page."""

    endpoint: Address
    p256dh: Key
    auth: Key
    language: Literal["en", "de"]


class Removing(Struct, forbid_unknown_fields=True):
    """The browser to remove."""

    endpoint: Address


class Devices:
    """The devices of all people, each accessible to its person."""

    def __init__(self, settings: Settings, store: Store, sender: Sender, addresses: ClientAddresses) -> None:
        self.settings = settings
        self.store = store.push
        self.limits = store.limits
        self.sender = sender
        self.addresses = addresses

    async def answer(self, request: Request) -> Response:
        """The public key of this service, "" if it sends nothing (GET); after a device was added or
        renewed (PUT) or removed (DELETE) the same."""
        admit(request, self.addresses, BOOK)
        asked = await body(request, MAX_REQUEST_BYTES)
        try:
            if request.method == "PUT" and self.sender.on:
                await self._add(request, msgspec.json.decode(asked, type=Adding))
            elif request.method == "DELETE":
                gone = msgspec.json.decode(asked, type=Removing)
                await self.store.remove(person_of(request), name_of(gone.endpoint))
        except (ValueError, msgspec.MsgspecError) as wrong:
            raise HttpRefusal(400, "out-of-range", str(wrong)) from wrong
        told: dict[str, Any] = {"key": (await self.sender.signer()).public if self.sender.on else ""}
        return await confided(request, msgspec.json.encode(told))

    async def _add(self, request: Request, wish: Adding) -> None:
        """Store a device, or renew it. Raises ValueError if it can't be used, TooMany."""
        endpoint(wish.endpoint, self.sender.own_hosts)
        recipient(wish.p256dh, wish.auth)
        said = request.headers.get("origin", "")
        origin = said if ORIGIN.fullmatch(said) else ""
        data = msgspec.json.encode(Device(wish.p256dh, wish.auth, wish.language, origin))
        device = StoredDevice(name_of(wish.endpoint), now(), wish.endpoint, data)
        person = person_of(request)
        if not await self.store.has(person, device.name):
            takers = {f"address:{self.addresses.of(request.scope)}": ADDRESS_DEVICES}
            if not await self.limits.allow("devices", takers, self.settings.budgets):
                raise TooMany
        await self.store.add(person, device)


def name_of(address: str) -> str:
    """The name of the device at this address of a push service."""
    return encoded(sha256(address.encode()).digest()[:12])

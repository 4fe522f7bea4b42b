"""What a hub sends along with a version, so that hubs that follow broadcast it without computing it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.msgpack import Decoder

Checks = tuple[int, int]
"""The check values of a public part and of a seat's part."""


class Ready(Struct, frozen=True, array_like=True):
    """A version for hubs that follow: everything needed to broadcast it and to continue from it without
    playing its entry. It is stored in no log; a hub that can't use it plays the entry."""

    state: bytes
    """The table, packed."""
    public: bytes
    mine: dict[int, bytes]
    """By seat, without the seats whose part contains hints for a client at the writing hub."""
    checks: dict[int, Checks]
    """For the same seats, if all clients get the check values."""


decode_ready = Decoder(Ready).decode

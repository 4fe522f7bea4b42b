"""The operator's orders, as fields in the store, and their effects.

    tables off                      no new tables are made
    notice                          [number, text, until]: sent to all clients
    drain <hub>                     that hub sends its clients to other hubs, and shuts down
    silence person|address <who>    until when they may not chat or choose a name
    lock person|address <who>       until when they may not connect
    seen <silence or lock>          [name, table, until]: the name and table of the silenced or locked-out
                                    person when that was ordered
    ask <number>                    a question to all hubs

Times are in ms; 0 means permanent. A silenced or locked-out person is identified by the hash of a token, or
by an address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from protocol.codec import packed, unpacked
from protocol.frames import Notice

TABLES_OFF: Final = "tables off"
NOTICE: Final = "notice"
DRAIN: Final = "drain"
SILENCE: Final = "silence"
LOCK: Final = "lock"
SEEN: Final = "seen"
ASK: Final = "ask"
PERSON, ADDRESS = "person", "address"

MAX_FOUND_GUESTS: Final = 50
"""Most guests in one hub's answer to a question, and most tables of each guest."""


def barred(act: str, kind: str, who: str) -> str:
    """The field that silences or locks out a person or an address."""
    return f"{act} {kind} {who}"


def seen_field(order: str) -> str:
    """The field beside such an order with the name and table at that time."""
    return f"{SEEN} {order}"


def notice(number: int, text: str, until: int) -> bytes:
    """The value of a notice."""
    return packed([number, text, until])


def passed(fields: Mapping[str, bytes], now: int) -> list[str]:
    """The fields that have expired."""
    return [field for field, value in fields.items() if (until := _until(field, value)) and until <= now]


def _until(field: str, value: bytes) -> int:
    """When a field expires; 0 if never."""
    kind = field.split(" ")[0]
    if kind in (NOTICE, SEEN):
        return int(unpacked(value)[2])
    return int(unpacked(value)) if kind in (SILENCE, LOCK) else 0


class Orders:
    """The orders as a hub has last read them."""

    def __init__(self) -> None:
        self.fields: Mapping[str, bytes] = {}

    def renew(self, fields: Mapping[str, bytes]) -> None:
        """Replace the orders by those read now."""
        self.fields = fields

    @property
    def no_new_tables(self) -> bool:
        return TABLES_OFF in self.fields

    def drains(self, hub: str) -> bool:
        """Must this hub shut down?"""
        return f"{DRAIN} {hub}" in self.fields

    def silences(self, now: int) -> bool:
        """Is anybody silenced?"""
        found = ((it, value) for it, value in self.fields.items() if it.startswith(f"{SILENCE} "))
        return any(not 0 < _until(it, value) <= now for it, value in found)

    def silenced(self, person: str, address: str, now: int) -> bool:
        return self._barred(SILENCE, person, address, now)

    def locked_out(self, person: str, address: str, now: int) -> bool:
        return self._barred(LOCK, person, address, now)

    def _barred(self, act: str, person: str, address: str, now: int) -> bool:
        for kind, who in ((PERSON, person), (ADDRESS, address)):
            value = self.fields.get(barred(act, kind, who)) if self.fields else None
            if value is not None and not 0 < unpacked(value) <= now:
                return True
        return False

    def notice(self, now: int) -> Notice | None:
        """The notice for all clients; None if there is none or it has expired."""
        if (value := self.fields.get(NOTICE)) is None:
            return None
        number, text, until = unpacked(value)
        return None if 0 < until <= now else Notice(number, text, until)

    @property
    def questions(self) -> dict[str, bytes]:
        """The questions to all hubs, by field."""
        return {field: value for field, value in self.fields.items() if field.startswith(f"{ASK} ")}

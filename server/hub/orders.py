"""What the host of this server has ordered, as fields that lie in the store, and what follows from them.

    tables off                      no new tables are made
    notice                          [number, text, until]: told to everybody
    drain <hub>                     that hub sends its people to others, and ends
    silence person|address <who>    until when they say nothing at tables
    lock person|address <who>       until when they are not let in
    seen <silence or lock>          [name, table, until]: as whom and where somebody was known who is
                                    silenced or locked out, when that was ordered
    ask <number>                    a question to all hubs

Times are in ms; 0 is for good. Who is silenced or locked out is known by the hash of a token, or by an
address.
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

FOUND: Final = 50
"""Guests that one hub names at most to a question, and tables of each."""


def barred(act: str, kind: str, who: str) -> str:
    """The field that silences or locks somebody out."""
    return f"{act} {kind} {who}"


def seen(order: str) -> str:
    """The field that goes with one of those, and tells as whom and where somebody was known then."""
    return f"{SEEN} {order}"


def notice(number: int, text: str, until: int) -> bytes:
    """The value of a notice."""
    return packed([number, text, until])


def passed(fields: Mapping[str, bytes], now: int) -> list[str]:
    """The fields whose time is over."""
    return [field for field, value in fields.items() if (until := _until(field, value)) and until <= now]


def _until(field: str, value: bytes) -> int:
    """Until when a field holds; 0 for good."""
    kind = field.split(" ")[0]
    if kind in (NOTICE, SEEN):
        return int(unpacked(value)[2])
    return int(unpacked(value)) if kind in (SILENCE, LOCK) else 0


class Orders:
    """The orders as one hub has read them last."""

    def __init__(self) -> None:
        self.fields: Mapping[str, bytes] = {}

    @property
    def no_new_tables(self) -> bool:
        return TABLES_OFF in self.fields

    def drains(self, hub: str) -> bool:
        """Is this hub to end?"""
        return f"{DRAIN} {hub}" in self.fields

    def silenced(self, person: str, address: str, now: int) -> bool:
        """May this person say nothing at tables?"""
        return self._barred(SILENCE, person, address, now)

    def locked_out(self, person: str, address: str, now: int) -> bool:
        """Is this person not to be let in?"""
        return self._barred(LOCK, person, address, now)

    def _barred(self, act: str, person: str, address: str, now: int) -> bool:
        for kind, who in ((PERSON, person), (ADDRESS, address)):
            value = self.fields.get(barred(act, kind, who)) if self.fields else None
            if value is not None and not 0 < unpacked(value) <= now:
                return True
        return False

    def notice(self, now: int) -> Notice | None:
        """What is told to everybody; None where nothing is, or its time is over."""
        if (value := self.fields.get(NOTICE)) is None:
            return None
        number, text, until = unpacked(value)
        return None if 0 < until <= now else Notice(number, text, until)

    @property
    def questions(self) -> dict[str, bytes]:
        """What is asked of all hubs, by field."""
        return {field: value for field, value in self.fields.items() if field.startswith(f"{ASK} ")}

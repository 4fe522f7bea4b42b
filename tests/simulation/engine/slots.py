"""The hash slots of a cluster in the view of one node: which it serves, and where it redirects others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

from redis.crc import key_slot

from .keyspace import Words, Wrong

SLOTS: Final = 16_384

HOST: Final = "127.0.0.1"

Ports = tuple[int, ...]
"""The port of the node that serves a part of the slots, then that of its replica, if any."""

ALL_ARE_KEYS: Final = (b"DEL", b"EXISTS")

NO_KEYS: Final = frozenset(
    b"ASKING CLIENT CLUSTER COMMAND CONFIG INFO PING PUBLISH SUBSCRIBE TIME WAIT WAITAOF".split()
)


def evenly(parts: int) -> list[int]:
    """For each slot the number of its part, in a new cluster."""
    bounds = [number * SLOTS // parts for number in range(parts + 1)]
    return [n for n in range(parts) for _ in range(bounds[n + 1] - bounds[n])]


class Slots:
    """One node's view. The node serves one part of the slots, or is the replica of one that does."""

    def __init__(self, part: int, serves: bool, owners: Sequence[int], places: Sequence[Ports]) -> None:
        self.part = part
        self.serves = serves
        self.owners = list(owners)
        self.places = list(places)
        self.leaving: dict[int, int] = {}
        """Slots of its own that are migrating, with the target part."""
        self.coming: set[int] = set()

    def refusal(self, words: Words, there: Callable[[bytes], int], asking: bool) -> Wrong | None:
        """The reason for not running a command here; None if it may run."""
        keys = keys_of(words)
        if not keys:
            return None
        slots = set(map(slot_of, keys))
        if len(slots) > 1:
            return Wrong("CROSSSLOT Keys in request don't hash to the same slot")
        (slot,) = slots
        mine = self.serves and self.owners[slot] == self.part
        missing = sum(not there(key) for key in keys)
        again = Wrong("TRYAGAIN Multiple keys request during rehashing of slot")
        if mine and slot in self.leaving and missing:
            return again if missing < len(keys) else self._elsewhere("ASK", slot, self.leaving[slot])
        if slot in self.coming and asking:
            return again if missing and len(set(keys)) > 1 else None
        return None if mine else self._elsewhere("MOVED", slot, self.owners[slot])

    def _elsewhere(self, word: str, slot: int, part: int) -> Wrong:
        return Wrong(f"{word} {slot} {HOST}:{self.places[part][0]}")

    def learn(self, owners: Sequence[int], places: Sequence[Ports]) -> None:
        """Take over the map from other nodes."""
        self.owners, self.places = list(owners), list(places)
        self.leaving = {slot: to for slot, to in self.leaving.items() if owners[slot] == self.part}
        self.coming = {slot for slot in self.coming if owners[slot] != self.part}

    def rows(self) -> list[list[Any]]:
        """The map in the form of CLUSTER SLOTS."""
        rows: list[list[Any]] = []
        first = 0
        for owner, slots in groupby(self.owners):
            count = len(list(slots))
            nodes = [[HOST.encode(), port, b"%040d" % port] for port in self.places[owner]]
            rows.append([first, first + count - 1, *nodes])
            first += count
        return rows


def keys_of(words: Words) -> Words:
    """The keys of a command."""
    name = words[0].upper()
    if name in (b"EVAL", b"EVALSHA"):
        return words[3 : 3 + int(words[2])]
    if name in ALL_ARE_KEYS:
        return words[1:]
    return () if name in NO_KEYS else words[1:2]


def slot_of(key: bytes) -> int:
    """The slot of a key."""
    return int(key_slot(key))

"""A guest's part of the chance at its tables: promised, told in time, and at the end compared. Sans-I/O.

What was seen before the game began is kept here, so that nobody can show another secret, or other promises,
afterwards. `wrong` is to be told to whoever relies on fair dealing; `late` as well, but there nothing need be
wrong: a busy machine or a slow line has the same effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from secrets import token_urlsafe

from protocol.document import About, Public
from protocol.frames import Sit


def promise_of(luck: str) -> str:
    """What is shown of a part before all are promised: the SHA-256 of its text, in hex."""
    return sha256(luck.encode()).hexdigest()


class Kept:
    """What is known of one table from before its game began."""

    def __init__(self) -> None:
        self.lucks: dict[str, str] = {}
        """Own parts by their promises. Never two tables with the same."""
        self.commitment = ""
        """The hash of the server's secret, as it was shown first."""
        self.promises: list[str] | None = None
        """Everybody's promises, as they were when this guest first saw the own one there at the start."""
        self.told: set[str] = set()
        """Own parts that were told."""
        self.begun = False
        """It was compared after the begin."""

    def differences(self, table: About) -> Iterator[str]:
        """What is otherwise than it was before the game began, or does not fit together."""
        promises, lucks = table["promises"], table["luck"]
        if self.commitment and table["commitment"] != self.commitment:
            yield "the hash of the server's secret is another than before the start"
        if self.promises is not None and promises != self.promises:
            yield "the promises are others than when the own part was told"
        for seat, (promise, luck) in enumerate(zip(promises, lucks, strict=False)):
            mine = self.lucks.get(promise)
            if mine is not None and luck not in ("", mine):
                yield f"seat {seat}: something else stands in the place of the own part"
            elif promise and luck and promise_of(luck) != promise:
                yield f"seat {seat} has added something else than it has promised"
        if self.promises is not None and lucks and not self.lucks.keys() & set(promises):
            yield "the own promise is gone"
        if table["secret"] and sha256(bytes.fromhex(table["secret"])).hexdigest() != table["commitment"]:
            yield "the server's secret does not have the hash that was shown"

    def left_out(self, table: About) -> Iterator[str]:
        """Where the game has begun without the own part: it may have come too late, or somebody says so."""
        for seat, (promise, luck) in enumerate(zip(table["promises"], table["luck"], strict=False)):
            if promise in self.lucks and not luck:
                yield f"seat {seat}: the own part of the chance was left out"


class Lucks:
    """The parts of one guest at all tables."""

    def __init__(self) -> None:
        self.tables: dict[str, Kept] = {}
        self.wrong: list[str] = []
        """What did not come out as it must, in words, each with its table."""
        self.late: list[str] = []
        """Where the own part is not in the deal, which therefore proves nothing to this guest."""

    def promise(self, table: str) -> str:
        """A promise for a seat of this table; what stands behind it is kept here."""
        luck = token_urlsafe(16)
        promise = promise_of(luck)
        self.tables.setdefault(table, Kept()).lucks[promise] = luck
        return promise

    def sit(self, id: int, table: str, seat: int) -> Sit:
        """The frame that takes a seat with a promise."""
        return Sit(id, table, seat, "", self.promise(table))

    def look(self, name: str, public: Public) -> list[tuple[int, str]]:
        """Take in a document's public part: the seats that are to tell their part now, each once, and it.

        Nothing is told where something is otherwise than it was shown before: the own part is what keeps
        others from choosing.
        """
        kept = self.tables.get(name)
        if kept is None:
            return []
        table = public["table"]
        phase = table["phase"]
        if phase in ("playing", "over", "closed"):
            self._compare(name, kept, table)
            return []
        if not kept.commitment:
            kept.commitment = table["commitment"]
        if phase != "starting" or not kept.lucks.keys() & set(table["promises"]):
            return []  # others' game; a seat that was asked for may not be to be had
        if kept.promises is None:
            kept.promises = list(table["promises"])
        if any(kept.differences(table)):
            return []
        mine = [(s, kept.lucks[p]) for s, p in enumerate(table["promises"]) if p in kept.lucks]
        now = [(seat, luck) for seat, luck in mine if luck not in kept.told]
        kept.told |= {luck for _, luck in now}
        return now

    def forget(self, table: str, promise: str = "") -> None:
        """A seat was not to be had, or (without a promise) nothing more will be heard of this table."""
        kept = self.tables.get(table)
        if kept is not None:
            kept.lucks.pop(promise, None)
            if not promise or not kept.lucks:
                del self.tables[table]

    def _compare(self, name: str, kept: Kept, table: About) -> None:
        over = table["phase"] != "playing"
        if not kept.begun:
            self.late += [f"table {name}: {late}" for late in kept.left_out(table)]
        if over or not kept.begun:
            kept.begun = True
            self.wrong += [f"table {name}: {wrong}" for wrong in kept.differences(table)]
        if over:
            del self.tables[name]

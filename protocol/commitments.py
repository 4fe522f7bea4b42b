"""A guest's contributions to the random seed of its tables: commits, reveals and verifies them. Sans-I/O.

The client remembers what it saw before the game began, so that no one can later present another secret or
other promises. An entry in `wrong` means unfair dealing and must be reported. An entry in `late` must be
reported too, but has harmless causes as well: a busy machine or a slow connection.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from secrets import token_urlsafe

from .document import About, Public
from .frames import Sit


def promise_of(luck: str) -> str:
    """The commitment to a contribution, shown until all seats have promised: the SHA-256 of its text, in
    hex."""
    return sha256(luck.encode()).hexdigest()


class KnownCommitments:
    """What the client knows of one table from before its game began."""

    def __init__(self) -> None:
        self.lucks: dict[str, str] = {}
        """This guest's contributions by their promises. Each is used at one table only."""
        self.commitment = ""
        """The hash of the server's secret, as first shown."""
        self.promises: list[str] | None = None
        """The promises of all seats when this guest first saw its own among them in the phase `starting`."""
        self.told: set[str] = set()
        """This guest's contributions that were revealed."""
        self.begun = False
        """The comparison after the start of the game is done."""

    def differences(self, table: About) -> Iterator[str]:
        """Contradictions to what the server showed before the game began, and values that do not match their
        hashes."""
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
        """Seats whose own contribution is missing in the started game: it came too late, or the server claims
        so."""
        for seat, (promise, luck) in enumerate(zip(table["promises"], table["luck"], strict=False)):
            if promise in self.lucks and not luck:
                yield f"seat {seat}: the own part of the chance was left out"


class Commitments:
    """The contributions of one guest at all tables."""

    def __init__(self) -> None:
        self.tables: dict[str, KnownCommitments] = {}
        self.wrong: list[str] = []
        """Proven violations, as sentences, each with its table."""
        self.late: list[str] = []
        """Tables whose deal lacks this guest's contribution; such a deal proves nothing to this guest."""

    def promise(self, table: str) -> str:
        """A promise for a seat of this table; the contribution behind it is remembered here."""
        luck = token_urlsafe(16)
        promise = promise_of(luck)
        self.tables.setdefault(table, KnownCommitments()).lucks[promise] = luck
        return promise

    def sit(self, id: int, table: str, seat: int, hands_after: int = 0) -> Sit:
        """The frame that takes a seat with a promise."""
        return Sit(id, table, seat, "", self.promise(table), hands_after)

    def concerned(self, name: str, public: Public) -> bool:
        """Can `look` find anything in this document? Not while a game goes on whose beginning was looked
        at."""
        kept = self.tables.get(name)
        return kept is not None and not (kept.begun and public["table"]["phase"] == "playing")

    def look(self, name: str, public: Public) -> list[tuple[int, str]]:
        """Process the public part of a document; returns the seats that must reveal now, each with its
        contribution, and each only once.

        Nothing is revealed if anything contradicts what was shown before: the unrevealed contribution is what
        keeps others from choosing the outcome.
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
            return []  # another guest's game, or the requested seat was not free
        if kept.promises is None:
            kept.promises = list(table["promises"])
        if any(kept.differences(table)):
            return []
        mine = [(s, kept.lucks[p]) for s, p in enumerate(table["promises"]) if p in kept.lucks]
        now = [(seat, luck) for seat, luck in mine if luck not in kept.told]
        kept.told |= {luck for _, luck in now}
        return now

    def forget(self, table: str, promise: str = "") -> None:
        """The seat was refused, or (without a promise) the table sends nothing more."""
        kept = self.tables.get(table)
        if kept is not None:
            kept.lucks.pop(promise, None)
            if not promise or not kept.lucks:
                del self.tables[table]

    def _compare(self, name: str, kept: KnownCommitments, table: About) -> None:
        over = table["phase"] != "playing"
        if not kept.begun:
            self.late += [f"table {name}: {late}" for late in kept.left_out(table)]
        if over or not kept.begun:
            kept.begun = True
            self.wrong += [f"table {name}: {wrong}" for wrong in kept.differences(table)]
        if over:
            del self.tables[name]

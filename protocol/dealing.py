"""The computation of the dealing, and the verification of a finished game's log."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Any, Final, NamedTuple

from .codec import BadFrame, unpacked
from .commitments import promise_of

FORMAT: Final = "stammtisch log 1"

MAX_SEATS: Final = 16

OF_A_SEAT: Final = ("sit", "take", "handed", "leave", "remove", "reveal")
"""Kinds of entries whose fourth value is a seat that they change."""


def commitment_of(secret: str) -> str:
    """The hash of the server's secret (both hex), shown before the start."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, parts: Sequence[str]) -> bytes:
    """The seed of a game, from the secret (hex) and the part of each seat; a guided game has no parts."""
    mixed = b"".join(len(part).to_bytes(4, "big") + part.encode() for part in parts)
    return sha256(bytes.fromhex(secret) + mixed).digest()


class Chance:
    """The random source of a seed: its numbers and shuffles in the order of the draws."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.key = blake2b(seed.lstrip(b"\0") or b"\0", digest_size=32).digest()
        self.drawn = drawn

    def below(self, sides: int) -> int:
        """The next number below `sides`."""
        while True:
            data = blake2b(self.drawn.to_bytes(8, "big"), key=self.key, digest_size=8).digest()
            self.drawn += 1
            if (word := int.from_bytes(data, "big")) < 2**64 // sides * sides:
                return word % sides

    def shuffle(self, pile: list[Any]) -> None:
        """Shuffle in place."""
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]


class Dealing(NamedTuple):
    """The dealing of a game by its log. `wrong`: violations, as (kind, seat): "late", a seat was taken after
    the start; "other", a seat disclosed another part than it had promised."""

    secret: str
    promises: list[str]
    lucks: list[str]
    wrong: list[tuple[str, int]]

    @property
    def parts(self) -> list[str]:
        return [luck or promise for promise, luck in zip(self.promises, self.lucks, strict=True)]

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    @property
    def seed(self) -> bytes:
        return seed_of(self.secret, self.parts)


def dealing_of(log: bytes) -> Dealing:
    """The dealing of a finished game, from its log (`/tables/{table}/log`). Raises ValueError for no log.

    Compare `commitment`, `promises` and the own luck with the values that were stored before the start: a log
    alone proves nothing.
    """
    try:
        found, *entries = unpacked(log)
        (_, _, _, _, made, *_), *later = entries
        seats, secret = made[6], made[12]
        if found != FORMAT or made[0] != "made" or not 1 <= seats <= MAX_SEATS:
            raise ValueError("it begins otherwise")
        dealt = Dealing(secret, [""] * seats, [""] * seats, [])
        started = False
        for entry in later:
            started = _told(dealt, entry[4], started)
        _ = dealt.seed, dealt.commitment  # nobody has checked the types of the values
    except (AttributeError, BadFrame, LookupError, TypeError, ValueError) as wrong:
        raise ValueError(f"this is no log of a game: {wrong}") from wrong
    return dealt


def _told(dealt: Dealing, what: list[Any], started: bool) -> bool:
    """Follow one entry. Returns whether the game has started."""
    promises, lucks = dealt.promises, dealt.lucks
    if what[0] in OF_A_SEAT and what[3] < 0:
        raise ValueError(f"there is no seat {what[3]}")
    match what:
        case ["start", *_]:
            return True
        case ["resized", _, _, int(seats), *_]:
            for row in (promises, lucks):
                row[:] = [*row, *[""] * MAX_SEATS][: min(seats, MAX_SEATS)]
        case ["sit", _, _, seat, luck, promise, *_]:
            promises[seat], lucks[seat] = promise, "" if promise else luck
            if started:
                dealt.wrong.append(("late", seat))
        case ["take", _, _, seat, promise, *_] if not started:
            promises[seat] = promise
        case ["handed", _, _, seat, *_] if not started:
            promises[seat] = ""
        case ["leave" | "remove", _, _, seat, *_] if not started:
            promises[seat] = lucks[seat] = ""
        case ["reveal", _, _, seat, luck, *_]:
            if not started or promise_of(luck) != promises[seat]:
                dealt.wrong.append(("other", seat))
            lucks[seat] = luck
    return started

"""Parts of an observation: how a field of a view is written into a flat array.

A view is plain data of varying length: numbers, lists, lists of lists. Each part has a fixed width, so that
everything has a fixed place. Numbers are written as they are; things that have a number only as a name
(cards, kinds, seats) get a place each. Seats are counted from the observing seat, which is 0.

A part never reads anything but the value that it is given, so an observation can't tell more than the view.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Buffer: TypeAlias = "array[int]"
"""Numbers of 16 bits."""


class TooWide(ValueError):
    """A value of a view has no place in the observation; the message says where."""


class Part(Protocol):
    """How one value is written. `seats`: the number of seats, `me`: the observing seat."""

    def width(self, seats: int) -> int: ...

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None: ...


class Number(NamedTuple):
    """A number, or yes and no as 1 and 0."""

    def width(self, seats: int) -> int:
        return 1

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        into[at] = value


class Numbers(NamedTuple):
    """A list of at most `size` numbers, padded with zeros."""

    size: int

    def width(self, seats: int) -> int:
        return self.size

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        if len(value) > self.size:
            raise TooWide(f"{len(value)} numbers where {self.size} have a place")
        into[at : at + len(value)] = array("h", value)


class CardList(NamedTuple):
    """A list of cards in their order: at most `size` numbers, each plus one, padded with zeros; `cut`:
    further ones are left out."""

    size: int
    cut: bool = False

    def width(self, seats: int) -> int:
        return self.size

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        listed = value[: self.size] if self.cut else value
        Numbers(self.size).put(into, at, [card + 1 for card in listed], me, seats)


class Kind(NamedTuple):
    """One of `size` kinds: a place for each; -1 is none of them."""

    size: int

    def width(self, seats: int) -> int:
        return self.size

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        if value >= 0:
            into[at + inside(value, self.size)] = 1


class Seat(NamedTuple):
    """A seat, counted from the observing one; -1 is nobody."""

    def width(self, seats: int) -> int:
        return seats

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        if value >= 0:
            into[at + (value - me) % seats] = 1


class SeatOrder(NamedTuple):
    """A list of seats: each seat gets its position in it, from 1."""

    def width(self, seats: int) -> int:
        return seats

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        for position, seat in enumerate(value, 1):
            into[at + (seat - me) % seats] = position


class SeatBits(NamedTuple):
    """A number with a bit for each seat."""

    def width(self, seats: int) -> int:
        return seats

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        for seat in range(seats):
            into[at + (seat - me) % seats] = value >> seat & 1


class Cards:
    """A list of cards: how often each of `cards` is in it; -1 is no card."""

    def __init__(self, cards: Sequence[int]) -> None:
        self._places = {card: place for place, card in enumerate(cards)}

    def width(self, seats: int) -> int:
        return len(self._places)

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        places = self._places
        for card in value:
            if card >= 0:
                into[at + places[card]] += 1


class Card(Cards):
    """One of `cards`; -1 is none of them."""

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        super().put(into, at, (value,), me, seats)


class Rows:
    """A list of rows that begin with one of `cards`: the place of each has 1, then the `columns` other
    numbers of its row, each plus one."""

    def __init__(self, cards: Sequence[int], columns: int) -> None:
        self._places = {card: place * (1 + columns) for place, card in enumerate(cards)}
        self._columns = columns

    def width(self, seats: int) -> int:
        return len(self._places) * (1 + self._columns)

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        places = self._places
        for card, *others in value:
            place = at + places[card]
            into[place] = 1
            for other in others:
                place += 1
                into[place] = other + 1


class Each(NamedTuple):
    """A list of at most `size` values of the same part."""

    part: Part
    size: int

    def width(self, seats: int) -> int:
        return self.size * self.part.width(seats)

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        if len(value) > self.size:
            raise TooWide(f"{len(value)} values where {self.size} have a place")
        part, step = self.part, self.part.width(seats)
        for number, one in enumerate(value):
            part.put(into, at + number * step, one, me, seats)


class BySeat(NamedTuple):
    """A list with a value for each seat, the observing seat first; an empty one is all zeros."""

    part: Part

    def width(self, seats: int) -> int:
        return seats * self.part.width(seats)

    def put(self, into: Buffer, at: int, value: Any, me: int, seats: int) -> None:
        if not value:
            return
        mine_first = value[me:] + value[:me]
        part = self.part
        if type(part) is Number:
            into[at : at + seats] = array("h", mine_first)
            return
        put, step = part.put, part.width(seats)
        for one in mine_first:
            if one != []:
                put(into, at, one, me, seats)
            at += step


def inside(number: int, size: int) -> int:
    """The number, if it has a place among so many. Raises TooWide."""
    if number >= size:
        raise TooWide(f"number {number} where {size} have a place")
    return number


Parts = Mapping[str, Part]


class Placed(NamedTuple):
    """A field of a view, and the place of its first number."""

    name: str
    part: Part
    at: int


def placed(parts: Parts, seats: int, at: int = 0) -> tuple[Sequence[Placed], int]:
    """The fields one after the other, and where the last one ends."""
    found = []
    for name, part in parts.items():
        found.append(Placed(name, part, at))
        at += part.width(seats)
    return found, at

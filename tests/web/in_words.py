"""What the position in words means: the names and numbers that a reader takes from a text, and those that a
view has. The two are computed separately, so that one can be held against the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.authoring.engines import texts_of
from server.games import GAMES
from server.games.position_words import Row, rows_in

Told = Any
"""The content of one field: a number, a list of names, or how many of each name."""

COUNTED = re.compile(r"(?:(\d+) × )?(.*)")


class Reader:
    """Somebody who knows a game's terms in one language, and the names of the seats."""

    def __init__(self, game: str, language: str, seats: Sequence[str]) -> None:
        package: Any = GAMES[game]
        self.texts = texts_of(package, language)
        self.rows: Sequence[Row] = rows_in(package.__name__)
        self.seats = seats
        self.choices = {text: (verb, name) for verb, name, text in self._choices()}
        """By the text of a choice: its verb, and the name of its thing, as the position has it."""

    def _choices(self) -> Iterator[tuple[str, str, str]]:
        for verb, text in self.texts["choices"].items():
            group = self.texts["nouns"].get(verb)
            names: Any = ()
            if group in ("seat", "seats"):
                names = self.seats
            elif group and group != "number":
                names = self.texts["names"][group]
            rows = names.items() if isinstance(names, dict) else enumerate(names)
            for number, name in rows:
                told = group and group not in ("seat", "seats") and self.name(group, int(number))
                yield verb, told or name, text.replace("{noun}", name)
            if not group:
                yield verb, "", text

    def name(self, group: str, number: int) -> str | None:
        """The name of a thing; None for no thing."""
        names = self.texts["position"]["names"].get(group)
        own = names is not None
        names = names if own else self.texts["names"][group]
        known = names if isinstance(names, dict) else {str(n): name for n, name in enumerate(names)}
        found = known.get(str(number))
        return found if own or number >= 0 else None

    def label(self, place: str, key: str) -> str:
        return str(self.texts["position"]["labels"][f"own.{key}" if place == "own" else key])

    # -- from a view -------------------------------------------------------------------------------

    def seen(self, kind: str, value: Any, view: Mapping[str, Any]) -> Told:
        """The content of a field of a view; something empty if nothing is said of it."""
        name, *groups = kind.split(" ")
        if name == "rows":
            kinds = kind.removeprefix("rows ").split("|")
            cells = [[*zip(kinds, row, strict=True)] for row in value]
            return [[self._cell(*cell) for cell in row if self._cell(*cell)] for row in cells]
        match name, groups:
            case ("number", []):
                return value
            case (("number?" | "flag"), []):
                return value or None
            case ("seat", []):
                return self.seats[value] if value >= 0 else None
            case ("seat", ["list"]):
                return [self.seats[seat] for seat in value]
            case ("numbers", []):
                return [str(n) for n in value]
            case ("name", [group]):
                return self.name(group, value)
            case ("last", [group]):
                return self.name(group, value[-1]) if value else None
            case ("in", [key, group]):
                return self.name(group, view[key][value])
        return self._of_list(name, groups, value)

    def _cell(self, kind: str, value: Any) -> str:
        if kind == "number?":
            return str(value) if value else ""
        name, group = kind.split(" ")
        if name == "bits":
            return ", ".join(self._bits(group, value))
        return self.name(group, value) or ""

    def _bits(self, group: str, bits: int) -> list[str]:
        return [str(self.name(group, bit)) for bit in range(bits.bit_length()) if bits >> bit & 1]

    def _of_list(self, name: str, groups: Sequence[str], value: Any) -> Told:
        group = groups[0]
        names = {n: str(self.name(group, n)) for n in range(len(value))} if isinstance(value, list) else {}
        match name:
            case "bits":
                return self._bits(group, value)
            case "names":
                return Counter(it for n in value if (it := self.name(group, n)) is not None)
            case "order":
                return [self.name(group, n) for n in value]
            case "counts":
                counts: Counter[str] = Counter()
                for n, count in enumerate(value):
                    counts[names[n]] += count
                return +counts
            case "numbers":
                return [f"{names[n]} {count}" for n, count in enumerate(value)]
            case "values":
                return [f"{names[n]} {count}" for n, count in enumerate(value) if count]
            case "marked":
                return [names[n] for n, on in enumerate(value) if on]
            case "levels":
                return {names[n]: self.name(groups[1], level) for n, level in enumerate(value) if level}
            case "at":
                return {
                    str(self.name(groups[1], n)): thing
                    for n, it in enumerate(value)
                    if (thing := self.name(group, it)) is not None
                }
            case "seats":
                return {names[n]: self.seats[seat] for n, seat in enumerate(value) if seat >= 0}
            case "numbered":
                told = {names[n]: self.name(groups[1], it) for n, it in enumerate(value)}
                return {place: it for place, it in told.items() if it is not None}
        raise AssertionError(f"no reader knows the kind {name}")

    # -- from a text -------------------------------------------------------------------------------

    def read(self, kind: str, text: str | None, nothing: str) -> Told:
        """What a text says of a field; None: it says nothing."""
        name = kind.split(" ")[0]
        parts = text.split("; ") if text else []
        match name:
            case "number":
                return int(str(text))
            case "number?":
                return int(text) if text else None
            case "flag":
                return None if text is None else True
            case "name" | "last" | "in":
                return text
            case "seat":
                return parts if kind == "seat list" else text
            case "names" | "counts":
                found = Counter[str]()
                for part in parts:
                    count, thing = COUNTED.fullmatch(part).groups()  # type: ignore[union-attr]
                    found[thing] += int(count or 1)
                return found
            case "order":
                return [None if part == nothing else part for part in parts]
            case "levels" | "numbered":
                return dict(part.rsplit(": ", 1) for part in parts)
            case "at" | "seats":
                rows = [part.rsplit(": ", 1) for part in parts]
                return {place: thing for thing, places in rows for place in places.split(", ")}
            case "rows":
                return parts
            case _:
                return parts

    def thing(self, option: str) -> str | None:
        """The name of the thing in an option, which may be followed by its price; None if it has no name."""
        for _ in range(option.count(",") + 1):
            if option in self.choices:
                return self.choices[option][1]
            option = option.rpartition(", ")[0]
        return None

    def held_in(self, seen: Told, name: str) -> int:
        """The same of the content of a field."""
        if isinstance(seen, Counter):
            return seen[name]
        parts = [_row(it) for it in seen] if isinstance(seen, list) else [str(seen)]
        return self.held({"": "; ".join(parts)}, name)

    def held(self, lines: Mapping[str, str], name: str) -> int:
        """How many things of this name the lines of a seat tell of."""
        found = 0
        for text in lines.values():
            for part in text.split("; "):
                count, thing = COUNTED.fullmatch(part).groups()  # type: ignore[union-attr]
                if thing == name:
                    found += int(count or 1)
                elif re.fullmatch(rf"{re.escape(name)} \d+", part):
                    found += int(part.rsplit(" ", 1)[1])
        return found


def _row(seen: Told) -> str:
    """A part of a text: a name, or a row with a name and what belongs to it."""
    if not isinstance(seen, list):
        return str(seen)
    return ": ".join(filter(None, [*seen[:1], ", ".join(map(str, seen[1:]))]))

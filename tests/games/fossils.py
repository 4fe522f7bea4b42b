"""Fossils: packed games of earlier versions. They must unpack and be playable for ever.

    python -m tests.games.fossils add machi_koro

adds games of today's version at questions that between them hold every kind of step that random games
come upon. Beside each `<game>/fossils/<rules>-<n>.msgpack` lies a `.json` that says what it is. A fossil
is never rewritten: what can't be unpacked any more needs a migration, not a new fossil.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from server.games.kernel import Lanes
from server.games.packing import pack

from .engines import ENGINES
from .walks import Walk, draw_deal

GAMES_SEARCHED = 40
FEWEST = 4
"""Fossils that every game has of its version of today."""


class Label(Struct, frozen=True):
    """What a fossil is: who is asked what in it, and which kinds of steps it holds."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    choices: int
    asked: list[tuple[int, str]]
    steps: list[str]


class Fossil(Struct, frozen=True):
    label: Label
    data: bytes


def folder_of(name: str) -> Path:
    return Path(__file__).parent / name / "fossils"


def stored(name: str) -> Iterator[tuple[str, Fossil]]:
    """All fossils of a game, by file name."""
    for path in sorted(folder_of(name).glob("*.msgpack")):
        label = msgspec.json.decode(path.with_suffix(".json").read_bytes(), type=Label)
        yield path.stem, Fossil(label, path.read_bytes())


def kinds(stack: Any) -> set[str]:
    """The kinds of steps in a stack, those of lanes included."""
    found: set[str] = set()
    for step in stack:
        found.add(type(step).__name__)
        if type(step) is Lanes:
            for lane in step.lanes:
                found |= kinds(lane.stack)
    return found


def fossil_of(walk: Walk) -> Fossil:
    deal = walk.deal
    label = Label(
        deal.name,
        walk.engine.rules,
        deal.seats,
        deal.options,
        len(walk.history),
        [(ask.seat, ask.prompt) for ask in walk.asks],
        sorted(kinds(walk.game.stack)),
    )
    return Fossil(label, pack(walk.game))


def dug_out(name: str) -> list[Fossil]:
    """Games in mid-play that hold each kind of step and put each kind of question at least once."""
    known: set[str] = set()
    found: list[Fossil] = []
    for number in range(GAMES_SEARCHED):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            new = kinds(walk.game.stack) | {"?" + ask.prompt for ask in walk.asks}
            if new - known:
                known |= new
                found.append(fossil_of(walk))
            walk.choose(*walk.pick())
    return found


def add(name: str) -> int:
    """Add fossils of the version of today; returns how many."""
    folder = folder_of(name)
    folder.mkdir(exist_ok=True)
    rules = ENGINES[name].rules
    first = len(list(folder.glob(f"{rules}-*.msgpack")))
    found = dug_out(name)
    for number, fossil in enumerate(found, first):
        path = folder / f"{rules}-{number:02}.msgpack"
        path.write_bytes(fossil.data)
        path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(fossil.label)) + b"\n")
    return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.fossils", description="Packed games.")
    parser.add_argument("command", choices=["add"])
    parser.add_argument("game", choices=sorted(ENGINES))
    args = parser.parse_args()
    print(f"{add(args.game)} fossils added to {folder_of(args.game)}")


if __name__ == "__main__":
    main()

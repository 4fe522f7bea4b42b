"""Fossils: packed games of earlier versions. They must unpack and stay playable for ever.

    python -m tests.games.fossils add machi_koro

adds games of the current version at questions that together contain every kind of step that occurs in random
games. `<game>/fossils/<rules>.msgpack` has all fossils of a game and a rules number in a list, each with a
descriptive label; `python -m tests.games.fossils show machi_koro` prints the labels. A fossil is never
rewritten: one that no longer unpacks needs a migration, not a new fossil.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from server.authoring.walks import Walk, draw_deal
from server.games.kernel import Lanes
from server.games.packing import pack

from .engines import ENGINES

GAMES_SEARCHED = 40
FEWEST = 4
"""The minimum of fossils of every game's current version."""


class Label(Struct, frozen=True):
    """The description of a fossil: the asked seats with their questions, and its kinds of steps."""

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


def container_of(name: str, rules: int) -> Path:
    return folder_of(name) / f"{rules}.msgpack"


def held(path: Path) -> list[Fossil]:
    """The fossils in a container, in the order in which they were added."""
    return msgspec.msgpack.decode(path.read_bytes(), type=list[Fossil]) if path.exists() else []


def stored(name: str) -> Iterator[tuple[str, Fossil]]:
    """All fossils of a game, by rules number and place in their container."""
    for path in sorted(folder_of(name).glob("*.msgpack"), key=lambda path: int(path.stem)):
        for number, fossil in enumerate(held(path)):
            yield f"{path.stem}-{number:02}", fossil


def kinds(stack: Any) -> set[str]:
    """The kinds of steps in a stack, including lanes."""
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
    """Running games that together contain each kind of step and each kind of question at least once."""
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
    """Add fossils of the current version; returns how many."""
    path = container_of(name, ENGINES[name].rules)
    path.parent.mkdir(exist_ok=True)
    found = dug_out(name)
    path.write_bytes(msgspec.msgpack.encode([*held(path), *found]))
    return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.fossils", description="Packed games.")
    parser.add_argument("command", choices=["add", "show"])
    parser.add_argument("game", choices=sorted(ENGINES))
    args = parser.parse_args()
    if args.command == "add":
        print(f"{add(args.game)} fossils added to {folder_of(args.game)}")
    else:
        for number, fossil in stored(args.game):
            print(number, msgspec.json.encode(fossil.label).decode())


if __name__ == "__main__":
    main()

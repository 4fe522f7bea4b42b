"""`python -m tests.pictures` draws docs/pictures/rooms.svg from the imports of the code."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import fsum
from typing import Final

from bots.plots.svg import alone, box, number, plot, tag, text

from .test_layers import ROOT, arrows

FOLDER: Final = ROOT / "docs" / "pictures"
ROOMS: Final = FOLDER / "rooms.svg"

STARTERS: Final = "app, serve, play"
"""The modules below `server/` that import rooms: they start processes and connect the parts."""

BOX_WIDTH_PX, BOX_HEIGHT_PX, ROW_PX, GAP_PX = 104, 30, 66, 26
SWEEPS = 8

Graph = Mapping[str, set[str]]


def rooms() -> Graph:
    """The imports of each room from the others. Single modules that import no room are left out."""
    found: dict[str, set[str]] = {}
    for part in ("protocol", "server", "bots"):
        for module, imported in arrows(part):
            found.setdefault(_room(module), set()).update(map(_room, imported))
    found[STARTERS] = set().union(*(others for name, others in found.items() if name.endswith(".py")))
    graph = {
        room: {it for it in others if it and not it.endswith(".py")} - {room}
        for room, others in found.items()
    }
    return {room: others for room, others in graph.items() if room and not room.endswith(".py")}


def _room(module: str) -> str:
    """The room of a module; a module right below `server/` is one by itself, with the ending .py."""
    top, *rest = module.split(".")
    if top != "server" or not rest:
        return top if top != "server" else ""
    return rest[0] if (ROOT / "server" / rest[0]).is_dir() else f"{rest[0]}.py"


def draw(graph: Graph) -> str:
    """The picture. An arrow leads down to an imported room, unless a longer way leads there too."""
    below = {room: _reached(graph, room) for room in graph}
    direct = {
        room: sorted(it for it in others if not any(it in below[other] for other in others))
        for room, others in sorted(graph.items())
    }
    ways = [_way(graph, room, it) for room, others in direct.items() for it in others]
    x = _places(graph, ways)
    bottom = max(row for _, row in x)
    spot = {(name, row): (at, (bottom - row) * ROW_PX + 12.0) for (name, row), at in x.items()}
    lines = [_arrow([spot[it] for it in way]) for way in ways]
    boxes = [_box(name, *at) for (name, _), at in spot.items() if name in graph]
    width = max(at for at, _ in spot.values()) + BOX_WIDTH_PX / 2 + 12
    said = "; ".join(f"{room} imports {', '.join(others)}" for room, others in direct.items() if others)
    title = "Rooms and what they import"
    return alone(plot(title, said, width, (bottom + 1) * ROW_PX, *lines, *boxes), title)


def _reached(graph: Graph, room: str) -> set[str]:
    return set().union(*({it} | _reached(graph, it) for it in graph[room])) - {room}


def _height(graph: Graph, room: str) -> int:
    return max((1 + _height(graph, it) for it in graph[room]), default=0)


Spot = tuple[str, int]
"""A room, or a bend of an arrow that passes other rooms, and the row: 0 is the lowest."""


def _way(graph: Graph, room: str, imported: str) -> list[Spot]:
    """The spots of an arrow, from above."""
    top, end = _height(graph, room), _height(graph, imported)
    between = [(f"{room}>{imported}", row) for row in range(top - 1, end, -1)]
    return [(room, top), *between, (imported, end)]


def _places(graph: Graph, ways: list[list[Spot]]) -> dict[Spot, float]:
    """The horizontal middle of each spot, chosen so that arrows are short and boxes don't overlap."""
    near: dict[Spot, list[Spot]] = {(room, _height(graph, room)): [] for room in sorted(graph)}
    for way in ways:
        for one, other in pairwise(way):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    rows = [sorted(it for it in near if it[1] == row) for row in range(max(row for _, row in near) + 1)]
    x = {it: float(number * BOX_WIDTH_PX) for row in rows for number, it in enumerate(row)}
    for _ in range(SWEEPS):
        for row in [*rows, *reversed(rows)]:
            wished = {it: fsum(x[other] for other in near[it]) / max(1, len(near[it])) for it in row}
            row.sort(key=lambda it: (wished[it], it))
            x.update(_apart([(it, wished[it]) for it in row], graph))
    left = min(x[it] - _width(it, graph) / 2 for it in x) - 12
    return {it: at - left for it, at in x.items()}


def _apart(row: list[tuple[Spot, float]], graph: Graph) -> dict[Spot, float]:
    """The spots of a row near their preferred places, each beside the one before."""
    found: dict[Spot, float] = {}
    edge = -float("inf")
    for it, wished in row:
        found[it] = max(wished, edge + _width(it, graph) / 2)
        edge = found[it] + _width(it, graph) / 2 + GAP_PX
    shift = fsum(found[it] - wished for it, wished in row) / len(row)
    return {it: at - shift for it, at in found.items()}


def _width(it: Spot, graph: Graph) -> float:
    return BOX_WIDTH_PX if it[0] in graph else 0


def _arrow(way: list[tuple[float, float]]) -> str:
    x, y = way[0][0], way[0][1] + BOX_HEIGHT_PX
    d = [f"M{number(x)} {number(y)}"]
    for spot, (x2, y2) in enumerate(way[1:], 2):
        half = (y + y2) / 2
        d.append("C" + " ".join(map(number, (x, half, x2, half, x2, y2))))
        x, y = x2, y2 + BOX_HEIGHT_PX
        if spot < len(way):
            d.append(f"L{number(x)} {number(y)}")
    x, y = way[-1]
    d.append(f"M{number(x - 4)} {number(y - 7)}L{number(x)} {number(y)}L{number(x + 4)} {number(y - 7)}")
    return tag("path", d="".join(d), class_="axis")


def _box(room: str, x: float, y: float) -> str:
    return box(x - BOX_WIDTH_PX / 2, y, BOX_WIDTH_PX, BOX_HEIGHT_PX, "shade") + text(room, x, y + 19, "mid")


if __name__ == "__main__":
    ROOMS.write_text(draw(rooms()), encoding="utf-8")

"""The sizes of diffs and documents in whole games, for every seat at every version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from protocol.frames import Act
from server.table.rights import decide
from server.table.viewers import Viewers

from .kit import SEATS, Aim, Say, Scale, Section, Shown, Table
from .stages import ADA, table_of

PLAYED: Final = 10
"""Games of each kind."""

ABOUT: Final = f"""\
Bytes of the frames that tell {SEATS} seats of each change in {PLAYED} whole games whose seats choose at
random: the diffs of all seats at every version, check values at their usual interval, and beside them the
whole documents that somebody gets who comes anew."""

CHECKED: Final = 16
"""Versions between check values, the default of hubs."""


AIMS: Final = {
    "machi_koro": (80, 0),
    "loyang": (150, 1200),
    "bruges": (150, 1500),
    "bruges, expansions": (150, 1500),
}
"""The greatest median and 99th percentile of a kind's diffs, in bytes; 0: no aim."""


class Kind(NamedTuple):
    """A game with options, under a name."""

    name: str
    game: str
    options: dict[str, Any]


EXPANDED: Final = dict.fromkeys(("pets", "new_citizens", "zwin", "bourse"), True)


class Sizes(Struct, frozen=True):
    """Bytes of a frame."""

    median: int
    p99: int
    greatest: int
    whole: int
    """The median of whole documents."""
    told: int
    """The number of diffs."""


def kinds(scale: Scale) -> Iterator[Kind]:
    """Every game with its defaults, and the heaviest also with all its expansions."""
    for game in scale.games:
        yield Kind(game, game, {})
        if game == "bruges":
            yield Kind("bruges, expansions", game, EXPANDED)


def told(kind: Kind, number: int) -> Iterator[tuple[int, int]]:
    """Sizes in a whole game: for each version and seat the bytes of the diff and of the whole document."""
    random = Random(f"sizes {kind.name} {number}")
    table = table_of(kind.game, SEATS, kind.options, f"{number:064x}")
    viewers = Viewers(table, CHECKED)
    for seat in range(SEATS):
        viewers.full(table, seat)
    change = 1000
    while table.match is not None and table.match.asks:
        ask, change = table.match.asks[0], change + 1
        number_asked = table.match.state.numbers[ask.seat]
        act = Act(change, table.state.id, ask.seat, number_asked, *random.choice(ask.options))
        table.apply(decide(table, ADA, act, change))
        step = viewers.advance(table)
        for seat in range(SEATS):
            begin, end = viewers.ending(seat, step)
            yield len(begin) + 1 + len(end), len(viewers.full(table, seat))


def measure(scale: Scale, say: Say) -> dict[str, Sizes]:
    """Sizes by kind of game."""
    found = {}
    for kind in kinds(scale):
        pairs = [pair for number in range(1 if scale.small else PLAYED) for pair in told(kind, number)]
        diffs, wholes = (sorted(sizes) for sizes in zip(*pairs, strict=True))
        count = len(diffs)
        found[kind.name] = Sizes(
            diffs[count // 2], diffs[count * 99 // 100], diffs[-1], wholes[count // 2], count
        )
        say(f"{kind.name}: {diffs[count // 2]} bytes, p99 {diffs[count * 99 // 100]}")
    return found


def shown(found: dict[str, Sizes], others: Mapping[str, Any]) -> Shown:
    """One row for each kind of game."""
    head = ("game", "diff, median", "diff, p99", "diff, greatest", "whole document", "diffs")
    rows = [
        (name, str(one.median), str(one.p99), str(one.greatest), f"{one.whole:,}", f"{one.told:,}")
        for name, one in found.items()
    ]
    return Shown([Table(head, rows)], {}, list(_aims(found)))


def _aims(found: dict[str, Sizes]) -> Iterator[Aim]:
    for name, one in found.items():
        median, p99 = AIMS.get(name, (0, 0))
        for what, size, most in (("median", one.median, median), ("p99", one.p99, p99)):
            if most:
                yield Aim(f"{what} diff, {name}", f"<= {most:,} bytes", f"{size:,} bytes", size <= most)


SECTION: Final = Section("sizes", "The size of a diff", ABOUT, dict[str, Sizes], measure, shown)

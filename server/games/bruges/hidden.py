"""Hidden information in Bruges: fronts in hands, of houses and in stacks, of which only backs are known;
ships; bourse cards."""

from __future__ import annotations

from typing import Any

from ..evidence import Zone
from .cards import BACK, BOX
from .state import COLOURS

FACE_DOWN = ("hand", "fresh", "drawn", "houses")

PROVISIONAL = True
"""BRU-21.1: the steps of a turn are shown to others before they stand. A seat may show there, and take back,
what it knows; what it cannot know seals as in all games."""


def hides(game: Any, seat: int | None) -> list[Zone]:
    unseen = [*game.stacks[0], *game.stacks[1], *game.extra]
    zones: list[tuple[str, list[int]]] = []
    for owner, me in enumerate(game.players):
        for name in ("fresh",) if owner == seat else FACE_DOWN:
            unseen += getattr(me, name)
            zones.append((f"{name} of {owner}", getattr(me, name)))
    pools = split(unseen)
    return [
        *(zone for name, cards in zones for zone in by_back(name, cards, pools)),
        Zone("below the tops", [card for stack in game.stacks for card in stack[:-1]], unseen, ordered=True),
        *(ships(game, colour) for colour in range(len(game.ships))),
        Zone("bourse", game.bourse, game.bourse, ordered=True),
    ]


def split(cards: list[int]) -> list[list[int]]:
    """The cards by their backs."""
    found: list[list[int]] = [[] for _ in range(2 * len(COLOURS))]
    for card in cards:
        found[BACK[card]].append(card)
    return found


def by_back(name: str, cards: list[int], pools: list[list[int]]) -> list[Zone]:
    """For several face-down cards the backs are known, and the fronts may be any with these backs."""
    parts = enumerate(zip(split(sorted(cards)), pools, strict=True))
    return [Zone(f"{name}, back {back}", mine, pool) for back, (mine, pool) in parts]


def ships(game: Any, colour: int) -> Zone:
    below = game.ships[colour][:-1]
    assert all(BOX.ships[ship].colour == COLOURS[colour] for ship in below)
    return Zone(f"ships {colour}", below, below, ordered=True)

"""Facts that a person could derive from the rules, and the costs and gains of options."""

from __future__ import annotations

from typing import Any

from ..engine import View
from ..kernel import Ask, Choice
from .board import DIRECTIONS
from .cards import CATTLE, KINDS, PIG, ROUNDS, TILES, VALUES
from .state import FACE_DOWN, NOBODY, Schweinebande
from .verbs import GROUP_ANIMALS, Place, collected, groups, onto_farm


def holdings(game: Schweinebande, seat: int) -> dict[str, int]:
    """The seat's assets by key; a liability would count as a negative number."""
    tiles = sum(game.pens[seat]) + sum(game.farms[seat])
    return {"feed": game.feed[seat], "tiles": tiles, "points": game.points(seat)}


def hints(game: Schweinebande, seat: int | None, ask: Ask | None) -> View:
    """Place for a farmer, rows, groups, costs of feeding, points, unseen tiles; certain costs and gains.

    `placing`: the space where a farmer may be placed, or -1. `rows`: for each farmer on the board
    `[space, direction, [space, ...]]` with the other tiles it could collect. By seat: `groups` as
    `[verb, kind]`, the feed that feeding `needs`, the feed `left` after it (negative: missing), `points`.
    `unseen`: unrevealed tiles of each kind. `pigs`: how many of four pigs get onto the farm now. `ends`: what
    follows the end of the turn, see `after_turn`.
    """
    seats = range(len(game.feed))
    told: View = {
        "placing": placing(game),
        "rows": rows(game),
        "groups": [[[*group] for group in groups(pen)] for pen in game.pens],
        "needs": [game.hungry(seat) for seat in seats],
        "left": [game.feed[seat] - game.hungry(seat) for seat in seats],
        "points": [game.points(seat) for seat in seats],
        "unseen": [game.pile.count(kind) + game.tiles.count(kind) for kind in range(len(TILES))],
        "pigs": onto_farm(game, PIG),
    }
    if ask is not None:
        if ask.prompt == "end_turn":
            told["ends"] = after_turn(game)
        changes = ((choice, change(game, choice)) for choice in ask.options)
        told["amounts"] = [[*choice, certain] for choice, certain in changes if certain]
    return told


def placing(game: Schweinebande) -> int:
    """The space of the tile just revealed while the player decides about a farmer on it; otherwise -1."""
    match game.stack and game.stack[-1]:
        case Place(space):
            return space
        case _:
            return NOBODY


def rows(game: Schweinebande) -> list[list[Any]]:
    """All non-empty rows of all farmers."""
    standing = [space for space, owner in enumerate(game.farmers) if owner != NOBODY]
    ways = [(space, way) for space in standing for way in range(len(DIRECTIONS))]
    return [[space, way, row] for space, way in ways if (row := game.row(space, way))]


def after_turn(game: Schweinebande) -> str:
    """What follows the confirmed last turn of a phase: `uncover`, the next `round`, or the `end`."""
    if FACE_DOWN in game.market:
        return "uncover"
    return "end" if game.round == ROUNDS else "round"


def change(game: Schweinebande, choice: Choice) -> dict[str, int]:
    """The certain costs and gains of an option."""
    match choice:
        case ("collect" | "alone", _):
            return {"tiles": len(collected(game, choice))}
        case ("four", kind):
            farmed = onto_farm(game, kind)
            return {"tiles": farmed - GROUP_ANIMALS, "points": farmed * VALUES[kind]}
        case ("six", _):
            return {"tiles": 1 - len(KINDS), "points": VALUES[CATTLE]}
        case ("pay", hungry):
            return {"feed": -hungry}
        case ("sack", _):
            return {"tiles": -1}
        case ("sell", kind):
            return {"tiles": -1, "feed": VALUES[kind]}
        case _:
            return {}

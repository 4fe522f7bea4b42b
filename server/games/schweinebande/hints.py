"""What a person at the table would work out from the rules: facts, and what options cost and bring."""

from __future__ import annotations

from typing import Any

from ..engine import View
from ..kernel import Ask, Choice
from .board import DIRECTIONS
from .cards import CATTLE, KINDS, PIG, ROUNDS, TILES, VALUES
from .state import FACE_DOWN, NOBODY, Schweinebande
from .verbs import FOUR, Place, collected, groups, onto_farm


def holdings(game: Schweinebande, seat: int) -> dict[str, int]:
    """What a seat has that it would not part with for nothing, by key; what is better not had counts less
    than nothing."""
    tiles = sum(game.pens[seat]) + sum(game.farms[seat])
    return {"feed": game.feed[seat], "tiles": tiles, "points": game.points(seat)}


def hints(game: Schweinebande, seat: int | None, ask: Ask | None) -> View:
    """Where a farmer may be placed, rows, groups, what feeding costs, points, what is unseen; amounts.

    `placing`: the space, or -1. `rows`: for each farmer on the board `[space, direction, [space, ...]]`
    with the other tiles it could collect. By seat: `groups` as `[verb, kind]`, what feeding `needs`, what
    is `left` after it (less than nothing: missing), `points`. `unseen`: tiles of each kind that nobody has
    seen. `pigs`: how many of four pigs get onto the farm now. `ends`: what comes when the turn is over.
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
    """The space with the tile just revealed, while its place for a farmer is asked about."""
    match game.stack and game.stack[-1]:
        case Place(space):
            return space
        case _:
            return NOBODY


def rows(game: Schweinebande) -> list[list[Any]]:
    """All rows of all farmers with tiles in them."""
    standing = [space for space, owner in enumerate(game.farmers) if owner != NOBODY]
    ways = [(space, way) for space in standing for way in range(len(DIRECTIONS))]
    return [[space, way, row] for space, way in ways if (row := game.row(space, way))]


def after_turn(game: Schweinebande) -> str:
    """What follows once the last turn of a phase is confirmed: `uncover`, the next `round`, or the `end`."""
    if FACE_DOWN in game.market:
        return "uncover"
    return "end" if game.round == ROUNDS else "round"


def change(game: Schweinebande, choice: Choice) -> dict[str, int]:
    """What an option certainly brings and costs."""
    match choice:
        case ("collect" | "alone", _):
            return {"tiles": len(collected(game, choice))}
        case ("four", kind):
            farmed = onto_farm(game, kind)
            return {"tiles": farmed - FOUR, "points": farmed * VALUES[kind]}
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

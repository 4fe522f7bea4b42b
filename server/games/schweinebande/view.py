"""Views of a game, a complete game that fits a view, and the scores. Nothing here changes a game."""

from __future__ import annotations

import msgspec

from ..engine import Score, View
from ..kernel import key
from ..packing import plain_options, plain_stack, unpack_stack
from .cards import ANIMALS, TILES, VALUES
from .state import EMPTY, FACE_DOWN, Schweinebande, SchweinebandeOptions


def public(game: Schweinebande) -> View:
    """Everything except face-down tiles. `pile` is the number of tiles for future rounds."""
    return {
        "options": plain_options(game.options),
        "round": game.round,
        "active": game.active,
        "pile": len(game.pile),
        "market": game.market.copy(),
        "farmers": game.farmers.copy(),
        "left": game.left.copy(),
        "order": game.order.copy(),
        "pens": [pen.copy() for pen in game.pens],
        "farms": [farm.copy() for farm in game.farms],
        "feed": game.feed.copy(),
        "box": game.box.copy(),
        "chose": game.chose,
        "resume": plain_stack(game),
    }


def private(game: Schweinebande, seat: int) -> View:
    """Always empty: all holdings are public (SWB-12.3)."""
    return {}


def unseen(public: View) -> list[int]:
    """The tiles that were never revealed, sorted by kind."""
    seen = public["box"].copy()
    for part in (*public["pens"], *public["farms"]):
        for kind, count in enumerate(part):
            seen[kind] += count
    for kind in public["market"]:
        if kind < EMPTY:
            seen[kind] += 1
    return [kind for kind, tiles in enumerate(TILES) for _ in range(tiles - seen[kind])]


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Schweinebande:
    """A complete game that fits these views, with the unrevealed tiles in random order."""
    game = Schweinebande(
        key=key(seed),
        stack=unpack_stack(Schweinebande, public["resume"]),
        options=msgspec.convert(public["options"], SchweinebandeOptions),
        pile=unseen(public),
        left=[*public["left"]],
        order=[*public["order"]],
        pens=[[*pen] for pen in public["pens"]],
        farms=[[*farm] for farm in public["farms"]],
        feed=[*public["feed"]],
        round=public["round"],
        active=public["active"],
        market=[*public["market"]],
        farmers=[*public["farmers"]],
        box=[*public["box"]],
        chose=public["chose"],
    )
    game.scatter(game.pile)
    game.tiles = [game.pile.pop() if kind == FACE_DOWN else EMPTY for kind in game.market]
    return game


def scores(game: Schweinebande) -> list[Score]:
    """Places by the farms' points, then by pigs. Equal seats share a place (SWB-9.8)."""
    standings = [(game.points(seat), game.pigs(seat)) for seat in range(len(game.farms))]
    return [
        Score(
            seat,
            1 + sum(other > standings[seat] for other in standings),
            standings[seat][0],
            {row.id: VALUES[kind] * farm[kind] for kind, row in enumerate(ANIMALS) if farm[kind]},
        )
        for seat, farm in enumerate(game.farms)
    ]

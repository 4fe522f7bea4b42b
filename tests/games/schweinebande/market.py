"""Scenes of Schweinebande: market days on which every tile has its place.

Spaces are named by a letter for the row, A to E from the top, and a number from the left; rows by a space and
a direction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from server.authoring.scenes import Scene, scene
from server.games import schweinebande
from server.games.kernel import Step, choose, settle
from server.games.schweinebande.cards import ANIMALS, FARMERS
from server.games.schweinebande.flow import Collecting, NextReveal, Round
from server.games.schweinebande.state import EMPTY, FACE_DOWN, Schweinebande, SchweinebandeOptions
from server.games.schweinebande.verbs import Feed, Redeem, Reveal

ANIMAL = [row.id for row in ANIMALS]
TILE = [*ANIMAL, "feed_sack"]
SPACE = [f"{'ABCDE'[r]}{q + 1}" for q in range(5) for r in range(5)]
WAYS = ["e", "se", "sw", "w", "nw", "ne"]
ROW = [f"{space} {way}" for space in SPACE for way in WAYS]
NAMES = {
    "reveal": SPACE,
    "alone": SPACE,
    "collect": ROW,
    "four": TILE,
    "sell": TILE,
    "pens": TILE,
    "farms": TILE,
}

Some = Mapping[str, int]
PRINTED = {"direct_scoring": False}


def fair(
    *stack: Step[Any],
    market: Mapping[str, str] | None = None,
    hidden: Mapping[str, str] | None = None,
    covered: bool = False,
    farmers: Mapping[str, int] | None = None,
    pens: Mapping[int, Some] | None = None,
    farms: Mapping[int, Some] | None = None,
    round: int = 1,
    **fields: Any,
) -> Scene:
    """Steps at a market with these open and these hidden tiles; other spaces are empty.

    With `covered` the other spaces have hidden tiles instead. All other tiles are in the pile, as many as
    such a round has, or out of the game.
    """
    rest = [16] * 6 + [4]
    shown, below = [EMPTY] * 25, [EMPTY] * 25
    for places, tiles in ((shown, market or {}), (below, hidden or {})):
        for space, kind in tiles.items():
            places[SPACE.index(space)] = TILE.index(kind)
            rest[TILE.index(kind)] -= 1
    for parts in (pens or {}, farms or {}):
        for part in parts.values():
            for kind, count in part.items():
                rest[TILE.index(kind)] -= count
    assert min(rest) >= 0, "more tiles of a kind than there are"
    pool = [kind for kind, count in enumerate(rest) for _ in range(count)]
    Random(0).shuffle(pool)
    if covered:
        below = [pool.pop() if s == h == EMPTY else h for s, h in zip(shown, below, strict=True)]
    pile = [pool.pop() for _ in range(100 - 25 * round)]
    standing = [-1] * 25
    for space, seat in (farmers or {}).items():
        standing[SPACE.index(space)] = seat
    return scene(
        schweinebande,
        names=NAMES,
        stack=stack,
        market=[FACE_DOWN if h != EMPTY else s for s, h in zip(shown, below, strict=True)],
        tiles=below,
        farmers=standing,
        pens=pens or {},
        farms=farms or {},
        pile=pile,
        box=[pool.count(kind) for kind in range(7)],
        round=round,
        **fields,
    )


def placing(*, seats: int = 3, left: Sequence[int] | None = None, **fields: Any) -> Scene:
    """Phase B in the turn of `seat`, with this many farmers left in each hand."""
    return fair(Reveal(), NextReveal(), seats=seats, left=left or [FARMERS[seats]] * seats, **fields)


def collecting(farmers: Mapping[str, int], *, seats: int = 3, turn: int = 0, **fields: Any) -> Scene:
    """Phase C from its n-th turn on; by default the order tiles go by seat."""
    fields.setdefault("order", list(range(1, seats + 1)))
    stand = [list(farmers.values()).count(seat) for seat in range(seats)]
    assert max(stand) <= FARMERS[seats]
    return fair(Collecting(turn), seats=seats, left=[0] * seats, farmers=farmers, **fields)


def farming(pen: Some, *, seat: int = 0, **fields: Any) -> Scene:
    """Phases D and E of one seat with this pen, and the end of the round without another player's turn."""
    return _own(Redeem(seat), Feed(seat), pen=pen, seat=seat, **fields)


def feeding(pen: Some, feed: int = 0, *, seat: int = 0, **fields: Any) -> Scene:
    """Phase E of one seat with this pen and this much feed."""
    return _own(Feed(seat), pen=pen, seat=seat, feed={seat: feed}, **fields)


def _own(*steps: Step[Any], pen: Some, seat: int, **fields: Any) -> Scene:
    pens = {seat: pen, **fields.pop("pens", {})}
    fields.setdefault("order", list(range(1, fields.get("seats", 2) + 1)))
    return fair(*steps, Round(), seat=seat, pens=pens, **fields)


def held(game: Any, seat: int = 0) -> dict[str, int]:
    """The tiles in a pen, by name."""
    return _named(game.pens[seat])


def farmed(game: Any, seat: int = 0) -> dict[str, int]:
    """The tiles on a farm, by name."""
    return _named(game.farms[seat])


def _named(counts: Sequence[int]) -> dict[str, int]:
    return {TILE[kind]: count for kind, count in enumerate(counts) if count}


def points(game: Any) -> list[int]:
    return [score.points for score in schweinebande.scores(game.game if isinstance(game, Scene) else game)]


def begin(seats: int, seed: int = 0, **options: Any) -> Schweinebande:
    """A game at its first question."""
    chosen = SchweinebandeOptions(**options)
    chosen.check(seats)
    game = schweinebande.setup(seats, seed, chosen)
    settle(game)
    return game


def play(game: Schweinebande, until: str = "", seed: int = 0) -> None:
    """Continue with random choices: to the end, or until a seat is asked `until` (not counting now)."""
    random, asks = Random(seed), settle(game)
    while asks:
        ask = random.choice(asks)
        asks = choose(game, ask, random.choice(ask.options))
        schweinebande.check(game)
        if until in [ask.prompt for ask in asks]:
            return

"""Views of a game, a complete game that fits a view, and the scores. Nothing here changes a game."""

from __future__ import annotations

from typing import Final

import msgspec

from ..engine import Score, View
from ..kernel import key
from ..packing import plain_options, plain_stack, unpack_stack
from .cards import BOX
from .ships import GOODS_FOR_VP
from .state import GOODS, ITEMS, PESO, VP, Santiago, SantiagoOptions

GUESSED_PESOS: Final = 6
"""Imagined hidden pesos are below this limit; imagined hidden points are up to twice the fair share."""
VP_PER_SHIP: Final = 4


def is_open(game: Santiago) -> bool:
    """Whether all holdings are public. At the end they always are."""
    return game.options.open_holdings or not game.stack


def public(game: Santiago) -> View:
    """Everything except hidden holdings (SAN-14.4): `held` is empty while they are secret."""
    return {
        "options": plain_options(game.options),
        "active": game.active,
        "car": game.car,
        "street": game.street.copy(),
        "down": game.down.copy(),
        "spaces": game.spaces.copy(),
        "owners": game.owners.copy(),
        "pawns": game.pawns.copy(),
        "held": [held.copy() for held in game.held] if is_open(game) else [],
        "supply": game.supply.copy(),
        "passed": game.passed.copy(),
        "faces": game.faces.copy(),
        "beside": game.beside,
        "value": game.value,
        "departed": game.departed,
        "theirs": game.theirs,
        "opponent": game.opponent,
        "cashed": game.cashed.copy(),
        "resume": plain_stack(game),
    }


def private(game: Santiago, seat: int) -> View:
    """The holdings behind this seat's screen."""
    return {} if is_open(game) else {"held": game.held[seat].copy()}


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Santiago:
    """A complete game that fits these views: new future dice, and guessed holdings behind screens."""
    game = Santiago(
        key=key(seed),
        stack=unpack_stack(Santiago, public["resume"]),
        options=msgspec.convert(public["options"], SantiagoOptions),
        street=[*public["street"]],
        down=[*public["down"]],
        spaces=[*public["spaces"]],
        held=[[*held] for held in public["held"]],
        supply=[*public["supply"]],
        owners=[*public["owners"]],
        pawns=[*public["pawns"]],
        passed=[*public["passed"]],
        faces=[*public["faces"]],
        cashed=[*public["cashed"]],
        beside=public["beside"],
        value=public["value"],
        departed=public["departed"],
        active=public["active"],
        car=public["car"],
        theirs=public["theirs"],
        opponent=public["opponent"],
    )
    if not game.held:
        guess_holdings(game, [*private["held"]] if private else None, seat)
    return game


def guess_holdings(game: Santiago, mine: list[int] | None, seat: int | None) -> None:
    """Deal the goods that are neither in the supply nor the seat's own to the other seats, and guess their
    pesos and points."""
    game.held = [[0] * len(ITEMS) for _ in game.pawns]
    if mine is not None and seat is not None:
        game.held[seat] = mine
    hidden = [other for other in range(len(game.pawns)) if mine is None or other != seat]
    for good in GOODS:
        known = game.supply[good] + sum(held[good] for held in game.held)
        for _ in range(BOX.goods[good].pieces - known):
            game.held[hidden[game.roll(len(hidden))]][good] += 1
    for other in hidden:
        game.held[other][PESO] = game.roll(GUESSED_PESOS)
        game.held[other][VP] = BOX.start.vp + game.roll(2 * VP_PER_SHIP * (game.departed + 1))


def scores(game: Santiago) -> list[Score]:
    """Places by points, then leftover goods, then pesos (SAN-12.6, SAN-12.7). Equal seats share a place."""
    goods = [sum(held[good] for good in GOODS) for held in game.held]
    cashed = game.cashed or [count // GOODS_FOR_VP for count in goods]
    points = [held[VP] if game.cashed else held[VP] + cashed[seat] for seat, held in enumerate(game.held)]
    standings = [
        (points[seat], goods[seat] % GOODS_FOR_VP, held[PESO]) for seat, held in enumerate(game.held)
    ]
    return [
        Score(
            seat,
            1 + sum(other > standing for other in standings),
            points[seat],
            {
                "vp": points[seat] - cashed[seat],
                "goods": cashed[seat],
                "left": standing[1],
                "pesos": standing[2],
            },
        )
        for seat, standing in enumerate(standings)
    ]

"""The views, a whole game that fits a view, and the standing of the seats. This module changes no game."""

from __future__ import annotations

import msgspec

from server.games.engine import Score, View
from server.games.kernel import key
from server.games.packing import plain_stack, unpack_stack

from .state import GOODS, NOTHING, Market, MarketOptions, value


def public(game: Market) -> View:
    """Open cards by number, hidden ones by count."""
    return {
        "options": msgspec.to_builtins(game.options),
        "round": game.round,
        "deck": len(game.deck),
        "row": game.row.copy(),
        "discard": game.discard.copy(),
        "hand": [len(hand) for hand in game.hand],
        "cellar": [len(cellar) for cellar in game.cellar],
        "aside": [card != NOTHING for card in game.aside],
        "bought": [cards.copy() for cards in game.bought],
        "bids_won": game.bids_won.copy(),
        "resume": plain_stack(game),
    }


def private(game: Market, seat: int) -> View:
    """The own hand and the own bid."""
    return {"hand": game.hand[seat].copy(), "aside": game.aside[seat]}


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Market:
    """A whole game with these views: every unseen card gets a random place."""
    game = Market(
        key=key(seed),
        stack=unpack_stack(Market, public["resume"]),
        options=msgspec.convert(public["options"], MarketOptions),
        round=public["round"],
        deck=[],
        row=[*public["row"]],
        discard=[*public["discard"]],
        hand=[[] for _ in public["hand"]],
        cellar=[[] for _ in public["cellar"]],
        aside=[NOTHING for _ in public["aside"]],
        bought=[[*cards] for cards in public["bought"]],
        bids_won=[*public["bids_won"]],
    )
    seen = {*game.row, *game.discard, *(card for cards in game.bought for card in cards)}
    if private is not None and seat is not None:
        game.hand[seat], game.aside[seat] = [*private["hand"]], private["aside"]
        seen |= {*game.hand[seat], game.aside[seat]}
    unseen = [card for card in GOODS if card not in seen]
    game.shuffle(unseen)
    for other, hand in enumerate(game.hand):
        if other != seat:
            hand += [unseen.pop() for _ in range(public["hand"][other])]
            if public["aside"][other]:
                game.aside[other] = unseen.pop()
        game.cellar[other] = [unseen.pop() for _ in range(public["cellar"][other])]
    game.deck = unseen
    return game


def scores(game: Market) -> list[Score]:
    """Bought goods by value, and a point for each bid won."""
    goods = [sum(map(value, cards)) for cards in game.bought]
    points = [a + b for a, b in zip(goods, game.bids_won, strict=True)]
    return [
        Score(
            seat,
            1 + sum(other > points[seat] for other in points),
            points[seat],
            {"goods": goods[seat], "bids": game.bids_won[seat]},
        )
        for seat in range(len(points))
    ]

"""The views, a whole game that fits a view, the standing of the seats, estimates, and reasons."""

import msgspec

from server.games.engine import Score
from server.games.kernel import key
from server.games.packing import plain_options, plain_stack, unpack_stack
from server.games.reasons import Bar, Thing, of_it

from .state import NOTHING, Goofspiel, GopsOptions


def public(game):
    return {
        "options": plain_options(game.options),
        "prizes": len(game.prizes),
        "up": game.up.copy(),
        "lost": game.lost.copy(),
        "bid": [card != NOTHING for card in game.bid],
        "played": [cards.copy() for cards in game.played],
        "won": [cards.copy() for cards in game.won],
        "resume": plain_stack(game),
    }


def private(game, seat):
    return {"hand": game.hand[seat].copy(), "bid": game.bid[seat]}


def imagine(public, private, seat, seed):
    options = msgspec.convert(public["options"], GopsOptions)
    every = range(options.cards)
    game = Goofspiel(
        key=key(seed),
        stack=unpack_stack(Goofspiel, public["resume"]),
        options=options,
        prizes=[],
        up=[*public["up"]],
        lost=[*public["lost"]],
        hand=[[card for card in every if card not in played] for played in public["played"]],
        bid=[NOTHING] * len(public["bid"]),
        played=[[*cards] for cards in public["played"]],
        won=[[*cards] for cards in public["won"]],
    )
    seen = {*game.up, *game.lost, *(card for won in game.won for card in won)}
    game.prizes = [card for card in every if card not in seen]
    game.scatter(game.prizes)
    for other, bidding in enumerate(public["bid"]):
        if bidding:
            card = private["bid"] if other == seat else game.hand[other][game.roll(len(game.hand[other]))]
            game.hand[other].remove(card)
            game.bid[other] = card
    return game


def points(game, seat):
    return sum(card + 1 for card in game.won[seat])


def scores(game):
    made = [points(game, seat) for seat in range(len(game.won))]
    return [
        Score(seat, 1 + sum(other > mine for other in made), mine, {"prizes": mine})
        for seat, mine in enumerate(made)
    ]


def holdings(game, seat):
    return {"cards": len(game.hand[seat]), "points": points(game, seat)}


def hints(game, seat, ask):
    seats = range(len(game.won))
    told = {
        "stake": sum(card + 1 for card in game.up),
        "points": [points(game, other) for other in seats],
        "left": [
            [card for card in range(game.options.cards) if card not in game.played[other]] for other in seats
        ],
    }
    if ask is not None:
        told["amounts"] = [[*choice, {"cards": -1}] for choice in ask.options]
    return told


def give_back(game, seat, card):
    game.hand[seat].append(card)


things = {
    "card": Thing(
        frozenset(["bid"]),
        lambda game, seat: range(game.options.cards),
        {"bid": [Bar(give_back, of_it("played"))]},
    )
}

"""What a position is worth, for bots: higher is better for the seat."""

from .state import HONEY_FOR_POINT, gain, of_neighbours, of_orders

EVIDENT = False

SCARCITY = 0.22
"""What honey is worth beyond its points while all rounds are still to come."""


def value(game, seat):
    """The worth for the seat beyond a part of what the best other has."""
    others = [worth(game, other) for other in range(len(game.honey)) if other != seat]
    return worth(game, seat) - 0.5 * max(others)


def worth(game, seat):
    left = (game.options.rounds - game.round) / game.options.rounds
    price = 1 / HONEY_FOR_POINT + SCARCITY * left
    found = of_orders(game, seat) + of_neighbours(game, seat) + price * game.honey[seat]
    if game.leader == seat:
        found += max(gain(game, seat, place) for place in game.open) - price * game.bid
    return found

"""The value of a position."""

UNIT = 5.0
MARGIN = 8.0


def value(game, seat):
    return worth(game, seat) - max(worth(game, other) for other in range(len(game.won)) if other != seat)


def worth(game, seat):
    open_points = sum(card + 1 for card in [*game.prizes, *game.up])
    force = [sum(card + 1 for card in hand) + 1 for hand in game.hand]
    return sum(card + 1 for card in game.won[seat]) + open_points * force[seat] / sum(force)


def seats(game, me):
    return [
        [value(game, seat) / UNIT, worth(game, seat) / 20, len(game.hand[seat]) / 13]
        for seat in range(len(game.hand))
    ]


def table(game, me):
    return [len(game.prizes) / 13, sum(card + 1 for card in game.up) / 13]


def told(rows, there, table):
    return rows


def decided(game):
    return False

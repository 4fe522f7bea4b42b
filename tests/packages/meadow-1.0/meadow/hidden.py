"""What each seat can't see: the others' orders, those that nobody has, and the order of the pile."""

from server.games.evidence import Zone


def hides(game, seat):
    pile = Zone("pile", game.pile, game.pile, ordered=True)
    if not game.stack:
        return [pile]  # at the end all orders are shown
    others = [other for other in range(len(game.orders)) if other != seat]
    pool = [*game.unused, *(order for other in others for order in game.orders[other])]
    return [pile, *(Zone(f"orders of {other}", game.orders[other], pool) for other in others)]

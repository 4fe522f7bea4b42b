"""What each seat can't see: the others' bids until all are shown, and the order of the prizes."""

from server.games.evidence import Zone

from .state import NOTHING

TAKEN_BACK = frozenset(["bid"])
"""Nobody sees a bid before all are shown; until then it may be taken back."""


def hides(game, seat):
    bids = [(other, card) for other, card in enumerate(game.bid) if other != seat and card != NOTHING]
    zones = [Zone(f"bid of {other}", [card], [card, *game.hand[other]]) for other, card in bids]
    return [*zones, Zone("prizes", game.prizes, game.prizes, ordered=True)]

"""The positions at which examples begin: `stammtisch check . --write-examples` writes them."""

import gops

from server.authoring.example_scenes import anything
from server.authoring.scenes import scene


def bid(seed):
    """The first bids of a short game."""
    return scene(gops, seats=2, seat=0, seed=seed, options={"cards": 5})


SCENES = {"bid": (bid, anything)}

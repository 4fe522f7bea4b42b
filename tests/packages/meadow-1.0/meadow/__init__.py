"""Bee Meadow: bid honey for places of a meadow, and keep your orders to yourself. For 2 to 4 players."""

from server.games.advising import Advice, Advices, always
from server.games.engine import Options
from server.games.kernel import Game, steps_in

from . import flow
from .flow import setup
from .state import Meadow, MeadowOptions, check, gain
from .view import hints, holdings, imagine, private, public, scores, things

__all__ = ["check", "hints", "holdings", "imagine", "private", "public", "scores", "setup", "things"]

contract = 1
name = "meadow"
rules = 1
seats = range(2, 5)
weight = 2
state: type[Game] = Meadow
options: type[Options] = MeadowOptions


def is_wanted(game, seat, ask):
    """Does one of the open places bring three points or more?"""
    return any(gain(game, seat, place) > 2 for place in game.open)


advices: Advices = {
    "bid": [Advice("wanted", is_wanted), Advice("pass", always)],
    "settle": [Advice("settle", always)],
}

Meadow.steps = steps_in(flow)

"""Goofspiel, the Game of Pure Strategy, for 2 to 4. Public domain (Merrill Flood, about 1930)."""

from server.games.advising import Advice, Advices, always
from server.games.engine import Options
from server.games.kernel import Game, steps_in

from . import flow
from .flow import setup
from .state import Goofspiel, GopsOptions, check
from .view import hints, holdings, imagine, private, public, scores, things

__all__ = ["check", "hints", "holdings", "imagine", "private", "public", "scores", "setup", "things"]

contract = 1
name = "gops"
rules = 1
seats = range(2, 5)
weight = 1
state: type[Game] = Goofspiel
options: type[Options] = GopsOptions
advices: Advices = {
    "bid": [
        Advice("high", lambda game, seat, ask: sum(card + 1 for card in game.up) > game.options.cards),
        Advice("bid", always),
    ]
}

Goofspiel.steps = steps_in(flow)

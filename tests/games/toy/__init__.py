"""Market Day, a small game for 2 to 4 players that uses all features of the kernel.

It is not offered to people: the laws play it, and it shows how a game is written.

The deck has 24 goods of four colours, worth 1 to 6. Each seat has a hand that only it knows, and a
cellar that no seat has looked into. A round:

1. Bids. All seats put a card of their hand aside, face down and at the same time, and all are shown
   together. The most valuable one earns a point.
2. The market. All seats go shopping side by side, each at its own pace: take a card from the open row
   and pay with a card of the hand, or draw blindly, or fetch the card of the own cellar, or pass.
3. The row is filled up from the deck.

The seat that has bought the most valuable goods, bids included, wins.
"""

from __future__ import annotations

from server.games.advising import Advices
from server.games.engine import Options
from server.games.kernel import Game, steps_in

from . import flow
from .check import check
from .flow import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .state import Market, MarketOptions
from .view import imagine, private, public, scores

__all__ = [
    "advices",
    "check",
    "hints",
    "holdings",
    "imagine",
    "name",
    "options",
    "private",
    "public",
    "rules",
    "scores",
    "seats",
    "setup",
    "state",
    "things",
    "weight",
]

name = "toy"
advices: Advices = {}
rules = 1
seats = range(2, 5)
weight = 1
state: type[Game] = Market
options: type[Options] = MarketOptions

Market.steps = steps_in(flow)

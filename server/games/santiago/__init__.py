"""Santiago de Cuba (Michael Rieneck) for 2 to 4 players. Exports the names of the engine contract only."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import flow, ships, verbs
from .advice import ADVICE as advices
from .check import check
from .flow import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .state import Santiago, SantiagoOptions
from .view import imagine, private, public, scores

name = "santiago"
rules = 3
seats = range(2, 5)
weight = 2
state: type[Game] = Santiago
options: type[Options] = SantiagoOptions

Santiago.steps = steps_in(verbs, ships, flow)

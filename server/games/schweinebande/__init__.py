"""Schweinebande (Stefan Dorra) for 2 to 5 players. Exports the names of the engine contract only."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import flow, verbs
from .advice import ADVICE as advices
from .check import check
from .flow import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .state import Schweinebande, SchweinebandeOptions
from .view import imagine, private, public, scores

name = "schweinebande"
rules = 2
seats = range(2, 6)
weight = 1
state: type[Game] = Schweinebande
options: type[Options] = SchweinebandeOptions

Schweinebande.steps = steps_in(verbs, flow)

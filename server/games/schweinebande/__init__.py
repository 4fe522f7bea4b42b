"""Schweinebande (Stefan Dorra) for 2 to 5 players: the names of the contract, nothing else."""

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

name = "schweinebande"
rules = 2
seats = range(2, 6)
weight = 1
state: type[Game] = Schweinebande
options: type[Options] = SchweinebandeOptions

Schweinebande.steps = steps_in(verbs, flow)

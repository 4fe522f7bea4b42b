"""Brügge (Stefan Feld) with five expansions for 2 to 5 players: the names of the contract, nothing else."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import activation, bourse, building, dealing, drawing, effects, flow, threats, turn, verbs
from .check import check
from .dealing import setup
from .scoring import scores
from .state import Bruges, BrugesOptions
from .view import imagine, private, public

__all__ = [
    "check",
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
]

name = "bruges"
rules = 1
seats = range(2, 6)
state: type[Game] = Bruges
options: type[Options] = BrugesOptions

Bruges.steps = steps_in(
    verbs, threats, drawing, activation, building, bourse, turn, flow, dealing, *effects.MODULES
)

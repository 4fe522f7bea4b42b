"""Bruges (Stefan Feld) with five expansions for 2 to 5 players: exports only the names of the engine
contract."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import dealing, effects, flow
from .advice import ADVICE as advices
from .check import check
from .dealing import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .scoring import scores
from .state import Bruges, BrugesOptions
from .turn import activation, bourse, building, discarding, drawing, losses, threats, turn, verbs
from .view import imagine, private, public

name = "bruges"
rules = 3
seats = range(2, 6)
weight = 3
state: type[Game] = Bruges
options: type[Options] = BrugesOptions
unread = frozenset({"effect", "note", "origin", "set"})

Bruges.steps = steps_in(
    verbs,
    losses,
    threats,
    discarding,
    drawing,
    activation,
    building,
    bourse,
    turn,
    flow,
    dealing,
    *effects.MODULES,
)

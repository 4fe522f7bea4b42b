"""Machi Koro (Masao Suganuma) for 2 to 4 players. Exports the names of the engine contract only."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import flow, income, verbs
from .advice import ADVICE as advices
from .check import check
from .flow import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .state import MachiKoro, MachiKoroOptions
from .view import imagine, private, public, scores

name = "machi_koro"
rules = 2
seats = range(2, 5)
weight = 1
state: type[Game] = MachiKoro
options: type[Options] = MachiKoroOptions

MachiKoro.steps = steps_in(verbs, income, flow)

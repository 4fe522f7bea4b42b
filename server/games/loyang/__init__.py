"""At the Gates of Loyang (Uwe Rosenberg) for 2 to 4 players: exports only the names of the engine
contract."""

from __future__ import annotations

from ..engine import Options
from ..kernel import Game, steps_in
from . import distribution, effect, effects, flow, pay, trade, turn, two_pack
from .advice import ADVICE as advices
from .check import check
from .flow import setup
from .hints import hints, holdings
from .reasons import THINGS as things
from .state import Loyang, LoyangOptions
from .view import imagine, private, public, scores

name = "loyang"
rules = 3
seats = range(2, 5)
weight = 4
state: type[Game] = Loyang
options: type[Options] = LoyangOptions

Loyang.steps = steps_in(distribution, effect, flow, pay, trade, turn, two_pack, *effects.MODULES)

"""The games of the tests: all that are offered, and the toy."""

from __future__ import annotations

from server.authoring.engines import UNOFFERED
from server.games import GAMES
from server.games.engine import Games

from . import toy

UNOFFERED[toy.name] = toy
ENGINES: Games = {**GAMES, **UNOFFERED}

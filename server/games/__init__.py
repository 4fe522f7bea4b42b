"""The games this service plays: `GAMES`, name to engine."""

from __future__ import annotations

from . import machi_koro, santiago, schweinebande
from .engine import Games

GAMES: Games = {machi_koro.name: machi_koro, schweinebande.name: schweinebande, santiago.name: santiago}

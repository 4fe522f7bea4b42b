"""The games this service plays: `GAMES`, name to engine."""

from __future__ import annotations

from . import bruges, loyang, machi_koro, santiago, schweinebande
from .engine import Games

GAMES: Games = {engine.name: engine for engine in (machi_koro, schweinebande, santiago, loyang, bruges)}

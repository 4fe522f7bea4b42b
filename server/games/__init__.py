"""The games this service plays: `GAMES`, name to engine."""

from __future__ import annotations

from . import machi_koro, schweinebande
from .engine import Games

GAMES: Games = {machi_koro.name: machi_koro, schweinebande.name: schweinebande}

"""The games this service plays: `GAMES`, name to engine."""

from __future__ import annotations

from .engine import Games

GAMES: Games = {}

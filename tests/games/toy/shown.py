"""The things that the board shows, and when each reason is true: from the views alone."""

from __future__ import annotations

from server.games.engine import View
from server.games.evidence import Shown

PLAIN = {"draw", "fetch", "pass", "done"}
"""The verbs of answers that concern no open card."""


def shown(public: View, private: View, seat: int) -> Shown:
    return {"row": {card for card in public["row"] if card != -1}, "hand": set(private["hand"])}


TRUE = {"row": {"no_card": lambda seen: not seen.private["hand"]}, "hand": {}}

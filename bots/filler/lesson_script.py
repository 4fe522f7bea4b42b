"""The script of a lesson, as a bot follows it while it fits the game."""

from __future__ import annotations

from server.games.kernel import Choice
from server.games.lessons import lessons, scripted

from ..document import Document, options


def of_lesson(document: Document) -> Choice | None:
    """The scripted choice for the seat; None at tables without a lesson, and where the script has no
    entry."""
    public, mine = document["public"], document["mine"]
    name = public["table"].get("lesson")
    lesson = lessons(public["table"]["game"]).get(name) if name else None
    if lesson is None:
        return None
    seat, prompt = mine["seat"], mine["ask"]["prompt"]
    facts = {"seat": seat, "prompt": prompt, "game": public["game"], "mine": mine["game"]}
    return scripted(lesson, facts, seat, options(document))

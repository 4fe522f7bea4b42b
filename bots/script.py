"""What a bot does at the table of a lesson, for as long as the lesson's script fits."""

from __future__ import annotations

from server.games.kernel import Choice
from server.games.lessons import lessons, scripted

from .document import Document, options


def of_lesson(document: Document) -> Choice | None:
    """The choice that a lesson has for the seat; None at other tables, and where its script has none."""
    public, mine = document["public"], document["mine"]
    name = public["table"].get("lesson")
    lesson = lessons(public["table"]["game"]).get(name) if name else None
    if lesson is None:
        return None
    seat, prompt = mine["seat"], mine["ask"]["prompt"]
    facts = {"seat": seat, "prompt": prompt, "game": public["game"], "mine": mine["game"]}
    return scripted(lesson, facts, seat, options(document))

"""What the command `analyse` says around a game's own texts, in both languages."""

from __future__ import annotations

from typing import Final, NamedTuple


class Texts(NamedTuple):
    """Sentences of a language; `unit` is what worths are measured in, see `wording.unit`."""

    printed: str
    head: tuple[str, ...]
    page: str
    course: str
    open: str
    """From what the course is told."""
    step: str
    end: str
    costly: str
    judged: str
    prepares: str


TEXTS: Final = {
    "en": Texts(
        printed="{game}, {count} decisions: the most costly ones, measured as {unit}",
        head=("player", "at version", "chosen", "better", "cost", "what that would have changed"),
        page="{game}: how it went",
        course="How the seats stood",
        open="from the game as it was, hidden things included",
        step="version of the table",
        end="{unit}, at the end: {standings}",
        costly="The most costly decisions",
        judged="Judged by what each seat could see; the cost is measured as {unit}.",
        prepares="prepares {choices}; together {changes}",
    ),
    "de": Texts(
        printed="{game}, {count} Entscheidungen: die teuersten, gemessen als {unit}",
        head=("wer", "bei Schritt", "gewählt", "besser", "Kosten", "was das geändert hätte"),
        page="{game}: der Verlauf",
        course="Wie alle standen",
        open="nach der Partie, wie sie war, mit allem Verdeckten",
        step="Schritt der Partie",
        end="{unit}, am Ende: {standings}",
        costly="Die teuersten Entscheidungen",
        judged="Beurteilt nach dem, was an jedem Platz zu sehen war; die Kosten sind gemessen als {unit}.",
        prepares="bereitet vor: {choices}; zusammen {changes}",
    ),
}
"""By language."""

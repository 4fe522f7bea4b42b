"""The texts of the command `analyse` in both languages, in addition to the games' own texts."""

from __future__ import annotations

from typing import Final, NamedTuple


class AnalysisTexts(NamedTuple):
    """The sentences in one language; `unit` is the unit of values, see `wording.unit`."""

    printed: str
    head: tuple[str, ...]
    page: str
    course: str
    open: str
    """The caption of the course: its source."""
    step: str
    end: str
    costly: str
    judged: str
    prepares: str


TEXTS: Final = {
    "en": AnalysisTexts(
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
    "de": AnalysisTexts(
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

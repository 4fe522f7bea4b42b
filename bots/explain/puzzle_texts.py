"""The texts of the command `riddles` in both languages, in addition to the games' own texts."""

from __future__ import annotations

from typing import Final, NamedTuple


class PuzzleTexts(NamedTuple):
    """The sentences in one language, with one form for each grammatical number of riddles."""

    none: str
    one: str
    many: str
    head: tuple[str, ...]
    asked: str
    clear: str
    unclear: str
    option: str

    def found(self, count: int) -> str:
        """The number of riddles as text."""
        return (self.none, self.one)[count] if count < 2 else self.many.format(count=count)


TEXTS: Final = {
    "en": PuzzleTexts(
        none="No riddles",
        one="1 riddle",
        many="{count} riddles",
        head=("at version", "seat", "a plain player", "the answer", "better by", "than the next best"),
        asked="Seat {seat} is asked: {prompt}",
        clear="A riddle: the answer is clear, and a plain player misses it.",
        unclear="No riddle: the answer isn't clear, or anybody finds it.",
        option="option",
    ),
    "de": PuzzleTexts(
        none="Keine Rätsel",
        one="1 Rätsel",
        many="{count} Rätsel",
        head=(
            "bei Schritt",
            "Platz",
            "wer schlicht spielt",
            "die Lösung",
            "besser um",
            "als das Nächstbeste",
        ),
        asked="Platz {seat} ist gefragt: {prompt}",
        clear="Ein Rätsel: Die Lösung ist eindeutig, und wer schlicht spielt, verfehlt sie.",
        unclear="Kein Rätsel: Die Lösung ist nicht eindeutig, oder jeder findet sie.",
        option="Wahl",
    ),
}
"""By language."""

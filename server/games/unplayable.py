"""What somebody has brought and can't be played: why not, and where, in every language of the house.

Such a refusal is a key of a table of texts, and the values in the text. In a value, what has another name in
another language is a `Named`; strings and numbers are shown as they are, so short that a sentence stays one.
What any other exception says is a programmer's English, and shown as that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct

from .catalogue import LANGUAGES, texts

Texts = Mapping[str, Mapping[str, str]]
"""By language, by key."""

SHORT: Final = 100
"""Characters that are shown of what somebody has written."""


class Unplayable(ValueError):
    """Why something can't be played. `str` is English, `said` any language of `LANGUAGES`."""

    texts: ClassVar[Texts]

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def said(self, language: str) -> str:
        """The sentence."""
        text = self.text(self.key, language)
        return text.format_map({name: self._shown(value, language) for name, value in self.values.items()})

    @classmethod
    def text(cls, key: str, language: str) -> str:
        """Of a key: the sentence with places, or a word in sentences."""
        return cls.texts[language][key]

    def in_all(self) -> dict[str, str]:
        """The sentence in every language."""
        return {language: self.said(language) for language in LANGUAGES}

    def __str__(self) -> str:
        return self.said("en")

    def _shown(self, value: Any, language: str) -> str:
        match value:
            case Unplayable() | Named():
                return value.said(language)
            case Term():
                return self.text(value.key, language)
            case list() | tuple():
                return self.text("list", language).join(self._shown(one, language) for one in value)
            case Either():
                return self.text("or", language).join(self.text(key, language) for key in value.keys)
            case Exception():
                return self.text("quoted", language).format(why=short(str(value) or type(value).__name__))
        return short(str(value))


class Term(Struct, frozen=True):
    """A word that has a key of its own among the texts."""

    key: str


class Either(Struct, frozen=True):
    """Several such words, one of which it may be."""

    keys: tuple[str, ...]


class Named(Struct, frozen=True):
    """A thing of a game, by the name that it has there; the game itself without a group."""

    game: str
    group: str = ""
    number: int = 0

    def said(self, language: str) -> str:
        found = texts(self.game, language)
        return str(found["names"][self.group][self.number] if self.group else found["name"])


def short(text: str) -> str:
    """What somebody has written, on one line, and not all of it where it is long."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return seen if len(seen) <= SHORT else f"{seen[: SHORT - 1]}…"

"""Refusals of games that users submit: why a game can't be played, and where, in every language.

A refusal is a key of a table of texts, and the values in the text. A value whose name depends on the language
is a `Named`. Strings and numbers are shown as they are, shortened so that they fit into a sentence. The
message of any other exception is English for programmers, and quoted as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct

from .catalogue import LANGUAGES, texts

Texts = Mapping[str, Mapping[str, str]]
"""By language, by key."""

MAX_SHOWN_CHARS: Final = 100
"""The maximum number of characters shown of user input."""


class Unplayable(ValueError):
    """Why something can't be played. `str` is English, `said` any language of `LANGUAGES`."""

    texts: ClassVar[Texts]

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def said(self, language: str) -> str:
        text = self.text(self.key, language)
        return text.format_map({name: self._shown(value, language) for name, value in self.values.items()})

    @classmethod
    def text(cls, key: str, language: str) -> str:
        """The text of a key: a message with placeholders, or a term."""
        return cls.texts[language][key]

    def in_all(self) -> dict[str, str]:
        """The message in every language."""
        return {language: self.said(language) for language in LANGUAGES}

    def __str__(self) -> str:
        return self.said("en")

    def _shown(self, value: Any, language: str) -> str:
        match value:
            case Unplayable() | Named():
                return value.said(language)
            case list() | tuple():
                return self.text("list", language).join(self._shown(one, language) for one in value)
            case Term():
                return self.text("or", language).join(self.text(key, language) for key in value.keys)
            case Exception():
                return self.text("quoted", language).format(why=short(str(value) or type(value).__name__))
        return short(str(value))


class Term:
    """A term with its own key among the texts, or one of several."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys


class Named(Struct, frozen=True):
    """The name of a thing of a game; without a group, the name of the game."""

    game: str
    group: str = ""
    number: int = 0

    def said(self, language: str) -> str:
        found = texts(self.game, language)
        return str(found["names"][self.group][self.number] if self.group else found["name"])


def short(text: str) -> str:
    """User input on one line, shortened if it is long."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return seen if len(seen) <= MAX_SHOWN_CHARS else f"{seen[: MAX_SHOWN_CHARS - 1]}…"

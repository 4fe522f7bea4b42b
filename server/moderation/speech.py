"""People's texts as shown to others: names, titles, lines. All such texts pass through here.

Invisible characters are removed (`text_cleaning.py`) and the operator's filtered words are replaced by stars
(`word_filter.py`). A silenced person can't send texts, not even by a name, and gets a neutral name.
"""

from __future__ import annotations

from server.clock import now
from server.moderation import text_cleaning
from server.moderation.orders import Orders
from server.moderation.word_filter import WordFilter


class Silenced(Exception):
    """The operator has silenced the sender of this text."""


class Speech:
    """Filters people's texts at one hub."""

    def __init__(self, orders: Orders, words: WordFilter) -> None:
        self._orders, self._words = orders, words

    def name(self, text: str, person: str, address: str) -> str:
        """A person's name as shown; "" if nothing visible is left."""
        return self._allowed(text_cleaning.name(text), person, address)

    def line(self, text: str, person: str, address: str) -> str:
        """A chat line as shown; "" if nothing visible is left. Raises Silenced."""
        if self.silenced(person, address):
            raise Silenced
        return self._words.starred(text_cleaning.plain(text))

    def title(self, text: str, person: str, address: str) -> str:
        """A title as shown; "" if nothing visible is left. Raises Silenced."""
        return self.line(text.replace(text_cleaning.EMOJI_STYLE, ""), person, address)

    def known(self, name: str, person: str = "") -> str:
        """A stored name or title as shown; `person` is the owner of a name."""
        return self._allowed(name, person, "")

    def silenced(self, person: str, address: str) -> bool:
        return self._orders.silenced(person, address, now())

    def _allowed(self, name: str, person: str, address: str) -> str:
        if name and person and self.silenced(person, address):
            return nameless(person)
        return self._words.starred(name)


def nameless(person: str) -> str:
    """The name of a silenced person, which contains nothing of their choice."""
    return f"#{person[:4]}"

"""What a mind sees: one seat's document, whether it came over the wire or from an engine in this process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from protocol.codec import packed, unpacked
from protocol.document import Document as Document
from protocol.document import Face, Mine, Public
from server.games.engine import Engine
from server.games.kernel import Ask, Choice


def options(document: Document) -> list[Choice]:
    """Everything that the seat may choose now; empty when it is not asked."""
    rows = document["mine"].get("ask", {}).get("options", [])
    return [Choice(verb, noun) for verb, *nouns in rows for noun in (nouns or [-1])]


Line = Sequence[Any]
"""Of the log: its key in the texts, and its numbers."""


KEPT = 40
"""Lines of the log that a document has, the newest: as many as a table's ring."""


def lines_of(document: Document) -> list[Line]:
    """The newest lines of the log, oldest first."""
    count, *ring = document["public"]["log"]
    return [ring[number % KEPT] for number in range(max(0, count - len(ring)), count)]


class Log:
    """What a game has said so far, as a table's documents have it; `row`: how many lines there were, and the
    newest, each in the place of its number."""

    def __init__(self) -> None:
        self.row: list[Any] = [0]

    def take(self, said: Iterable[Line]) -> None:
        """Further lines."""
        for line in said:
            place = 1 + self.row[0] % KEPT
            self.row[place : place + 1] = [line]
            self.row[0] += 1


def document_of(
    engine: Engine, game: Any, asks: Sequence[Ask], seat: int, about: Face, log: Sequence[Any] = (0,)
) -> Document:
    """The document that a table would send to `seat` for this game; `about` is its part on the table, `log`
    the row of a `Log`.

    It goes through the wire's bytes, so that a mind gets what a client gets and nothing that is alive.
    """
    mine: Mine = {"seat": seat, "ask": {}, "undo": 0, "done": 0, "game": engine.private(game, seat)}
    for ask in asks:
        if ask.seat == seat:
            mine["ask"] = {"number": 1, "prompt": ask.prompt, "options": ask.rows()}
    public: Public = {
        **about,
        "asks": [[ask.seat, 1, ask.prompt] for ask in asks],
        "log": [*log],
        "clock": {},
        "scores": [],
        "game": engine.public(game),
    }
    document: Document = unpacked(packed(Document(public=public, mine=mine)))
    return document


def about_table(engine: Engine, chosen: Any, minds: Sequence[str]) -> Face:
    """The parts `table` and `seats` of a document for a table of bots that plays."""
    return {
        "table": {
            "game": engine.name,
            "options": msgspec.to_builtins(chosen),
            "phase": "playing",
            "host": "",
            "public": False,
            "seats": len(minds),
            "rules": engine.rules,
            "made": 0,
            "auto": False,
            "commitment": "",
            "secret": "",
            "promises": [""] * len(minds),
            "luck": [""] * len(minds),
            "next": "",
            "clock": [],
            "tips": "bots",
        },
        "seats": [
            {"person": "", "name": mind, "kind": "bot", "mind": mind, "stand_in": "", "offer": {}}
            for mind in minds
        ],
    }

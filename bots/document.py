"""The document of one seat, as minds get it: received from the server, or built from an engine in this
process."""

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
    """All options of the seat's open question; empty if it has none."""
    rows = document["mine"].get("ask", {}).get("options", [])
    return [Choice(verb, noun) for verb, *nouns in rows for noun in (nouns or [-1])]


Line = Sequence[Any]
"""A log line: its key in the texts, and its numbers."""


MIRRORED_LOG_LINES = 40
"""Number of log lines in a document, the newest ones: the size of the table's ring buffer."""


def lines_of(document: Document) -> list[Line]:
    """The newest lines of the log, oldest first."""
    count, *ring = document["public"]["log"]
    return [ring[number % MIRRORED_LOG_LINES] for number in range(max(0, count - len(ring)), count)]


class Log:
    """A game's log in the form of a table's documents. `row`: the total number of lines, then the ring buffer
    of the newest lines, each at its number modulo the size."""

    def __init__(self) -> None:
        self.row: list[Any] = [0]

    def take(self, said: Iterable[Line]) -> None:
        for line in said:
            place = 1 + self.row[0] % MIRRORED_LOG_LINES
            self.row[place : place + 1] = [line]
            self.row[0] += 1


def document_of(
    engine: Engine, game: Any, asks: Sequence[Ask], seat: int, about: Face, log: Sequence[Any] = (0,)
) -> Document:
    """The document that a table would send to `seat` for this game. `about` is its part on the table, `log`
    the row of a `Log`.

    The document is serialized and parsed again, so that a mind gets plain data as a client does, and no live
    objects.
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
    """The parts `table` and `seats` of a document for a running table of bots."""
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

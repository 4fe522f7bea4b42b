"""The texts of notices. They say what everybody may see who finds the table in the lobby: a locked screen
shows them, too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from msgspec import Struct

from server.games import GAMES
from server.games.catalogue import row

Kind = Literal["turn", "stand-in", "group"]
"""It is the person's turn; a bot is about to stand in; somebody waits at a table of a group."""

WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "turn": "It is your turn",
            "stand-in": "A bot is about to stand in for you",
            "group": "Somebody of your group is waiting at a table",
        },
        "de": {
            "turn": "Du bist dran",
            "stand-in": "Gleich springt ein Bot für dich ein",
            "group": "Jemand aus deiner Gruppe wartet an einem Tisch",
        },
    }
)


class Notice(Struct, frozen=True):
    """What a person is told."""

    kind: Kind
    table: str
    game: str


def payload(notice: Notice, language: str) -> bytes:
    """The message for the service worker (`server/web/notifier.js`)."""
    title = row(notice.game)["titles"][language] if notice.game in GAMES else notice.game
    told = {"table": notice.table, "title": WORDS[language][notice.kind], "body": title}
    return msgspec.json.encode(told)

"""What the link of a table or a group says of itself before it is opened: in a chat, to whoever looks at it.

The page is one for all, and where it leads stands behind a `#` that no server is told. So links that people
send each other lead here first: a page of a few words, which programs that make previews read (Open Graph),
and which leads browsers on at once. Of what is private it tells neither who invites nor what is played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from server.games.catalogue import catalogue

from .addresses import Addresses
from .answers import language_of
from .lobby import Lobby, Summary

WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "table": "You are invited to a table.",
            "group": "You are invited to a group.",
            "open": "{host} invites you to the table.",
            "playing": "A game at the table of {host}.",
            "go": "Go there",
        },
        "de": {
            "table": "Du bist an einen Tisch eingeladen.",
            "group": "Du bist in eine Gruppe eingeladen.",
            "open": "{host} lädt dich an den Tisch ein.",
            "playing": "Eine Partie am Tisch von {host}.",
            "go": "Dorthin",
        },
    }
)

HOUSE: Final = "Stammtisch"

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
"""What a table or a group can be called."""

PAGE: Final = """\
<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <title>{title}</title>
    <meta name="robots" content="noindex">
    <link rel="icon" href="../static/icon.svg" type="image/svg+xml">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="{house}">
    <meta property="og:title" content="{title}">
    <meta property="og:description" content="{says}">
    <meta property="og:image" content="{picture}">
    <meta http-equiv="refresh" content="0; url={way}">
  </head>
  <body><p>{says} <a href="{way}">{go}</a></p></body>
</html>
"""


class Invitations:
    """The links that people send each other, as they look from outside. `pictures`: by game, its picture, and
    that of the house by ""."""

    def __init__(self, addresses: Addresses, lobby: Lobby, pictures: Mapping[str, str]) -> None:
        self.addresses = addresses
        self.lobby = lobby
        self.pictures = pictures

    def table(self, request: Request) -> Response:
        """The link of a table."""
        summary = self.lobby.tables.get(request.path_params["name"])
        return self._answer(request, "t", summary if summary and summary["public"] else None)

    def group(self, request: Request) -> Response:
        """The link of a group."""
        return self._answer(request, "g", None)

    def _answer(self, request: Request, page: str, known: Summary | None) -> Response:
        language = language_of(request)
        words, name = WORDS[language], request.path_params["name"]
        title, says = HOUSE, words["table" if page == "t" else "group"]
        if known is not None:
            titles = {row["name"]: row["titles"][language] for row in catalogue()}
            title = f"{titles.get(known['game'], known['game'])} · {HOUSE}"
            says = words["open" if known["phase"] == "open" else "playing"].format(host=known["host_name"])
        picture = self.pictures.get(known["game"] if known else "", self.pictures[""])
        filled = {
            "language": language,
            "house": HOUSE,
            "title": title,
            "says": says,
            "picture": f"{self._scheme(request)}://{request.headers.get('host', '')}/static/{picture}",
            "way": f"../#/{page}/{name}" if NAME.match(name) else "../",
            "go": words["go"],
        }
        answer = PAGE.format_map({key: escape(value) for key, value in filled.items()})
        return HTMLResponse(answer, headers={"vary": "accept-language", "cache-control": "no-store"})

    def _scheme(self, request: Request) -> str:
        """By what the page was asked for; a proxy that is trusted knows better."""
        said = request.headers.get("x-forwarded-proto", "")
        client = request.client
        trusted = client is not None and self.addresses.trusted(client.host)
        return said if trusted and said in ("http", "https") else request.url.scheme

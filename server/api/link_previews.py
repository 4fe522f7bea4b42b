"""Previews of links to tables and groups, for chat programs and their users.

The page is the same for all links, and the target is after a `#`, which browsers don't send to servers. So
links that people share point here first: to a short page that preview programs read (Open Graph) and that
redirects browsers at once. For a private table or a group it reveals neither who invites nor what is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from server.games.catalogue import catalogue
from server.http.outward import absolute, relative
from server.http.responses import language_of
from server.hub.lobby import LobbyList, Summary
from server.net.client_addresses import ClientAddresses
from server.table import tokens

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

SITE_NAME: Final = "Stammtisch"

PAGE: Final = """\
<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <title>{title}</title>
    <meta name="robots" content="noindex">
    <link rel="icon" href="{icon}" type="image/svg+xml">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="{site}">
    <meta property="og:title" content="{title}">
    <meta property="og:description" content="{says}">
    <meta property="og:image" content="{picture}">
    <meta http-equiv="refresh" content="0; url={way}">
  </head>
  <body><p>{says} <a href="{way}">{go}</a></p></body>
</html>
"""


class LinkPreviews:
    """Answers requests for shared links. `pictures`: a picture for each game, and the general one under
    ""."""

    def __init__(self, addresses: ClientAddresses, lobby: LobbyList, pictures: Mapping[str, str]) -> None:
        self.addresses = addresses
        self.lobby = lobby
        self.pictures = pictures

    def table(self, request: Request) -> Response:
        name = _named(request, tokens.TABLE_LETTERS)
        summary = self.lobby.tables.get(name)
        return self._answer(request, "t", name, summary if summary and summary["public"] else None)

    def group(self, request: Request) -> Response:
        name = _named(request, tokens.GROUP_LETTERS)
        return self._answer(request, "g", name, None)

    def _answer(self, request: Request, page: str, name: str, known: Summary | None) -> Response:
        language = language_of(request)
        words = WORDS[language]
        title, says = SITE_NAME, words["table" if page == "t" else "group"]
        if known is not None:
            titles = {row["name"]: row["titles"][language] for row in catalogue()}
            title = f"{titles.get(known['game'], known['game'])} · {SITE_NAME}"
            host = self.lobby.outlined(known)["host_name"]
            says = words["open" if known["phase"] == "open" else "playing"].format(host=host)
        picture = self.pictures.get(known["game"] if known else "", self.pictures[""])
        filled = {
            "language": language,
            "site": SITE_NAME,
            "title": title,
            "says": says,
            "icon": relative(request, "static/icon.svg"),
            "picture": absolute(request, self.addresses, f"static/{picture}"),
            "way": relative(request, f"#/{page}/{name}" if name else ""),
            "go": words["go"],
        }
        answer = PAGE.format_map({key: escape(value) for key, value in filled.items()})
        return HTMLResponse(answer, headers={"vary": "accept-language", "cache-control": "no-store"})


def _named(request: Request, letters: int) -> str:
    """The name in a link. Raises HTTPException if the link contains none."""
    if not request.path_params["name"]:
        raise HTTPException(404)
    return tokens.meant(request.path_params["name"], letters)

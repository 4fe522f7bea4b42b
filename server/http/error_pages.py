"""Error pages for people, in the language that they prefer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Scope

from server.http.outward import relative

from .responses import language_of

LOCKED_OUT: Final = "locked-out"

WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "nothing": "There is nothing at this address.",
            "home": "To the tables",
            "too-many": "Too many requests. Try again in ten seconds.",
            "other-name": "This server does not answer to that name; HOSTS says which it has.",
            LOCKED_OUT: "You are locked out here for a while.",
        },
        "de": {
            "nothing": "Unter dieser Adresse gibt es nichts.",
            "home": "Zu den Tischen",
            "too-many": "Zu viele Anfragen. Versuch es in zehn Sekunden noch einmal.",
            "other-name": "Dieser Server hört nicht auf diesen Namen; HOSTS sagt, welche er hat.",
            LOCKED_OUT: "Du bist hier für eine Weile ausgesperrt.",
        },
    }
)

PAGE: Final = """\
<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <title>Stammtisch</title>
    <meta name="viewport" content="width=device-width">
  </head>
  <body><p>{nothing} <a href="{way}">{home}</a></p></body>
</html>
"""

LANGUAGE_COUNTS: Final = MappingProxyType({"vary": "accept-language"})


def text_response(
    scope: Scope, what: str, status: int, headers: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """A text response with this message, in the language of the request."""
    words = WORDS[language_of(Request({**scope, "type": "http"}))]
    return PlainTextResponse(f"{words[what]}\n", status, headers={**LANGUAGE_COUNTS, **headers})


async def options(request: Request, why: Exception) -> Response:
    """The response for a method that is not allowed. OPTIONS gets the allowed methods, since proxies use it
    as a health check."""
    headers = {"allow": ", ".join([*(getattr(why, "headers", None) or {}).values(), "OPTIONS"])}
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=headers)
    return PlainTextResponse("Method Not Allowed", 405, headers=headers)


async def nothing_here(request: Request, _: Exception) -> Response:
    """The response for an unknown path; browsers get a page with a link to the tables."""
    if request.method == "OPTIONS" and request.scope["path"] == "*":
        return Response(status_code=204)
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse("Not Found", 404)
    language = language_of(request)
    page = PAGE.format(language=language, way=relative(request, ""), **WORDS[language])
    return HTMLResponse(page, 404, headers=LANGUAGE_COUNTS)

"""What is asked over HTTP, and by whom; what is answered: data, compressed where that is understood, or why
there is none."""

from __future__ import annotations

import asyncio
import gzip
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from protocol.frames import Token
from server.games.catalogue import LANGUAGES
from server.table import tokens

MSGPACK: Final = "application/msgpack"
JSON: Final = "application/json"


BEARER: Final = "Bearer "


def person_of(request: Request) -> str:
    """Whose token the request has; "" where it has none."""
    given = request.headers.get("authorization", "")
    try:
        token: str = msgspec.convert(given.removeprefix(BEARER), Token)
    except msgspec.ValidationError:
        return ""
    return tokens.person(token) if given.startswith(BEARER) else ""


async def body(request: Request, most: int) -> bytes | None:
    """What was sent; None as soon as it is more than so many bytes."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            return None
    return data


def language_of(request: Request) -> str:
    """The language of ours that whoever asks likes best."""
    for wish in request.headers.get("accept-language", "").lower().split(","):
        language = wish.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def refused(status: int, code: str, reason: str = "") -> Response:
    """No, as a page takes it in: the code of why, and a reason where there is one to be told."""
    return JSONResponse({"error": code, "reason": reason}, status_code=status)


async def answered(request: Request, data: bytes, kind: str) -> Response:
    """The bytes, compressed where that is understood: games repeat themselves."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data = await asyncio.to_thread(gzip.compress, data, 5)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


async def confided(request: Request, data: bytes) -> Response:
    """The same for JSON that is for whoever asks alone: nobody keeps it on the way."""
    answer = await answered(request, data, JSON)
    answer.headers["cache-control"] = "no-store"
    return answer

"""What is asked over HTTP, and by whom; what is answered: data, compressed where that is understood, or why
there is none. Whatever refuses raises it, and `refusal` says it, in one form for all addresses."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from protocol.frames import Token
from server.games.catalogue import LANGUAGES
from server.store.store import StoreAway
from server.table import tokens

from .addresses import Addresses

MSGPACK: Final = "application/msgpack"
JSON: Final = "application/json"
BEARER: Final = "Bearer "

NOT_AT_ALL: Final = re.compile(r"q=(0(\.0*)?)?")
"""How somebody says of an encoding that they don't take it: a weight of nothing."""


class Refused(Exception):
    """No: the status, the code of why, and a reason where there is one to be told."""

    def __init__(self, status: int, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.reason = reason


class TooMany(Refused):
    """Whoever asks has had enough for now, or enough others wait for theirs."""

    def __init__(self) -> None:
        super().__init__(429, "slow-down")


class Storing(Refused):
    """What it takes can't be read or stored at the moment."""

    def __init__(self) -> None:
        super().__init__(503, "storing")


async def refusal(request: Request, why: Exception) -> Response:
    """No, as a page takes it in."""
    no = why if isinstance(why, Refused) else Storing()
    return JSONResponse({"error": no.code, "reason": no.reason}, status_code=no.status)


REFUSALS: Final = {Refused: refusal, StoreAway: refusal}
"""What answers where one of these was raised."""


def admit(request: Request, addresses: Addresses, what: str) -> None:
    """Take one of what everybody behind the request's address may have. Raises TooMany."""
    if not addresses.allows(request.scope, what):
        raise TooMany


def person_of(request: Request) -> str:
    """Whose token the request has. Raises Refused where it has none."""
    if not (person := known(request)):
        raise Refused(401, "hello-first")
    return person


def known(request: Request) -> str:
    """Whose token the request has; "" where it has none."""
    given = request.headers.get("authorization", "")
    try:
        token: str = msgspec.convert(given.removeprefix(BEARER), Token)
    except msgspec.ValidationError:
        return ""
    return tokens.person(token) if given.startswith(BEARER) else ""


async def body(request: Request, most: int) -> bytes:
    """What was sent. Raises Refused as soon as it is more than so many bytes, or its sender goes."""
    data = b""
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise Refused(413, "too-large")
    except ClientDisconnect as gone:
        raise Refused(400, "gone") from gone
    return data


def language_of(request: Request) -> str:
    """The language of ours that whoever asks likes best."""
    for wish in request.headers.get("accept-language", "").lower().split(","):
        language = wish.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def accepted(header: str) -> set[str]:
    """The encodings that are named there, and not refused."""
    rows = [row.replace(" ", "").split(";") for row in header.lower().split(",")]
    return {name for name, *more in rows if not any(map(NOT_AT_ALL.fullmatch, more))}


async def answered(request: Request, data: bytes, kind: str) -> Response:
    """The bytes, compressed where that is understood: games repeat themselves."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in accepted(request.headers.get("accept-encoding", "")):
        data = await asyncio.to_thread(gzip.compress, data, 5)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


async def confided(request: Request, data: bytes) -> Response:
    """The same for JSON that is for whoever asks alone: nobody keeps it on the way."""
    answer = await answered(request, data, JSON)
    answer.headers["cache-control"] = "no-store"
    return answer

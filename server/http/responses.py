"""Requests and responses over HTTP: the person and language of a request, compressed data, refusals. A
refusal is raised as an exception, and `refusal` answers it in the same form for all paths."""

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
from server.net.client_addresses import ClientAddresses
from server.store.store import StoreAway
from server.table import tokens

MSGPACK: Final = "application/msgpack"
JSON: Final = "application/json"
BEARER: Final = "Bearer "

NOT_AT_ALL: Final = re.compile(r"q=(0(\.0*)?)?")
"""A weight of zero: the client does not accept the encoding."""


class HttpRefusal(Exception):
    """A refused request: the status, a code, and optionally a reason."""

    def __init__(self, status: int, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.reason = reason


class TooMany(HttpRefusal):
    """The client's rate limit is used up, or too many other requests are waiting."""

    def __init__(self) -> None:
        super().__init__(429, "slow-down")


class Storing(HttpRefusal):
    """The data can't be read or stored at the moment."""

    def __init__(self) -> None:
        super().__init__(503, "storing")


async def refusal(request: Request, why: Exception) -> Response:
    """The response for a refused request, as the page expects it."""
    no = why if isinstance(why, HttpRefusal) else Storing()
    return JSONResponse({"error": no.code, "reason": no.reason}, status_code=no.status)


REFUSALS: Final = {HttpRefusal: refusal, StoreAway: refusal}
"""The exception handlers, by exception."""


def admit(request: Request, addresses: ClientAddresses, what: str) -> None:
    """Take one from the rate limit of the request's address. Raises TooMany."""
    if not addresses.allows(request.scope, what):
        raise TooMany


def person_of(request: Request) -> str:
    """The person whose token the request has. Raises HttpRefusal if it has none."""
    if not (person := known(request)):
        raise HttpRefusal(401, "hello-first")
    return person


def known(request: Request) -> str:
    """The person whose token the request has; "" if it has none."""
    given = request.headers.get("authorization", "")
    try:
        token: str = msgspec.convert(given.removeprefix(BEARER), Token)
    except msgspec.ValidationError:
        return ""
    return tokens.person(token) if given.startswith(BEARER) else ""


async def body(request: Request, most: int) -> bytes:
    """The request's body. Raises HttpRefusal as soon as it exceeds `most` bytes, or when the client
    disconnects."""
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise HttpRefusal(413, "too-large")
    except ClientDisconnect as gone:
        raise HttpRefusal(400, "gone") from gone
    return bytes(data)


def language_of(request: Request) -> str:
    """The first available language in the request's preferences; English if there is none."""
    for wish in request.headers.get("accept-language", "").lower().split(","):
        language = wish.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def accepted(header: str) -> set[str]:
    """The encodings that the header names and does not refuse."""
    rows = [row.replace(" ", "").split(";") for row in header.lower().split(",")]
    return {name for name, *more in rows if not any(map(NOT_AT_ALL.fullmatch, more))}


async def answered(request: Request, data: bytes, kind: str) -> Response:
    """A response with these bytes, compressed if the client accepts that; data of games are repetitive."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in accepted(request.headers.get("accept-encoding", "")):
        data = await asyncio.to_thread(gzip.compress, data, 5)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


async def confided(request: Request, data: bytes) -> Response:
    """A JSON response for the requester only: no cache may store it."""
    answer = await answered(request, data, JSON)
    answer.headers["cache-control"] = "no-store"
    return answer

"""The server as people reach it: by its name, through TLS and a proxy, over a websocket."""

from __future__ import annotations

import asyncio
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from http.client import HTTPException
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from protocol.codec import BadFrame, encode, from_server
from protocol.frames import Hello, Welcome
from server.config import Settings
from server.hub.hosts import knows
from server.table.tokens import new_luck

from .telling import ADVICE, FINE, WRONG, Finding

PATIENCE: Final = 10.0

ADRIFT_MS: Final = 1000

LONGEST: Final = 1000
"""Bytes that are read of an answer; a hub's is shorter."""

NOBODY_BEHIND: Final = (502, 503, 504)
"""What a proxy answers that reaches nobody."""


class Answer(NamedTuple):
    """What came over HTTP; status 0 for nothing at all."""

    status: int
    headers: Message
    why: str = ""
    body: bytes = b""


async def outside(at: str, settings: Settings) -> list[Finding]:
    """Whether people who type this address can play."""
    parts = urlsplit(at)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return [Finding(WRONG, f"{at} is no address.", "Write it like https://tables.example.org.")]
    origin = f"{parts.scheme}://{parts.netloc}"
    answer = await asyncio.to_thread(_get, f"{origin}/healthz")
    if b'"healthy"' not in answer.body:  # whoever is there, it is no hub
        return [_unreached(origin, answer)]
    found = [_health(origin, answer), *_proxy(parts.scheme, answer, settings), *_name(parts.netloc, settings)]
    return [*found, *await _websocket(origin)]


def _get(url: str) -> Answer:
    try:
        try:
            page = urllib.request.urlopen(url, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            page = refused
        with page:
            return Answer(page.status, page.headers, body=page.read(LONGEST))
    except (OSError, ValueError, HTTPException) as wrong:
        return Answer(0, Message(), str(getattr(wrong, "reason", wrong)))


def _unreached(origin: str, answer: Answer) -> Finding:
    if answer.status in NOBODY_BEHIND:
        said = f"{origin} answers {answer.status}: the proxy there reaches no hub."
        mend = (
            "Does one run at the address and port that the proxy has? From elsewhere it needs HOST=0.0.0.0."
        )
        return Finding(WRONG, said, mend)
    if answer.status:
        said = f"{origin}/healthz answers {answer.status}: what is behind that name is no hub."
        return Finding(WRONG, said, "Have the proxy pass all paths to the hubs (`reverse_proxy` of Caddy).")
    if "CERTIFICATE" in answer.why.upper():
        said = f"The certificate of {origin} can't be trusted: {answer.why}"
        return Finding(WRONG, said, "Get one for this name from an issuer that browsers know, or renew it.")
    if "WRONG_VERSION_NUMBER" in answer.why:
        said = f"What answers at {origin} speaks no TLS."
        return Finding(WRONG, said, "Have a proxy with TLS take that port, or type http://.")
    return Finding(WRONG, f"{origin} can't be reached: {answer.why}", "Look at name, firewall, and proxy.")


def _health(origin: str, answer: Answer) -> Finding:
    if answer.status == 503:
        said = f"The hub behind {origin} says that nothing can be stored just now."
        return Finding(WRONG, said, "Look at its log, and at its Redis.")
    return Finding(FINE, f"{origin} leads to a hub.")


def _proxy(scheme: str, answer: Answer, settings: Settings) -> Iterator[Finding]:
    """A hub speaks no TLS and says nothing of a way: where there is either, a proxy stands before it."""
    behind = scheme == "https" or "via" in answer.headers
    if behind and not settings.proxies:
        yield Finding(
            WRONG,
            "A proxy stands before the hubs, and PROXIES doesn't name it: all clients count as one address.",
            "Set PROXIES to the address that hubs see of it, 127.0.0.1 where it is on the same machine.",
        )


def _name(host: str, settings: Settings) -> Iterator[Finding]:
    if settings.hosts and not knows([*settings.hosts, settings.host], host):
        said = f"HOSTS doesn't have {host}: pages asked for under that name are turned away."
        yield Finding(WRONG, said, f"HOSTS={','.join([*settings.hosts, host])}")


async def _websocket(origin: str) -> list[Finding]:
    """Greet as a browser's page would."""
    try:
        async with (
            asyncio.timeout(PATIENCE),
            connect("ws" + origin.removeprefix("http") + "/ws", origin=origin, proxy=None) as socket,  # type: ignore[arg-type]
        ):
            await socket.send(encode(Hello(new_luck(), "doctor")))
            since = time.time()
            data = await socket.recv()
            frame = from_server(data if isinstance(data, bytes) else b"")
    except InvalidStatus as refused:
        return [_refused(refused.response.status_code)]
    except (InvalidHandshake, WebSocketException, BadFrame, OSError, TimeoutError, ssl.SSLError) as wrong:
        said = f"No websocket gets through: {wrong or type(wrong).__name__}"
        return [Finding(WRONG, said, "Have the proxy pass websockets (Upgrade and Connection) to /ws.")]
    if not isinstance(frame, Welcome):
        said = "The websocket answers, but does not greet."
        return [Finding(WRONG, said, "Is that a hub of this version, and is there room for one more?")]
    return [Finding(FINE, "A page's websocket gets through."), *_clock(frame.now, since)]


def _refused(status: int) -> Finding:
    if status == 403:
        return Finding(
            WRONG,
            "The hub turns the page's websocket away: it sees another host than the page has.",
            "Have the proxy pass the Host header on (nginx: proxy_set_header Host $host), or name the page's "
            "origin in ORIGINS.",
        )
    return Finding(
        WRONG,
        f"A websocket is answered {status}: the proxy doesn't pass it on.",
        "nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade and Connection upgrade; Caddy "
        "does it by itself.",
    )


def _clock(now: int, since: float) -> Iterator[Finding]:
    """The hub's clock; half of the answer's time is taken to be the way back."""
    ahead = now - (since + time.time()) * 500
    if abs(ahead) > ADRIFT_MS:
        yield Finding(
            ADVICE,
            f"The hub's clock differs from this machine's by {ahead / 1000:+.1f} s.",
            "Have both ask a time server (chrony, systemd-timesyncd).",
        )

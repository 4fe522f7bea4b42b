"""Probes the server as its clients reach it: by its name, through TLS and a proxy, over a websocket."""

from __future__ import annotations

import asyncio
import re
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
from websockets.typing import Origin

from protocol.codec import BadFrame, encode, from_server
from protocol.frames import Hello, Welcome
from server.http.allowed_hosts import HEALTH, knows
from server.settings.config import Settings
from server.table.tokens import new_luck

from .findings import ADVICE, FINE, WRONG, Finding

ANSWER_TIMEOUT_S: Final = 10.0

PORTS: Final = {"http": 80, "https": 443}
"""The default port of each scheme."""

ADRIFT_MS: Final = 1000

MAX_ANSWER_BYTES: Final = 1000
"""Bytes that are read of a response; a hub's is shorter."""

NOBODY_BEHIND: Final = (502, 503, 504)
"""The status codes of a proxy that reaches no server."""


LINKED: Final = re.compile(r"/[tg]/[\w-]+/?$")
"""The end of a link to a table or a group."""

PREFIXED: Final = (
    "Have the proxy pass on all below {path}/ without that in front: nginx `location {path}/ {{ proxy_pass "
    "http://127.0.0.1:8080/; }}`, Caddy `handle_path {path}/* {{ reverse_proxy 127.0.0.1:8080 }}`."
)


DIRECT: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens addresses past the proxy that this machine may have for its own requests, as the websocket is opened:
it is not the one that stands before the hubs, and may not lead to an address of this network."""


class HttpAnswer(NamedTuple):
    """A response over HTTP; status 0 if there was none."""

    status: int
    headers: Message
    why: str = ""
    body: bytes = b""
    url: str = ""
    """The address after redirects."""


class Base(NamedTuple):
    """The server's public address: the origin of the page, and the path prefix."""

    scheme: str
    host: str
    path: str

    @classmethod
    def of(cls, at: str) -> Base:
        """Parse an address as browsers do. Raises ValueError for an invalid one."""
        parts = urlsplit(at.strip())
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError(at)
        name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        port = f":{parts.port}" if parts.port not in (None, PORTS[parts.scheme]) else ""
        return cls(parts.scheme, name + port, LINKED.sub("", parts.path).rstrip("/"))

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}"

    @property
    def url(self) -> str:
        return self.origin + self.path


async def outside(at: str, settings: Settings) -> list[Finding]:
    """Can people play at this address?"""
    try:
        base = Base.of(at)
    except ValueError:
        said = "What stands behind --at is no address."
        return [Finding(WRONG, said, "Write it like https://tables.example.org.")]
    answer = await asyncio.to_thread(_get, f"{base.url}{HEALTH}")
    if b'"healthy"' not in answer.body:  # another server answers
        return [_unreached(base, answer)]
    base = Base.of(answer.url.removesuffix(HEALTH))  # a proxy may redirect, for example to TLS
    found = [_health(base, answer), *_proxy(base.scheme, answer, settings), *_name(base.host, settings)]
    return [*found, *await _websocket(base)]


def _get(url: str) -> HttpAnswer:
    try:
        try:
            page = DIRECT.open(url, timeout=ANSWER_TIMEOUT_S)
        except urllib.error.HTTPError as refused:
            page = refused
        with page:
            return HttpAnswer(page.status, page.headers, body=page.read(MAX_ANSWER_BYTES), url=page.geturl())
    except (OSError, ValueError, HTTPException) as wrong:
        return HttpAnswer(0, Message(), str(getattr(wrong, "reason", wrong)))


def _unreached(base: Base, answer: HttpAnswer) -> Finding:
    if answer.status in NOBODY_BEHIND:
        said = f"{base.url} answers {answer.status}: the proxy there reaches no hub."
        mend = (
            "Does one run at the proxy's target address and port? On another machine it needs HOST=0.0.0.0."
        )
        return Finding(WRONG, said, mend)
    if answer.status:
        said = f"{base.url}{HEALTH} answers {answer.status}: what is behind that address is no hub."
        whole = "Have the proxy pass all paths to the hubs (`reverse_proxy` of Caddy)."
        return Finding(WRONG, said, PREFIXED.format(path=base.path) if base.path else whole)
    if "CERTIFICATE" in answer.why.upper():
        said = f"The certificate of {base.origin} can't be trusted: {answer.why}"
        return Finding(WRONG, said, "Get one for this name from an issuer that browsers know, or renew it.")
    if "WRONG_VERSION_NUMBER" in answer.why:
        said = f"What answers at {base.origin} speaks no TLS."
        return Finding(WRONG, said, "Run a proxy with TLS on that port, or use http://.")
    said = f"{base.origin} can't be reached: {answer.why}"
    return Finding(WRONG, said, "Check name, firewall, and proxy.")


def _health(base: Base, answer: HttpAnswer) -> Finding:
    if answer.status == 503:
        said = f"The hub behind {base.url} says that nothing can be stored just now."
        return Finding(WRONG, said, "Check its log and its Redis.")
    return Finding(FINE, f"{base.url} leads to a hub.")


def _proxy(scheme: str, answer: HttpAnswer, settings: Settings) -> Iterator[Finding]:
    """Report a missing PROXIES. A hub has neither TLS nor a Via header, so either one shows a proxy."""
    behind = scheme == "https" or "via" in answer.headers
    if behind and not settings.proxies:
        yield Finding(
            WRONG,
            "A proxy stands before the hubs, and PROXIES doesn't name it: all clients count as one address.",
            "Set PROXIES to the address that hubs see of it, 127.0.0.1 where it is on the same machine.",
        )


def _name(host: str, settings: Settings) -> Iterator[Finding]:
    if settings.hosts and not knows([*settings.hosts, settings.host], host):
        said = f"HOSTS doesn't have {host}: requests for that name are refused."
        yield Finding(WRONG, said, f"HOSTS={','.join([*settings.hosts, host])}")


async def _websocket(base: Base) -> list[Finding]:
    """Greet as the browser's page would."""
    try:
        async with (
            asyncio.timeout(ANSWER_TIMEOUT_S),
            connect(
                "ws" + base.url.removeprefix("http") + "/ws", origin=Origin(base.origin), proxy=None
            ) as socket,
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
            "The hub refuses the page's websocket: it sees another host than the page has.",
            "Have the proxy pass on Host with its port (nginx `proxy_set_header Host $http_host;`), "
            "or name the page's origin in ORIGINS.",
        )
    return Finding(
        WRONG,
        f"A websocket is answered {status}: the proxy doesn't pass it on.",
        "nginx `proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "
        "upgrade;`; Caddy does it by default.",
    )


def _clock(now: int, since: float) -> Iterator[Finding]:
    """Check the hub's clock, counting half of the response time as the way back."""
    ahead = now - (since + time.time()) * 500
    if abs(ahead) > ADRIFT_MS:
        yield Finding(
            ADVICE,
            f"The hub's clock differs from this machine's by {ahead / 1000:+.1f} s.",
            "Synchronize both with a time server (chrony, systemd-timesyncd).",
        )

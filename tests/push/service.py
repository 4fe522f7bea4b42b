"""A push service of the tests: it gives browsers addresses, takes messages for them, and reads what only
the browser could read. It checks what real ones check: the signature, its audience and age, the headers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from server.push.encryption import decoded, encoded

HANG: Final = -1
"""Instead of a status: never answer."""


class Browser:
    """The subscription of a browser. `key`, `auth`: its secrets."""

    def __init__(self, endpoint: str, key: bytes, auth: bytes) -> None:
        self.endpoint = endpoint
        self.auth = auth
        self._key = ec.derive_private_key(int.from_bytes(key), ec.SECP256R1())
        self.point = _point(self._key.public_key())

    def wish(self, language: str = "en") -> dict[str, str]:
        """What its page asks the hub for."""
        keys = {"p256dh": encoded(self.point), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, **keys, "language": language}

    def read(self, body: bytes) -> bytes:
        """The text of a message, by RFC 8188 and RFC 8291."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), public)
        first = _hmac(_hmac(self.auth, shared), b"WebPush: info\0" + self.point + sender + b"\1")
        secret = _hmac(salt, first)
        key = _hmac(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(secret, b"Content-Encoding: nonce\0\1")[:12]
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


class Taken(NamedTuple):
    """A message that arrived."""

    browser: str
    """The address of its browser."""
    told: dict[str, Any]
    headers: dict[str, str]
    claims: dict[str, Any]
    status: int
    at: float


class PushService:
    """The browsers of a push service, and the messages for them."""

    def __init__(self, origin: str, time: Callable[[], float], chance: Callable[[int], bytes]) -> None:
        """`time()` is the time of the taken messages in seconds, `chance(n)` returns random bytes."""
        self.origin = origin
        self.browsers: dict[str, Browser] = {}
        self.taken: list[Taken] = []
        self.wrong: list[str] = []
        """What it could not accept."""
        self.status: Callable[[], int] = lambda: 201
        """The answer to the next message, or HANG."""
        self.arrived: Callable[[Taken], None] = lambda taken: None
        """Called with every message."""
        self._time, self._chance = time, chance

    def browser(self) -> Browser:
        """A new subscription."""
        path = f"/wpush/{len(self.browsers)}"
        key = b"\0" + self._chance(31)
        made = self.browsers[path] = Browser(self.origin + path, key, self._chance(16))
        return made

    def told(self, browser: Browser) -> list[dict[str, Any]]:
        """The messages for a browser."""
        return [it.told for it in self.taken if it.browser == browser.endpoint and it.status == 201]

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """A message arrives; returns the status to answer."""
        status = self.status()
        browser = self.browsers[path]
        claims = self._signed(headers["authorization"])
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
        told = json.loads(browser.read(body))
        taken = Taken(browser.endpoint, told, headers, claims, status, self._time())
        self.taken.append(taken)
        self.arrived(taken)
        return status

    def _signed(self, header: str) -> dict[str, Any]:
        """The claims of a valid signature (RFC 8292)."""
        scheme, token, key = header.replace(",", "").split(" ")
        assert scheme == "vapid"
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key.removeprefix("k=")))
        text, _, signature = token.removeprefix("t=").rpartition(".")
        r, s = (int.from_bytes(decoded(signature)[at : at + 32]) for at in (0, 32))
        public.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(decoded(text.split(".")[1]))
        assert claims["aud"] == self.origin
        return claims

    def protocol(self) -> asyncio.Protocol:
        """The server's side of a new connection."""
        return _Connection(self)


class _Connection(asyncio.Protocol):
    def __init__(self, service: PushService) -> None:
        self.service = service
        self.data = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, blank, body = self.data.partition(b"\r\n\r\n")
        if not blank:
            return
        first, *lines = head.decode("ascii").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        if len(body) < int(headers["content-length"]):
            return
        self.data = b""
        try:
            status = self.service.take(first.split(" ")[1], headers, body)
        except Exception as wrong:
            self.service.wrong.append(repr(wrong))
            status = 400
        if status != HANG:
            location = "Location: http://127.0.0.1:1/elsewhere\r\n" if status // 100 == 3 else ""
            self.transport.write(f"HTTP/1.1 {status} Taken\r\n{location}Content-Length: 0\r\n\r\n".encode())


def _point(public: ec.EllipticCurvePublicKey) -> bytes:
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hmac(key: bytes, data: bytes) -> bytes:
    made = HMAC(key, SHA256())
    made.update(data)
    return made.finalize()

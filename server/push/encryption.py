"""Encrypted messages for browsers (RFC 8291), and the signature that push services ask for (RFC 8292).

All cryptography is that of the package `cryptography`: key agreement, key derivation, encryption, signature.
This module lays out the bytes around them. The packages for web push were left out because of what they bring
along: `pywebpush` brings `aiohttp` and `requests`, `webpush` brings `pydantic`, and `http-ece` has to be
built where it is installed. `cryptography` is imported on first use: most hubs never send a message.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

POINT_BYTES: Final = 65
"""An uncompressed point of P-256."""

KEY_BYTES: Final = 32
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16

PLAIN_BYTES: Final = 512
"""Each message is padded to this length, so that its length tells nothing."""

RECORD_BYTES: Final = 4096
LAST_RECORD: Final = b"\x02"
"""Ends the text of the last record (RFC 8188); zeros follow."""

SIGNED_FOR_S: Final = 12 * 3600
"""How long a signature is valid; push services accept up to a day."""


class TooLong(ValueError):
    """The message has no place in a record."""


class Recipient(NamedTuple):
    """The keys of a browser, which encrypt messages for it."""

    point: bytes
    auth: bytes


def encoded(data: bytes) -> str:
    """The bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text in base64url, with or without padding. Raises ValueError."""
    text = text.rstrip("=")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def recipient(point: str, auth: str) -> Recipient:
    """The keys of a browser in base64url. Raises ValueError if they can't be used."""
    found = Recipient(decoded(point), decoded(auth))
    if len(found.point) != POINT_BYTES or len(found.auth) != AUTH_BYTES:
        raise ValueError("the keys of the browser have the wrong length")
    _public(found.point)
    return found


def new_key() -> bytes:
    """A new private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return _number(ec.generate_private_key(ec.SECP256R1()))


class Signer:
    """Signs requests to push services with the private key of this service."""

    def __init__(self, key: bytes) -> None:
        """Raises ValueError if this is no private key."""
        self._private = _private(key)
        self.public = encoded(_point(self._private.public_key()))
        """The public key, as browsers and push services want it."""

    def header(self, origin: str, contact: str, now_s: int) -> str:
        """The Authorization header for a push service. `contact`: whom it may write to; "" for nobody."""
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": origin, "exp": now_s + SIGNED_FOR_S, **({"sub": contact} if contact else {})}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(encoded(msgspec.json.encode(part)) for part in parts)
        numbers = decode_dss_signature(self._private.sign(text.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(KEY_BYTES) for number in numbers)
        return f"vapid t={text}.{encoded(signature)}, k={self.public}"


def encrypted(text: bytes, to: Recipient) -> bytes:
    """A message that only this browser can read. Raises TooLong."""
    if len(text) >= PLAIN_BYTES:
        raise TooLong
    padded = text + LAST_RECORD + bytes(PLAIN_BYTES - 1 - len(text))
    return sealed(padded, to, new_key(), secrets.token_bytes(SALT_BYTES))


def sealed(padded: bytes, to: Recipient, key: bytes, salt: bytes) -> bytes:
    """The header and the only record of a message (RFC 8188), for this key and salt, which must be new."""
    from cryptography.hazmat.primitives.asymmetric.ec import ECDH
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    private = _private(key)
    point = _point(private.public_key())
    shared = private.exchange(ECDH(), _public(to.point))
    secret = _derived(shared, to.auth, b"WebPush: info\0" + to.point + point, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(content_key).encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


def _private(key: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key), ec.SECP256R1())


def _public(point: bytes) -> EllipticCurvePublicKey:
    """Raises ValueError if the point is not on the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _number(private: EllipticCurvePrivateKey) -> bytes:
    return private.private_numbers().private_value.to_bytes(KEY_BYTES)


def _point(public: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
